// Promise: what the live channel says is what the page shows, and a gap fetches the truth.
import type {
  BalanceItem,
  Notification,
  Order,
  PnlItem,
  SupportNews,
  UserInfo,
} from '@candor/protocol/light';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFrameReader, withBalance } from './apply.ts';
import { queryKeys } from './keys.ts';
import { onNotification } from './news.ts';

const order: Order = {
  id: 'o1',
  version: 2,
  orderNo: 'C-1',
  code: 'BTC/USDT',
  name: 'BTC/USDT',
  type: 2,
  direction: 'buy',
  orderType: 'market',
  status: 'running',
  reason: null,
  price: '60000',
  createdTime: 1,
  lots: '0.1',
  contracts: '0.1',
  leverage: 2,
  margin: '3000',
  fee: '6',
  financing: '0',
  paused: false,
  mode: 'demo',
};
const user: UserInfo = {
  id: 'u1',
  username: 'mara',
  demoDisabled: false,
  mode: 'demo',
  amount: '6994',
  floatingPnL: '0',
  totalAssets: '9994',
  netAssets: '9994',
  loanAmount: '0',
  bondAmount: '3000',
  profit: '0',
  tradingEquity: '9994',
  freeMargin: '6994',
  marginLevel: '3.331',
  unmarked: [],
  valuedAt: 1,
};
const pnl: PnlItem = {
  orderId: 'o1',
  unrealizedPnL: '12.5',
  unrealizedPnLPercentage: '0.4167',
  currentPrice: '60125',
  lastUpdateTime: 2,
};
const balance: BalanceItem = {
  userId: 'u1',
  baseBalance: '6994',
  floatingPnL: '-4500',
  totalAssets: '5494',
  unmarked: [],
  loanAmount: '0',
  bondAmount: '3000',
  profit: '0',
  timestamp: 3,
};

const listKey = queryKeys.ordersPage('demo', { status: 'running' });
let client: QueryClient;
let reader: ReturnType<typeof createFrameReader>;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  reader = createFrameReader(client);
  reader.read({ type: 'AUTH_SUCCESS', userId: 'u1', mode: 'demo', seq: 4 });
  // Read after that, or it would be read again before it is shown.
  client.setQueryData(listKey, { records: [order], total: 1 });
  client.setQueryData(queryKeys.userInfo('demo'), user);
});
afterEach(() => vi.useRealTimers());

/** The moment is over in which news are batched. */
const pass = () => vi.advanceTimersByTime(1_000);

const shown = () => client.getQueryData<{ records: Order[] }>(listKey)?.records[0];

describe('private frames', () => {
  it('bring the result of an order to the list', () => {
    reader.read({ type: 'BATCH_REAL_TIME_PNL', seq: 5, mode: 'demo', data: [pnl] });
    expect(shown()).toMatchObject({ floatingPnL: '12.5', markPrice: '60125' });
  });

  it('of the other books, or seen before, change nothing', () => {
    reader.read({ type: 'REAL_TIME_PNL', seq: 5, mode: 'real', data: pnl });
    reader.read({ type: 'REAL_TIME_PNL', seq: 4, mode: 'demo', data: pnl });
    expect(shown()?.floatingPnL).toBeUndefined();
  });

  it('never bring a closed order back to life', () => {
    client.setQueryData(listKey, { records: [{ ...order, status: 'closed' }], total: 1 });
    reader.read({ type: 'REAL_TIME_PNL', seq: 5, mode: 'demo', data: pnl });
    expect(shown()?.floatingPnL).toBeUndefined();
  });

  it('with some missing are shown, and the books are fetched once', () => {
    const fetched = vi.spyOn(client, 'invalidateQueries');
    reader.read({ type: 'REAL_TIME_PNL', seq: 6, mode: 'demo', data: pnl });
    expect(shown()?.floatingPnL).toBe('12.5');
    reader.read({ type: 'REAL_TIME_PNL', seq: 8, mode: 'demo', data: pnl });
    pass();
    const asked = fetched.mock.calls.map(([filters]) => filters?.queryKey);
    expect(asked.filter((key) => key?.[0] === 'contracts.list')).toEqual([
      queryKeys.orders('demo'),
    ]);
    expect(asked).toContainEqual(queryKeys.userInfo('demo'));
  });

  it('of what its owner is told are handed on, and the bell counts again', () => {
    const notice: Notification = {
      id: 'n1',
      category: 'orders',
      kind: 'order-filled',
      mode: 'real',
      facts: { code: 'BTC/USDT', price: '60000' },
      at: 3,
      isRead: false,
    };
    const fetched = vi.spyOn(client, 'invalidateQueries');
    const told: Notification[] = [];
    const stop = onNotification((one) => told.push(one));
    reader.read({ type: 'NOTIFICATION', seq: 5, mode: 'demo', data: { kind: 'notice', notice } });
    stop();
    pass();
    expect(told).toEqual([notice]);
    expect(fetched).toHaveBeenCalledWith({ queryKey: queryKeys.notifications() });
  });

  it('reads conversations again when support wrote, and after a gap', async () => {
    const fetched = vi.spyOn(client, 'invalidateQueries');
    const message = {
      id: 'm2',
      place: 2,
      by: 'staff' as const,
      name: 'Noor',
      reference: '7K2M-9QXD-4HTW',
      text: 'The fee of both sides.',
      at: 3,
      files: [],
    } satisfies SupportNews['message'];
    const data: SupportNews = { id: 's1', state: 'answered', message };
    reader.read({ type: 'SUPPORT_MESSAGE', seq: 5, mode: 'demo', data });
    // What takes it in comes with the first of these frames.
    await vi.dynamicImportSettled();
    expect(fetched.mock.calls).toEqual([[{ queryKey: queryKeys.support() }]]);
    reader.read({ type: 'SUPPORT_MESSAGE', seq: 9, mode: 'demo', data });
    pass();
    expect(fetched.mock.calls.slice(1)).toContainEqual([{ queryKey: queryKeys.support() }]);
  });

  it('of real money say that its lists are read again, and a gap does too', () => {
    const fetched = vi.spyOn(client, 'invalidateQueries');
    const asked = () => fetched.mock.calls.map(([filters]) => filters?.queryKey);
    const data = { kind: 'address' as const, id: 'a1' };
    const lists = [queryKeys.deposits(), queryKeys.withdrawals(), queryKeys.addresses()];
    reader.read({ type: 'CASHIER_UPDATE', seq: 5, mode: 'demo', data });
    pass();
    expect(asked()).toEqual(expect.arrayContaining(lists));
    fetched.mockClear();
    reader.read({ type: 'CASHIER_UPDATE', seq: 9, mode: 'demo', data });
    pass();
    expect(asked()).toEqual(expect.arrayContaining([...lists, queryKeys.orders('demo')]));
  });

  it('move equity, free margin and level by the formulas of the server', () => {
    reader.read({ type: 'USER_BALANCE_UPDATE', seq: 5, mode: 'demo', data: balance });
    expect(client.getQueryData(queryKeys.userInfo('demo'))).toMatchObject({
      floatingPnL: '-4500',
      tradingEquity: '5494',
      freeMargin: '2494',
      marginLevel: '1.831333333333333333',
    });
  });

  it('say that nothing is known while a price is missing, and fetch what is when it came', () => {
    const unjudged = { ...balance, floatingPnL: null, totalAssets: null, unmarked: ['EUR/USD'] };
    reader.read({ type: 'USER_BALANCE_UPDATE', seq: 5, mode: 'demo', data: unjudged });
    const nothing = {
      floatingPnL: null,
      totalAssets: null,
      netAssets: null,
      tradingEquity: null,
      freeMargin: null,
      marginLevel: null,
      unmarked: ['EUR/USD'],
    };
    expect(client.getQueryData(queryKeys.userInfo('demo'))).toMatchObject(nothing);
    const fetched = vi.spyOn(client, 'invalidateQueries');
    reader.read({ type: 'USER_BALANCE_UPDATE', seq: 6, mode: 'demo', data: balance });
    // What it owes is not in a frame, so equity is not made up of one.
    expect(client.getQueryData(queryKeys.userInfo('demo'))).toMatchObject({
      tradingEquity: null,
      freeMargin: null,
      unmarked: ['EUR/USD'],
    });
    pass();
    expect(fetched).toHaveBeenCalledWith({ queryKey: queryKeys.userInfo('demo') });
  });

  it.each([
    ['leaves no cash', user, { ...balance, baseBalance: '0' }, true],
    ['finds none', { ...user, amount: '0' }, balance, true],
    ['leaves some', user, { ...balance, baseBalance: '10' }, false],
    ['there was not', { ...user, amount: '0' }, { ...balance, baseBalance: '0' }, false],
  ])('fetch what is owed after a payment that %s', (_, before, frame, isFetched) => {
    client.setQueryData(queryKeys.userInfo('demo'), before);
    const fetched = vi.spyOn(client, 'invalidateQueries');
    reader.read({ type: 'USER_BALANCE_UPDATE', seq: 5, mode: 'demo', data: frame });
    pass();
    expect(fetched.mock.calls).toEqual(
      isFetched ? [[{ queryKey: queryKeys.userInfo('demo') }]] : [],
    );
  });

  it('keep what the account owes', () => {
    const owing = { ...user, tradingEquity: '9984' };
    expect(withBalance(owing, balance).tradingEquity).toBe('5484');
  });
});
