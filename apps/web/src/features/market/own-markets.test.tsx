// Promise: stars are the account's they were set in, whichever user is signed in when the answer
// comes.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../../test/answers.ts';
import { keepOwnCache } from '../../live/own-cache.ts';
import { queryClient } from '../../lib/query.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { useFavourites } from './own-markets.ts';

const session = (id: string) => ({
  token: id,
  expiresAt: 1,
  user: { id, username: id, demoDisabled: false },
});

function Stars(): ReactElement {
  const { codes, toggle } = useFavourites();
  return (
    <button type="button" onClick={() => toggle('BTC/USDT')}>
      {codes.join(' ')}
    </button>
  );
}

const shown = (): string => screen.getByRole('button').textContent;

keepOwnCache(queryClient);
beforeEach(() => {
  localStorage.clear();
  beginSession(session('mara'));
});
afterEach(() => {
  cleanup();
  endSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('an answer that comes after somebody else signed in is dropped', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const setBy: (string | null)[] = [];
  standInForServer({
    '/user/favourites': ({ headers }) =>
      answered({ codes: [`of-${headers.get('authorization')}`] }),
    '/user/favourite': async ({ headers }) => {
      setBy.push(headers.get('authorization'));
      await held;
      return answered({ codes: ['of-mara', 'BTC/USDT'] });
    },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Stars />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(shown()).toBe('of-mara'));
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(setBy).toEqual(['mara']));
  act(() => {
    endSession();
    beginSession(session('noor'));
  });
  await waitFor(() => expect(shown()).toBe('of-noor'));
  const seen: string[] = [];
  const stop = queryClient.getQueryCache().subscribe(() => seen.push(shown()));
  await act(async () => {
    release();
    await held;
  });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  stop();
  expect([shown(), ...seen].every((one) => one === 'of-noor')).toBe(true);
});
