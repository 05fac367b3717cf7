import type { Mode } from '@candor/kernel';
import type { Order, OrderDetail } from '@candor/protocol/light';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { isOwnedBy } from '../lib/own-query.ts';
import type { Asker } from '../lib/session.ts';
import { type OrdersQuery, queryKeys } from './keys.ts';
import {
  NO_NEWS,
  type OrderNews,
  type OrderPage,
  hear,
  meet,
  meetRead,
  movesMoney,
  newestOrder,
  showsCloseOut,
} from './order-news.ts';
import { type Refresher, createRefresher } from './refresh.ts';

/** Frames of one command come within this; what they make old is read again once, after it. */
const MOMENT_MS = 500;
/** An answer is followed by a frame of the figures, unless the line is down. */
const FRAME_MS = 1_500;

type State = {
  /** By user and mode. */
  readonly news: Map<string, OrderNews>;
  readonly soon: Refresher;
  /** Figures that a frame is expected of. */
  readonly late: Refresher;
};

const states = new WeakMap<QueryClient, State>();

/** What is kept beside a cache: news of orders, and what is read again in a moment. */
export function besideCache(client: QueryClient): State {
  const known = states.get(client);
  if (known !== undefined) return known;
  const state: State = {
    news: new Map(),
    soon: createRefresher(client, MOMENT_MS),
    late: createRefresher(client, FRAME_MS),
  };
  states.set(client, state);
  return state;
}

const keyOf = ({ userId, mode }: Asker): string => `${userId}/${mode}`;

/**
 * Changes every page of orders that is kept and says the same as it will when it is shown. One that is
 * read again before that stays as it is: a patch would pass for the reading.
 */
export function patchPages(
  client: QueryClient,
  owner: Asker,
  patch: (page: OrderPage, queryKey: QueryKey) => OrderPage,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.orders(owner.mode) })) {
    const { data, isInvalidated, dataUpdatedAt: updatedAt } = query.state;
    const page = data as OrderPage | undefined;
    if (page === undefined || !isOwnedBy(query, owner)) continue;
    if (isInvalidated && !query.isActive()) continue;
    const patched = patch(page, query.queryKey);
    if (patched !== page) client.setQueryData(query.queryKey, patched, { updatedAt });
  }
}

function patchDetail(client: QueryClient, owner: Asker, now: Order): void {
  const queryKey = queryKeys.orderDetail(owner.mode, now.id);
  const query = client.getQueryCache().find<OrderDetail>({ queryKey });
  if (query?.state.data === undefined || !isOwnedBy(query, owner)) return;
  const { data } = query.state;
  const newest = newestOrder(data, now);
  if (newest === data) return;
  client.setQueryData(queryKey, newest);
  // What happened stands in its events, which a view of the order does not have.
  besideCache(client).soon.mark(queryKey);
}

/** Takes in what was told or read of orders; everything that is kept of them shows it. */
export function takeIn(
  client: QueryClient,
  owner: Asker,
  heard: { readonly orders: readonly Order[]; readonly by: 'told' | 'read' },
): ReturnType<typeof hear> {
  const state = besideCache(client);
  const before = state.news.get(keyOf(owner)) ?? NO_NEWS;
  const { news, steps } = hear(before, heard.orders, heard.by);
  state.news.set(keyOf(owner), news);
  if (steps.length === 0) return { news, steps };
  const isPaid = steps.some(movesMoney);
  patchPages(client, owner, (page, queryKey) => {
    const met = meet(page, queryKey[2] as OrdersQuery, steps);
    if (!met.isKnown || (isPaid && showsCloseOut(met.page))) state.soon.mark(queryKey);
    return met.page;
  });
  for (const { now } of steps) patchDetail(client, owner, now);
  if (isPaid) state.soon.mark(queryKeys.transactions(owner.mode));
  return { news, steps };
}

/** The newest state that was heard of an order; undefined where it is not remembered. */
export function newestHeard(client: QueryClient, owner: Asker, id: string): Order | undefined {
  return besideCache(client).news.get(keyOf(owner))?.orders.get(id)?.order;
}

/** Hears of orders by a frame: every list and detail of their owner shows their newest state. */
export function tellOrders(client: QueryClient, owner: Asker, orders: readonly Order[]): void {
  takeIn(client, owner, { orders, by: 'told' });
}

/** The same by the answer to a command; figures it moves follow by a frame, or are read. */
export function tellAnswered(client: QueryClient, owner: Asker, orders: readonly Order[]): void {
  const { steps } = takeIn(client, owner, { orders, by: 'told' });
  if (steps.some(movesMoney)) besideCache(client).late.mark(queryKeys.userInfo(owner.mode));
}

/** A command ended, and nothing is known of what it did: what it may have done is read. */
export function invalidateOrders(client: QueryClient, mode: Mode): void {
  const { soon } = besideCache(client);
  soon.mark(queryKeys.orders(mode));
  soon.mark(queryKeys.orderDetails(mode));
  soon.mark(queryKeys.userInfo(mode));
}

/** A reading, and whose orders it is about. */
export type Reading<Value> = { readonly owner: Asker; readonly read: () => Promise<Value> };

const countOf = (client: QueryClient, owner: Asker): number =>
  besideCache(client).news.get(keyOf(owner))?.count ?? 0;

/** Reads a page of a list; what was heard while it was on its way counts. */
export async function readOrders(
  client: QueryClient,
  query: OrdersQuery,
  { owner, read }: Reading<OrderPage>,
): Promise<OrderPage> {
  const since = countOf(client, owner);
  const page = await read();
  const { news } = takeIn(client, owner, { orders: page.records, by: 'read' });
  const met = meetRead(page, query, { news, since });
  if (!met.isKnown) besideCache(client).soon.mark(queryKeys.ordersPage(owner.mode, query));
  return met.page;
}

/** Forgets what was heard for the user who was here. */
export function forgetOrders(client: QueryClient): void {
  const { news, soon, late } = besideCache(client);
  news.clear();
  soon.dropAll();
  late.dropAll();
}
