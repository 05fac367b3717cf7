// Promise: orders read in words, filter by status and turn pages.
import type { Order } from '@candor/protocol/light';
import { ToastHost } from '@candor/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session.ts';
import { MARA, aLong } from '../../../testing/market-info.ts';
import { speak } from '../../../testing/speak.ts';
import { OrdersList } from './OrdersList.tsx';

const tickSizeOf = (): string => '0.01';
const closed: Order = {
  ...aLong,
  id: '0190c6a0-0000-7000-8000-000000000009',
  orderNo: '261121-BBBB',
  status: 'closed',
  reason: 'stopLoss',
  closePrice: '59000',
  profit: '-56.5',
};

/** The server: the answer to each path, by what it contains. */
function serve(answers: Record<string, (path: string) => object | 'silence'>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const found = Object.entries(answers).find(([part]) => path.includes(part));
    const answer = found?.[1](path) ?? 'silence';
    if (answer === 'silence') throw new TypeError('the line broke');
    return Response.json(answer);
  });
  return asked;
}

const done = (result: unknown) => ({ code: '200', message: 'ok', result });
const listOf = (records: Order[], total = records.length) => done({ records, total });

function show(children: ReactElement) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      {children}
      <ToastHost />
    </QueryClientProvider>,
  );
}

beforeEach(async () => {
  await speak('en');
  // jsdom has no windows to measure.
  vi.stubGlobal('matchMedia', () => new EventTarget());
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the list of orders', () => {
  it('says what will be here while there is nothing', async () => {
    serve({ listOrder: () => listOf([]) });
    show(<OrdersList tickSizeOf={tickSizeOf} />);
    expect(await screen.findByText('No orders yet. Your first fill appears here.')).toBeTruthy();
  });

  it('asks for the status that was chosen, from its first page', async () => {
    const asked = serve({ listOrder: () => listOf([closed], 45) });
    show(<OrdersList tickSizeOf={tickSizeOf} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked.at(-1)).toContain('page=2'));
    await userEvent.click(screen.getByRole('radio', { name: 'Closed' }));
    await waitFor(() => expect(asked.at(-1)).toMatch(/status=closed&page=1/));
    // Why it closed stands in words, not in a colour.
    expect((await screen.findAllByText(/Closed · Stop loss/)).length).toBeGreaterThan(0);
  });

  it('says on the last page that this is all', async () => {
    serve({ listOrder: () => listOf([closed], 21) });
    show(<OrdersList tickSizeOf={tickSizeOf} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('That is all.')).toBeTruthy();
  });

  it('copies the number of an order, or says that it could not', async () => {
    serve({ listOrder: () => listOf([closed]) });
    show(<OrdersList tickSizeOf={tickSizeOf} />);
    const user = userEvent.setup();
    const name = 'Copy the number 261121-BBBB';
    const [button] = await screen.findAllByRole('button', { name });
    if (button === undefined) throw new Error('no button to copy with');
    await user.click(button);
    expect(await screen.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('261121-BBBB');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(button);
    const refused = 'Could not copy. Select the text and copy it by hand.';
    expect(await screen.findByText(refused)).toBeTruthy();
  });
});
