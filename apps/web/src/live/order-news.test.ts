// Promise: of everything a page hears of an order the newest wins, in whatever order it comes; what a
// list cannot know by it is read again, and nothing else.
import type { Order } from '@candor/protocol/light';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aLong } from '../testing/market-info.ts';
import type { OrdersQuery } from './keys.ts';
import {
  NO_NEWS,
  type OrderNews,
  type OrderPage,
  REMEMBERED_MAX,
  hear,
  meet,
  meetRead,
} from './order-news.ts';

const CODES = ['BTC/USDT', 'ETH/USDT'] as const;
const idOf = (number: number): string => `o${String(number).padStart(4, '0')}`;

function orderOf(number: number, change: Partial<Order> = {}): Order {
  const code = CODES[number % 2] ?? CODES[0];
  return { ...aLong, id: idOf(number), code, createdTime: number, openTime: number, ...change };
}
function waiting(number: number): Order {
  const { openTime: _, ...rest } = orderOf(number);
  return { ...rest, version: 1, orderType: 'limit', status: 'pending' };
}

/** The list as the server gives it. */
function listOf(orders: Iterable<Order>, query: OrdersQuery): OrderPage {
  const { status = 'all', code, page = 1, size = 20 } = query;
  const found = [...orders]
    .filter((one) => (status === 'all' || one.status === status) && (code ?? one.code) === one.code)
    .toSorted((a, b) => b.createdTime - a.createdTime);
  return { records: found.slice((page - 1) * size, page * size), total: found.length };
}

const QUERIES: readonly OrdersQuery[] = [
  { status: 'running', size: 100 },
  { status: 'pending', size: 100 },
  { status: 'pending', code: 'BTC/USDT', size: 2 },
  { status: 'closed', page: 1, size: 3 },
  { status: 'all', page: 1, size: 3 },
  { status: 'all', page: 2, size: 3 },
  {},
];

/** What the server does next with one of its orders, or with a new one. */
type Command = { readonly kind: 'place' | 'open' | 'move' | 'end'; readonly which: number };
/** What reaches the page next. */
type Arrival =
  | { readonly kind: 'act'; readonly act: Command }
  /** The frame that is next, or the next is lost; a later one then shows the gap. */
  | { readonly kind: 'frame' | 'lost' | 'again' }
  | { readonly kind: 'answer'; readonly which: number }
  | { readonly kind: 'ask' | 'read'; readonly which: number }
  /** The moment is over: what was marked is asked for. */
  | { readonly kind: 'moment' };

const anAct: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom('place', 'open', 'move', 'end'),
  which: fc.nat(20),
});
const anArrival: fc.Arbitrary<Arrival> = fc.oneof(
  { weight: 4, arbitrary: anAct.map((act) => ({ kind: 'act' as const, act })) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('frame', 'frame', 'frame', 'lost', 'again')
      .map((kind) => ({ kind })),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('answer' as const, 'ask' as const, 'read' as const),
      which: fc.nat(50),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'moment' as const }) },
);

type Params = { readonly query: number; readonly since: number; readonly page: OrderPage };

/** A server and a page that hears of it through three wires. */
function createWorld() {
  const orders = new Map<string, Order>();
  /** Every state that ever was: any of them may come as an answer, however late. */
  const states: Order[] = [];
  const frames: (Order | 'lost')[] = [];
  let last: Order | undefined;
  let hasGap = false;
  let news: OrderNews = NO_NEWS;
  const pages = QUERIES.map((query) => listOf([], query));
  const marked = new Set<number>();
  let asked: Params[] = [];

  const commit = (order: Order): void => {
    orders.set(order.id, order);
    states.push(order);
    frames.push(order);
  };

  function act({ kind, which }: Command): void {
    const open = [...orders.values()].filter(({ status }) => status !== 'closed');
    const one = open[which % Math.max(1, open.length)];
    if (kind === 'place') return commit(waiting(orders.size + 1));
    if (kind === 'open' || one === undefined) return commit(orderOf(orders.size + 1));
    const version = one.version + 1;
    if (kind === 'end') return commit({ ...one, version, status: 'closed' });
    const now = { ...one, version, stopLoss: String(version) };
    const isFilled = one.status === 'pending' && which % 2 === 0;
    commit(isFilled ? { ...now, status: 'running', openTime: one.createdTime } : now);
  }

  function takeIn(heard: readonly Order[], by: 'told' | 'read'): void {
    const { news: next, steps } = hear(news, heard, by);
    news = next;
    pages.forEach((page, index) => {
      const met = meet(page, QUERIES[index] ?? {}, steps);
      pages[index] = met.page;
      if (!met.isKnown) marked.add(index);
    });
  }

  function ask(query: number): void {
    marked.delete(query);
    asked = asked.filter((one) => one.query !== query);
    const page = listOf(orders.values(), QUERIES[query] ?? {});
    asked.push({ query, since: news.count, page });
  }

  function read(which: number): void {
    const one = asked[which % Math.max(1, asked.length)];
    if (one === undefined) return;
    asked = asked.filter((other) => other !== one);
    takeIn(one.page.records, 'read');
    const met = meetRead(one.page, QUERIES[one.query] ?? {}, { news, since: one.since });
    pages[one.query] = met.page;
    if (!met.isKnown) marked.add(one.query);
  }

  function frame(): void {
    const next = frames.shift();
    if (next === 'lost') hasGap = true;
    if (next === undefined || next === 'lost') return;
    // A number is missing before this one: all is read again.
    if (hasGap) QUERIES.forEach((_, index) => marked.add(index));
    hasGap = false;
    last = next;
    takeIn([next], 'told');
  }

  function moment(): void {
    [...marked].forEach(ask);
  }

  function arrive(arrival: Arrival): void {
    if (arrival.kind === 'act') act(arrival.act);
    else if (arrival.kind === 'frame') frame();
    else if (arrival.kind === 'lost') frames.splice(0, 1, 'lost');
    else if (arrival.kind === 'again' && last !== undefined) takeIn([last], 'told');
    else if (arrival.kind === 'ask') ask(arrival.which % QUERIES.length);
    else if (arrival.kind === 'read') read(arrival.which);
    else if (arrival.kind === 'moment') moment();
    else if (arrival.kind === 'answer') {
      const state = states[arrival.which % Math.max(1, states.length)];
      if (state !== undefined) takeIn([state], 'told');
    }
  }

  /** Everything that is on its way has come, and what it marked was read. */
  function settle(): void {
    // A frame of the figures follows, so a gap is seen.
    while (frames.length > 0) frame();
    if (hasGap) QUERIES.forEach((_, index) => marked.add(index));
    for (let round = 0; round < 10 && (marked.size > 0 || asked.length > 0); round += 1) {
      while (asked.length > 0) read(0);
      moment();
    }
  }

  return { arrive, settle, orders, pages, marked, newsOf: () => news };
}

const versions = ({ records, total }: OrderPage) => [
  total,
  ...records.map(({ id, version }) => `${id} ${version}`),
];

describe('what a page knows of orders', () => {
  it('is what the server has, once everything came, in whatever order it did', () => {
    fc.assert(
      fc.property(fc.array(anArrival, { maxLength: 80 }), (arrivals) => {
        const world = createWorld();
        // The newest version a page ever knew of an order is never taken back.
        const known = new Map<string, number>();
        for (const arrival of arrivals) {
          world.arrive(arrival);
          for (const { order } of world.newsOf().orders.values()) {
            expect(order.version).toBeGreaterThanOrEqual(known.get(order.id) ?? 0);
            known.set(order.id, order.version);
          }
          for (const { id, version } of world.pages.flatMap(({ records }) => records)) {
            expect(version).toBe(known.get(id));
          }
        }
        world.settle();
        expect(world.marked.size).toBe(0);
        QUERIES.forEach((query, index) => {
          const page = world.pages[index] as OrderPage;
          expect(versions(page)).toEqual(versions(listOf(world.orders.values(), query)));
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('is never older than another list had it that was asked for later and came first', () => {
    const world = createWorld();
    world.arrive({ kind: 'act', act: { kind: 'open', which: 0 } });
    world.arrive({ kind: 'ask', which: 0 });
    world.arrive({ kind: 'act', act: { kind: 'end', which: 0 } });
    world.arrive({ kind: 'ask', which: 3 });
    world.arrive({ kind: 'read', which: 1 });
    world.arrive({ kind: 'read', which: 0 });
    expect(world.pages[0]).toEqual({ records: [], total: 0 });
    world.settle();
    expect(world.marked.size).toBe(0);
  });

  it('is known of a page that holds all of its list: nothing is read again for it', () => {
    fc.assert(
      fc.property(fc.array(anAct, { maxLength: 40 }), (acts) => {
        const world = createWorld();
        for (const act of acts) {
          world.arrive({ kind: 'act', act });
          world.arrive({ kind: 'frame' });
        }
        for (const index of [0, 1]) expect([...world.marked]).not.toContain(index);
        expect(versions(world.pages[0] as OrderPage)).toEqual(
          versions(listOf(world.orders.values(), QUERIES[0] ?? {})),
        );
      }),
    );
  });

  it('is bounded, and a page read while more was heard is read again', () => {
    const all = Array.from({ length: REMEMBERED_MAX + 5 }, (_, index) => orderOf(index));
    const { news } = hear(NO_NEWS, all, 'told');
    expect(news.orders.size).toBe(REMEMBERED_MAX);
    const empty = { records: [], total: 0 };
    const query: OrdersQuery = { status: 'closed' };
    expect(meetRead(empty, query, { news, since: 0 }).isKnown).toBe(false);
    expect(meetRead(empty, query, { news, since: news.count }).isKnown).toBe(true);
  });

  it('keeps the price of a forced close that lists alone work out', () => {
    const shown = orderOf(1, { closeOutPrice: '30000' });
    const page = { records: [shown], total: 1 };
    const now = orderOf(1, { version: 3 });
    const met = meet(page, { status: 'running' }, [{ now, before: shown, isFollowed: true }]);
    expect(met.page.records[0]).toMatchObject({ version: 3, closeOutPrice: '30000' });
  });

  it('asks once more for a span of time alone where an order lies in it', () => {
    const page = { records: [orderOf(9)], total: 5 };
    const query: OrdersQuery = { status: 'closed', from: 5, to: 10, size: 1 };
    const step = (number: number) => ({
      now: orderOf(number, { version: 3, status: 'closed' }),
      before: undefined,
      isFollowed: false,
    });
    expect(meet(page, query, [step(3)])).toEqual({ page, isKnown: true });
    expect(meet(page, query, [step(7)])).toEqual({ page, isKnown: false });
  });
});
