// Promise: an amount is read to two places and is there to its last unit, also without a pointer.
import { type LOCALES, activateLocale, localeOf } from '@candor/locales';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ExactAmount } from './ExactAmount.tsx';

beforeEach(() => activateLocale(localeOf('en') as (typeof LOCALES)[number]));
afterEach(cleanup);

it('shows two places, and every one of them once it is asked by keyboard', async () => {
  render(<ExactAmount value="-12.345678" signed />);
  const figure = screen.getByRole('button');
  expect(figure.textContent).toContain('−12.35\u00a0USDT');
  expect(figure.getAttribute('aria-pressed')).toBe('false');
  await userEvent.tab();
  expect(document.activeElement).toBe(figure);
  await userEvent.keyboard('{Enter}');
  expect(figure.textContent).toContain('−12.345678\u00a0USDT');
  expect(figure.getAttribute('aria-pressed')).toBe('true');
});

it('offers nothing where nothing was left out, and knows the places of a coin', () => {
  const { rerender, container } = render(<ExactAmount value="12.30" />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(container.textContent).toBe('12.30\u00a0USDT');
  rerender(<ExactAmount value="0.1234" asset="BTC" />);
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<ExactAmount value="0.12345678" asset="BTC" />);
  expect(screen.getByRole('button').textContent).toContain('0.1235\u00a0BTC');
  rerender(<ExactAmount value={null} />);
  expect(container.textContent).toBe('—');
});
