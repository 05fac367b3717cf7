// Promise: whatever is pasted as a receipt is shown, or called unreadable; it never breaks the page.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { anOption } from '../testing/receipts.ts';
import { speak } from '../testing/speak.ts';
import { Receipt } from './Receipt.tsx';

afterEach(cleanup);

it.each([
  ['its number', { number: 5 }],
  ['a tick', { open: {} }],
])('a pasted receipt with something else for %s is called unreadable', async (_, odd) => {
  await speak('en');
  const pasted = JSON.stringify({ ...anOption, ...odd });
  render(<Receipt />);
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste(pasted);
  await userEvent.click(screen.getByRole('button', { name: 'Check it' }));
  expect(await screen.findByText(/cannot be read, so nothing can be recomputed/)).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
});
