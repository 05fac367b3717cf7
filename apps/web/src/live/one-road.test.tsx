// Promise: what a command or the market does to an order is on screen by one frame or one answer; of
// the lists only what a frame cannot say is read again, once for however many orders it was.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import type { BalanceItem, Notification, Order, ServerFrame } from '@candor/protocol/light';
import { CALLS, type CallName } from '@candor/protocol/calls';
import { type ReactElement, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Sent, answered, refused, standInForServer } from '../../test/answers.ts';
import { useOrders, usePending, usePositions } from '../features/contracts/orders/api.ts';
import { useAmendContract, useOpenContract } from '../features/contracts/order/commands.ts';
import { useOrderDetail } from '../features/contracts/order/detail-api.ts';
import { useCloseAll, useCloseContract } from '../features/contracts/order/end-commands.ts';
import { useUnread } from '../features/notifications/api.ts';
import { useRunningOptions } from '../features/options/running.ts';
import { useUserInfo } from '../features/portfolio/api.ts';
import { useTransactions } from '../features/records/api.ts';
import { beginSession, endSession } from '../lib/session.ts';
import { aLong, MARA } from '../testing/market-info.ts';
import { type FrameReader, createFrameReader } from './apply.ts';
import { queryKeys } from './keys.ts';
import { tellOrders } from './order-cache.ts';

type PrivateFrame = Extract<ServerFrame, { data: unknown }>;
type Said = PrivateFrame extends infer One
  ? One extends unknown
    ? Omit<One, 'seq' | 'mode'>
    : 0
  : 0;

const idOf = (number: number): string =>
  `0190c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`;
const running = (number: number, change: Partial<Order> = {}): Order => ({
  ...aLong,
  id: idOf(number),
  createdTime: number,
  openTime: number,
  openLots: aLong.lots,
  closeOutPrice: '30000',
  ...change,
});
const closed = (order: Order, reason: Order['reason'] = 'user'): Order => {
  const { closeOutPrice: _, openLots: __, ...rest } = order;
  const version = order.version + 1;
  return { ...rest, version, status: 'closed', reason, profit: '1', closeTime: 9 };
};
const waiting = (number: number): Order => ({
  ...aLong,
  id: idOf(number),
  version: 1,
  createdTime: number,
  orderType: 'limit',
  status: 'pending',
});
const balance: BalanceItem = {
  userId: 'mara',
  baseBalance: '5000',
  floatingPnL: '0',
  totalAssets: '10000',
  unmarked: [],
  loanAmount: '0',
  bondAmount: '5000',
  profit: '0',
  timestamp: 3,
};
const notice: Notification = {
  id: 'n1',
  category: 'orders',
  kind: 'order-filled',
  mode: 'demo',
  facts: {},
  at: 3,
  isRead: false,
};

/** What the server holds. */
let orders: Map<string, Order>;
let sent: Sent[];
let answers: Partial<Record<CallName, (sent: Sent) => unknown>>;
let client: QueryClient;
let reader: FrameReader;
let seq: number;

function listed({ path }: Sent) {
  const asked = new URL(path, 'http://localhost').searchParams;
  const [status, code] = [asked.get('status') ?? 'all', asked.get('code')];
  const found = [...orders.values()]
    .filter((one) => (status === 'all' || one.status === status) && (code ?? one.code) === one.code)
    .toSorted((a, b) => b.createdTime - a.createdTime);
  const size = +(asked.get('size') ?? '20');
  const from = (+(asked.get('page') ?? '1') - 1) * size;
  return { records: found.slice(from, from + size), total: found.length };
}

const READS: Partial<Record<CallName, (sent: Sent) => unknown>> = {
  'contracts.list': listed,
  'contracts.get': ({ path }) => ({ ...orders.get(path.split('/').at(-1) ?? ''), events: [] }),
  'portfolio.info': () => ({ ...MARA, id: 'mara' }),
  'portfolio.transactions': () => ({ records: [], total: 0 }),
  'options.list': () => ({ records: [], total: 0 }),
  'notifications.unread': () => ({ count: 0 }),
};

let desk: {
  open: ReturnType<typeof useOpenContract>;
  close: ReturnType<typeof useCloseContract>;
  amend: ReturnType<typeof useAmendContract>;
  closeAll: ReturnType<typeof useCloseAll>;
  positions: readonly Order[];
  waiting: readonly Order[];
};

/** All that the page of a market reads of an account. */
function Desk(): null {
  useOrders({ status: 'pending', code: aLong.code, size: 50 });
  useRunningOptions();
  useUserInfo();
  useUnread();
  const now = {
    open: useOpenContract(() => undefined),
    close: useCloseContract(),
    amend: useAmendContract(),
    closeAll: useCloseAll(() => undefined),
    positions: usePositions().data?.records ?? [],
    waiting: usePending().data?.records ?? [],
  };
  useEffect(() => {
    desk = now;
  });
  return null;
}

function Records(): null {
  useTransactions({ page: 1 });
  useOrders({ status: 'closed', page: 1, size: 20 });
  return null;
}

function Detail(): null {
  useOrderDetail(idOf(1));
  return null;
}

async function show(page: ReactElement): Promise<void> {
  render(<QueryClientProvider client={client}>{page}</QueryClientProvider>);
  await settled();
}

/** Everything that waits has happened; less than lists that are read now and then wait for. */
const settled = () => act(() => vi.advanceTimersByTimeAsync(3_000));

/** Frames, as the socket brings them: one after the other. */
async function tell(...frames: readonly Said[]): Promise<void> {
  await act(async () => {
    for (const frame of frames) {
      seq += 1;
      reader.read({ ...frame, seq, mode: 'demo' } as ServerFrame);
      await vi.advanceTimersByTimeAsync(1);
    }
  });
}

/** The call of an address, by the two names its path begins with. */
const headOf = (path: string): string => path.split('/').slice(0, 3).join('/');
const NAMES = Object.keys(CALLS) as CallName[];
const callOf = (path: string): CallName => {
  const asked = path.replace('/swx/customer', '').split('?')[0] ?? '';
  const name = NAMES.find((one) => headOf(CALLS[one].path) === headOf(asked));
  if (name === undefined) throw new Error(`no call has the path ${path}`);
  return name;
};

/** What was read while something happened. */
async function readsOf(happening: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = sent.length;
  await act(happening);
  await settled();
  const names = sent.slice(before).map(({ path }) => callOf(path));
  const counts: Record<string, number> = {};
  for (const name of names) if (name in READS) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const put = (order: Order): Order => {
  orders.set(order.id, order);
  return order;
};

beforeEach(() => {
  vi.useFakeTimers();
  orders = new Map();
  answers = {};
  seq = 4;
  const answerOf = (one: Sent) => {
    const name = callOf(one.path);
    const answer = answers[name] ?? READS[name];
    return answer === undefined
      ? refused('already-closed')
      : Promise.resolve(answer(one)).then(answered);
  };
  sent = standInForServer(new Proxy({}, { get: () => answerOf }));
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: false } } });
  reader = createFrameReader(client);
  beginSession({
    token: 'mara',
    expiresAt: 1,
    user: { id: 'mara', username: 'mara', demoDisabled: false },
  });
});
afterEach(() => {
  cleanup();
  endSession();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The page as it stands once the line is up. */
async function onDesk(...held: readonly Order[]): Promise<void> {
  held.forEach(put);
  await show(<Desk />);
  await act(async () => reader.read({ type: 'AUTH_SUCCESS', userId: 'mara', mode: 'demo', seq }));
  await settled();
}

const frame = (data: Order): Said => ({ type: 'ORDER_UPDATE', data });
const figures: Said = { type: 'USER_BALANCE_UPDATE', data: balance };

/** The answer to a command, and the frames behind it. */
async function command(send: () => Promise<unknown>, ...frames: readonly Said[]): Promise<void> {
  await send();
  await vi.advanceTimersByTimeAsync(200);
  await tell(...frames);
}

describe('what one act makes a page read', () => {
  const close = (order: Order) => {
    answers['contracts.close'] = () => ({ order, price: '1', profit: '1' });
    return desk.close.mutateAsync({ id: order.id });
  };

  it('is nothing, when terms of an order change', async () => {
    await onDesk(running(1), waiting(2));
    const order = put(running(1, { version: 3, stopLoss: '50000' }));
    answers['contracts.amend'] = () => order;
    const send = () => desk.amend.mutateAsync({ id: order.id, body: {} });
    expect(await readsOf(() => command(send, frame(order)))).toEqual({});
    expect(desk.positions[0]).toMatchObject({ stopLoss: '50000', closeOutPrice: '30000' });
  });

  it('is the prices of forced closes, when one opens', async () => {
    await onDesk(running(1));
    const order = put(running(2));
    const { closeOutPrice: _, ...told } = order;
    answers['contracts.open'] = () => told;
    const reads = await readsOf(async () => {
      await desk.open.mutateAsync({} as never);
      await vi.advanceTimersByTimeAsync(1);
      expect(desk.positions.map(({ id }) => id)).toEqual([idOf(2), idOf(1)]);
      await tell(frame(told), figures);
    });
    expect(reads).toEqual({ 'contracts.list': 1 });
    expect(desk.positions[0]?.closeOutPrice).toBe('30000');
  });

  it('is the same when a part closes, and when all of one does', async () => {
    await onDesk(running(1), running(2));
    const part = put(running(1, { version: 3, openLots: '0.02' }));
    expect(await readsOf(() => command(() => close(part), frame(part), figures))).toEqual({
      'contracts.list': 1,
    });
    const over = put(closed(part));
    expect(await readsOf(() => command(() => close(over), frame(over), figures))).toEqual({
      'contracts.list': 1,
    });
    expect(desk.positions.map(({ id }) => id)).toEqual([idOf(2)]);
  });

  it('is nothing, when the last one closes, or an order is placed or taken back', async () => {
    await onDesk(running(1));
    const over = put(closed(running(1)));
    expect(await readsOf(() => command(() => close(over), frame(over), figures))).toEqual({});
    expect(desk.positions).toEqual([]);
    const placed = put(waiting(2));
    expect(await readsOf(() => tell(frame(placed)))).toEqual({});
    expect(desk.waiting).toMatchObject([{ id: placed.id }]);
    const gone = put({ ...placed, version: 2, status: 'closed', reason: 'cancelled' });
    expect(await readsOf(() => tell(frame(gone)))).toEqual({});
    expect(desk.waiting).toEqual([]);
  });

  it('is one list and the bell, when a stop closes one of several', async () => {
    await onDesk(running(1), running(2));
    const over = put(closed(running(2), 'stopLoss'));
    const bell: Said = { type: 'NOTIFICATION', data: { kind: 'notice', notice } };
    expect(await readsOf(() => tell(frame(over), figures, bell))).toEqual({
      'contracts.list': 1,
      'notifications.unread': 1,
    });
  });

  it('is nothing, when all of 50 close', async () => {
    await onDesk(...Array.from({ length: 50 }, (_, index) => running(index)));
    const over = [...orders.values()].map((order) => put(closed(order)));
    answers['contracts.close-all'] = () => ({ closed: over, failed: [] });
    const send = () => desk.closeAll.mutateAsync({});
    expect(await readsOf(() => command(send, ...over.map(frame), figures))).toEqual({});
    expect(desk.positions).toEqual([]);
  });

  it('is a list or two, when 300 are closed at once without being asked', async () => {
    await onDesk(...Array.from({ length: 400 }, (_, index) => running(index)));
    await show(<Records />);
    const over = [...orders.values()].slice(0, 300).map((order) => put(closed(order, 'closeOut')));
    const bell: Said = { type: 'NOTIFICATION', data: { kind: 'notice', notice } };
    const reads = await readsOf(() => tell(...over.flatMap((one) => [frame(one), bell]), figures));
    // The frames take 600 ms: two moments.
    expect(reads['contracts.list']).toBeLessThanOrEqual(4);
    expect(reads['notifications.unread']).toBeLessThanOrEqual(2);
    expect(reads['portfolio.transactions']).toBeLessThanOrEqual(2);
    expect(reads['portfolio.info'] ?? 0).toBe(0);
    expect(desk.positions.length).toBe(100);
    expect(desk.positions.every(({ status }) => status === 'running')).toBe(true);
  });

  it('is the order with its events, while its details are open', async () => {
    await onDesk(running(1));
    await show(<Detail />);
    const order = put(running(1, { version: 3, stopLoss: '50000' }));
    expect(await readsOf(() => tell(frame(order)))).toEqual({ 'contracts.get': 1 });
  });

  it('is the figures as well, when the line says nothing', async () => {
    await onDesk(running(1));
    const over = put(closed(running(1)));
    expect(await readsOf(() => command(() => close(over)))).toEqual({ 'portfolio.info': 1 });
  });

  it('is everything that may have moved, when nobody knows what a command did', async () => {
    await onDesk(running(1));
    const reads = await readsOf(() => desk.close.mutateAsync({ id: idOf(1) }));
    expect(reads).toEqual({ 'contracts.list': 3, 'portfolio.info': 1 });
  });

  it('is everything once, when the line comes back, and once for all that is missing', async () => {
    await onDesk(running(1));
    const read = {
      'contracts.list': 3,
      'options.list': 1,
      'portfolio.info': 1,
      'notifications.unread': 1,
    };
    const back: ServerFrame = { type: 'AUTH_SUCCESS', userId: 'mara', mode: 'demo', seq: 9 };
    expect(await readsOf(async () => reader.read(back))).toEqual(read);
    const missed = async () => {
      reader.read({ type: 'SNAPSHOT_NEEDED', from: 10 });
      seq = 20;
      await tell(frame(running(1, { version: 3 })), figures);
      seq += 3;
      await tell(figures);
    };
    expect(await readsOf(missed)).toEqual(read);
  });
});

describe('what a page shows', () => {
  const shown = () => desk.positions.map(({ id, version }) => [id, version]);

  it('is the newest of an answer, a frame and a list that was read meanwhile', async () => {
    await onDesk(running(1), running(2));
    const old = [...orders.values()];
    let answer: (value: unknown) => void = () => undefined;
    const slow = new Promise((resolve) => {
      answer = resolve;
    });
    answers['contracts.list'] = () => slow;
    void client.invalidateQueries({ queryKey: ['contracts.list'] });
    await tell(frame(closed(running(1))), frame(running(2, { version: 4 })));
    // An older frame, a repeated one, and the answer that was asked for before either.
    await tell(frame(running(2, { version: 3 })), frame(closed(running(1))), frame(running(1)));
    expect(shown()).toEqual([[idOf(2), 4]]);
    put(closed(running(1)));
    put(running(2, { version: 4 }));
    delete answers['contracts.list'];
    await act(async () => {
      answer({ records: old, total: 2 });
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(shown()).toEqual([[idOf(2), 4]]);
    await settled();
    expect(shown()).toEqual([[idOf(2), 4]]);
  });

  it('is nothing of another mode, nor of who was here before', async () => {
    await onDesk(running(1));
    await act(async () => {
      reader.read({ type: 'ORDER_UPDATE', seq: seq + 1, mode: 'real', data: running(5) });
    });
    tellOrders(client, { userId: 'noor', mode: 'demo' }, [running(6)]);
    tellOrders(client, { userId: 'mara', mode: 'real' }, [running(7)]);
    await settled();
    expect(shown()).toEqual([[idOf(1), 2]]);
  });

  it('is read again where it was marked, whatever a tick says meanwhile', async () => {
    const key = queryKeys.ordersPage('demo', { status: 'closed', page: 2 });
    await onDesk(running(1));
    client.setQueryData(key, { records: [closed(running(2))], total: 21 });
    client.setQueryData(queryKeys.ordersPage('demo', { status: 'running', page: 2 }), {
      records: [running(3)],
      total: 21,
    });
    await tell(frame(put(closed(running(1)))));
    await settled();
    const isOld = () => client.getQueryState(key)?.isInvalidated;
    expect(isOld()).toBe(true);
    const pnl = {
      orderId: idOf(3),
      unrealizedPnL: '1',
      unrealizedPnLPercentage: '1',
      currentPrice: '1',
      lastUpdateTime: 1,
    };
    await tell({ type: 'REAL_TIME_PNL', data: pnl });
    expect(isOld()).toBe(true);
  });
});
