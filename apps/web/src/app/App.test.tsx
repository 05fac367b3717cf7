// Promise: nothing that was opened or half typed for one user or one mode stands under another.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '@candor/ui';
import { queryClient } from '../lib/query.ts';
import { beginSession, endSession, setMode } from '../lib/session.ts';
import { speak } from '../testing/speak.ts';

/** A page with a field and a question, as pages of the market have them. */
function Page(): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <input aria-label="Amount" />
      <button type="button" onClick={() => setIsOpen(true)}>
        Close the position
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Really?" actions={null}>
        <p>It costs a fee.</p>
      </Dialog>
    </>
  );
}

// The frame asks the server for what this is not about.
vi.mock('../shell/Shell.tsx', () => ({
  Shell: ({ children }: { children: ReactElement }) => <main>{children}</main>,
}));
vi.mock('./page-list.tsx', () => ({
  PAGES: { home: { title: 'nav.home', access: 'anyone', Component: Page } },
}));
vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal('scrollTo', () => undefined);
const { App } = await import('./App.tsx');

const session = (id: string) => ({
  token: id,
  expiresAt: 1,
  user: { id, username: id, demoDisabled: false },
});

beforeAll(async () => {
  await speak('en');
  // jsdom knows the element, not its modal state.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => {
  history.replaceState(null, '', '/');
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  endSession();
});

const amount = (): string => screen.getByRole<HTMLInputElement>('textbox').value;
const isAsked = (): boolean => screen.queryByText('It costs a fee.') !== null;

/** Types half an amount and opens a question. */
async function begins(): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByRole('textbox'), '0.05');
  await userEvent.click(screen.getByRole('button', { name: 'Close the position' }));
  expect([amount(), isAsked()]).toEqual(['0.05', true]);
}

describe('what was opened and half typed is gone', () => {
  const changes: [string, () => void][] = [
    ['when the mode changes', () => setMode('real')],
    ['when the user logs out', () => endSession()],
    ['when the server ends the session', () => endSession(true)],
    [
      'when somebody else is here',
      () => {
        endSession();
        beginSession(session('noor'));
      },
    ],
  ];
  it.each(changes)('%s', async (_when, change) => {
    beginSession(session('mara'));
    await begins();
    act(change);
    expect([amount(), isAsked()]).toEqual(['', false]);
  });

  it('and does not come back with the mode it was typed in', async () => {
    beginSession(session('mara'));
    await begins();
    act(() => setMode('real'));
    act(() => setMode('demo'));
    expect([amount(), isAsked()]).toEqual(['', false]);
  });
});

describe('what was opened and half typed stands', () => {
  it('while its user goes on: a new token changes nothing', async () => {
    beginSession(session('mara'));
    await begins();
    act(() => beginSession(session('mara')));
    expect([amount(), isAsked()]).toEqual(['0.05', true]);
  });

  it('when a visitor signs in', async () => {
    await begins();
    act(() => beginSession(session('mara')));
    expect([amount(), isAsked()]).toEqual(['0.05', true]);
  });
});
