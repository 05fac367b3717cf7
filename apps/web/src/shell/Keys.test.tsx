// Promise: `/` leads to the search of markets from anywhere and `?` lists the keys, and neither does anything while
// one types in a field or a dialog is open.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speak } from '../testing/speak.ts';
import { Keys } from './Keys.tsx';

const field = () => screen.getByRole('searchbox');

function show(hasSearch = true): void {
  history.replaceState(null, '', '/profile');
  render(
    <>
      <Keys />
      <input aria-label="amount" />
      {hasSearch && (
        <div data-market-list="">
          <input type="search" />
        </div>
      )}
    </>,
  );
}

beforeEach(async () => {
  await speak('en');
  // Nothing is laid out here: each element stands on its page.
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('focuses the search of the page, and types nothing into it', async () => {
  show();
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(field());
  expect((field() as HTMLInputElement).value).toBe('');
});

it('goes to the markets where the page has no search', async () => {
  show(false);
  await userEvent.keyboard('/');
  expect(location.pathname).toBe('/market');
  const list = document.createElement('div');
  list.innerHTML = '<div data-market-list=""><input type="search" /></div>';
  document.body.append(list);
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  list.remove();
});

// jsdom draws no modal: it is enough that the dialog is open.
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true;
};

it('lists the keys, and leaves them to fields and to the browser', async () => {
  show();
  const amount = screen.getByRole('textbox', { name: 'amount' });
  await userEvent.type(amount, '?/');
  expect((amount as HTMLInputElement).value).toBe('?/');
  expect(document.querySelector('dialog[open]')).toBeNull();
  amount.blur();
  fireEvent.keyDown(document.body, { key: '?', ctrlKey: true });
  expect(document.querySelector('dialog[open]')).toBeNull();
  await userEvent.keyboard('?');
  expect(screen.getByText('Keyboard shortcuts')).toBeTruthy();
  expect(document.querySelector('dialog[open]')).not.toBeNull();
  await userEvent.keyboard('/');
  expect(document.activeElement).not.toBe(field());
});
