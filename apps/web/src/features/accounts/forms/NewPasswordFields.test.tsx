// Promise: a new password is typed in one way wherever one is set, and what is wrong stands at its field.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speak } from '../../../testing/speak.ts';
import { NO_PASSWORD, NewPasswordFields } from './NewPasswordFields.tsx';

const clear = vi.fn<(field: string) => void>();
const seen = vi.fn<(typed: object) => void>();

function Form(): ReactElement {
  const [typed, setTyped] = useState(NO_PASSWORD);
  seen(typed);
  const errorAt = (field: string) => (field === 'confirm' ? 'They differ' : null);
  const form = { errorAt, clear };
  return <NewPasswordFields label="New password" typed={typed} onChange={setTyped} form={form} />;
}

beforeEach(() => speak('en'));
afterEach(cleanup);

it('is typed twice, each for a password manager, hidden until somebody shows it', async () => {
  render(<Form />);
  const first = screen.getByLabelText('New password');
  const second = screen.getByLabelText('Repeat the password');
  for (const field of [first, second]) {
    expect(field).toMatchObject({ type: 'password', autocomplete: 'new-password', dir: 'ltr' });
  }
  expect(second.getAttribute('aria-invalid')).toBe('true');
  expect(first.getAttribute('aria-invalid')).not.toBe('true');
  await userEvent.type(first, 'ab');
  await userEvent.type(second, 'c');
  expect(seen).toHaveBeenLastCalledWith({ password: 'ab', confirm: 'c' });
  expect(clear.mock.calls).toEqual([['password'], ['password'], ['confirm']]);
});
