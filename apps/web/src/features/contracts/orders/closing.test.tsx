// Promise: before a position closes its result after the fee stands there; it is asked once unless
// the user said otherwise, and the row stays where it was, marked closed.
import type { Order } from '@candor/protocol/light';
import { ToastHost } from '@candor/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { currentPreferences, setAsksBeforeClose } from '../../../lib/preferences.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { BTC, MARA, aLong } from '../../../testing/market-info.ts';
import { speak } from '../../../testing/speak.ts';
import { OrdersList } from './OrdersList.tsx';

const other: Order = {
  ...aLong,
  id: '0190c6a0-0000-7000-8000-000000000001',
  orderNo: '261121-CCCC',
};
const ended: Order = {
  ...aLong,
  version: aLong.version + 1,
  status: 'closed',
  reason: 'user',
  closePrice: '60100.5',
  profit: '-1.41',
};
const done = (result: unknown) => ({ code: '200', message: 'ok', result });
const closing = () => done({ order: ended, price: '60100.5', profit: '-1.41' });

/** The server with two positions, or one that is given, and its answer to a closing. */
function serve(answer: () => object, records: readonly Order[] = [aLong, other]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('listOrder')) return Response.json(done({ records, total: records.length }));
    if (path.includes('listMarketByType')) return Response.json(done([BTC]));
    if (path.includes('getMarketInfo')) return Response.json(done(BTC));
    asked.push(path);
    if (path.includes('closeContracts')) return Response.json(answer());
    throw new TypeError('the line broke');
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OrdersList status="running" tickSizeOf={() => '0.01'} />
      <ToastHost />
    </QueryClientProvider>,
  );
  return asked;
}

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(async () => {
  await speak('en');
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  setAsksBeforeClose(true);
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  endSession();
  setAsksBeforeClose(true);
  localStorage.clear();
  vi.unstubAllGlobals();
});

const press = async (): Promise<void> => {
  const table = within(await screen.findByRole('table', { name: 'Positions' }));
  const [button] = await table.findAllByRole('button', { name: 'Close Long BTC/USDT' });
  if (button === undefined) throw new Error('no button to close with');
  await userEvent.click(button);
};
const question = () => screen.findByRole('dialog', { name: 'Close this position?' });
const confirm = async (): Promise<void> =>
  userEvent.click(within(await question()).getByRole('button', { name: 'Close position' }));
const rows = (): string[] =>
  within(screen.getByRole('table', { name: 'Positions' }))
    .getAllByRole('row')
    .slice(1)
    .map((one) => (one.textContent ?? '').replaceAll(/[\u2068\u2069\u00a0]/g, ' '));

it('says the result after the fee, and the fee, before and in the question', async () => {
  const asked = serve(closing);
  // 0.05 × (59,994 − 60,008.50) = −0.725, and 0.10 % of 0.05 × 59,994.
  await waitFor(() => expect(rows()[0]).toMatch(/[−-]3\.72\s+after\s+3\.00\s+fee/));
  await press();
  const dialog = within(await question());
  await waitFor(() =>
    expect(dialog.getByText('Result after this fee').nextSibling?.textContent).toContain('−3.72'),
  );
  expect(dialog.getByText('Fee to close').nextSibling?.textContent).toContain('3.00');
  expect(asked).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Keep it open' }));
  expect(screen.queryByRole('dialog', { name: 'Close this position?' })).toBeNull();
  expect(asked).toEqual([]);
});

it('closes once it was confirmed, says how, and leaves the row in its place', async () => {
  const asked = serve(closing);
  await press();
  await confirm();
  const toast = (await screen.findByText('Closed at 60,100.50. Result −1.41 USDT.')).closest('li');
  // Which order it was of, in a list of several.
  expect(toast?.textContent?.replaceAll(/[\u2068\u2069]/g, '')).toContain('BTC/USDT · Long');
  await waitFor(() => expect(rows()[0]).toContain('Closed · '));
  expect(rows()[0]).toContain('−1.41');
  expect(rows()).toHaveLength(2);
  expect(rows()[1]).not.toContain('Closed · ');
  expect(asked.filter((path) => path.includes('closeContracts'))).toHaveLength(1);
});

it('keeps the only row, too', async () => {
  serve(closing, [aLong]);
  await press();
  await confirm();
  await waitFor(() => expect(rows()[0]).toContain('Closed · '));
});

it('asks no more once it was told not to, until it is told to again', async () => {
  const asked = serve(closing);
  await press();
  const dialog = within(await question());
  await userEvent.click(dialog.getByRole('checkbox'));
  expect(currentPreferences().asksBeforeClose).toBe(true);
  await confirm();
  await waitFor(() => expect(currentPreferences().asksBeforeClose).toBe(false));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press();
  await waitFor(() =>
    expect(asked.filter((path) => path.includes('closeContracts'))).toHaveLength(2),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that it failed and why, in the question', async () => {
  const facts = { why: 'stale' };
  serve(() => ({
    code: '10015',
    message: 'not-tradable-now',
    result: { name: 'not-tradable-now', field: null, facts, fields: [] },
  }));
  await press();
  await confirm();
  const alert = await within(await question()).findByRole('alert');
  const failed = 'The position was not closed. It is unchanged. Try again.';
  expect(alert.textContent).toContain(failed);
  expect(alert.textContent).toContain('too old to trade on');
  expect(currentPreferences().asksBeforeClose).toBe(true);
});

it('says nothing of a fee while there is no price, and cannot be pressed while it is paused', async () => {
  const { markPrice: _, ...unmarked } = aLong;
  serve(closing, [
    { ...unmarked, paused: true },
    { ...other, markPrice: aLong.markPrice ?? '' },
  ]);
  await waitFor(() => expect(rows()[1]).toMatch(/after\s+3\.00/));
  const table = within(screen.getByRole('table', { name: 'Positions' }));
  const [button] = table.getAllByRole('button', { name: 'Close Long BTC/USDT' });
  expect(button).toHaveProperty('disabled', true);
});
