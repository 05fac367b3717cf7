import type { CallResult, Order } from '@candor/protocol/light';
import type { OrdersQuery } from './keys.ts';

/** A page of a list of orders, newest first. */
export type OrderPage = CallResult<'contracts.list'>;

type Heard = {
  readonly order: Order;
  /** How much had been heard with it. */
  readonly at: number;
  /** It was news, and not merely read for the first time. */
  readonly isStep: boolean;
};

/** What a page knows of the orders of one account, from whichever side it heard of them. */
export type OrderNews = {
  /** The newest state of each; the one heard of last stands last. */
  readonly orders: ReadonlyMap<string, Heard>;
  /** How often something was heard. */
  readonly count: number;
};

/** Nothing heard yet. */
export const NO_NEWS: OrderNews = { orders: new Map(), count: 0 };

/** Most orders of which the newest state is remembered. */
export const REMEMBERED_MAX = 1_000;

/** Something new about an order. */
export type OrderStep = {
  readonly now: Order;
  /** What was known of it before. */
  readonly before: Order | undefined;
  /** Every list had heard of that: what was only read may be missing in another. */
  readonly isFollowed: boolean;
};

/**
 * Takes down what a frame or an answer tells of orders, or what a list was read with. Only what is
 * newer than anything heard of the order is a step; an order that was merely read for the first time
 * is none, because whatever else shows it was read as well.
 */
export function hear(
  news: OrderNews,
  orders: readonly Order[],
  by: 'told' | 'read',
): { readonly news: OrderNews; readonly steps: readonly OrderStep[] } {
  const steps: OrderStep[] = [];
  const known = new Map(news.orders);
  let { count } = news;
  for (const now of orders) {
    const one = known.get(now.id);
    const isNewer = one === undefined || now.version > one.order.version;
    // One list had it first; the others have not heard of it yet.
    const isFirstTold = by === 'told' && one?.isStep === false;
    if (!isNewer && !(isFirstTold && now.version === one.order.version)) continue;
    const before = isNewer ? one?.order : undefined;
    const isStep = by === 'told' || before !== undefined;
    count += 1;
    known.delete(now.id);
    known.set(now.id, { order: now, at: count, isStep });
    if (isStep) steps.push({ now, before, isFollowed: one?.isStep === true });
  }
  for (const id of known.keys()) {
    if (known.size <= REMEMBERED_MAX) break;
    known.delete(id);
  }
  return { news: { orders: known, count }, steps };
}

/** A page after news, and whether all of it is known by them. */
export type Meeting = { readonly page: OrderPage; readonly isKnown: boolean };

/** Of two views of one order the newer; what lists alone work out stays until they are read again. */
export function newestOrder<One extends Order>(shown: One, told: Order): One {
  if (told.version <= shown.version) return shown;
  const { closeOutPrice } = shown;
  const isShown = told.status === 'running' && closeOutPrice !== undefined;
  // A detail has its events beside the order.
  const rest = 'events' in shown ? { events: shown.events } : {};
  return { ...(isShown ? { closeOutPrice } : {}), ...told, ...rest } as One;
}

/** Rows of a page that names no size. */
const PAGE_SIZE = 20;
const sizeOf = ({ size }: OrdersQuery): number => size ?? PAGE_SIZE;

const isAsked = (order: Order, { status, code, from, to }: OrdersQuery): boolean =>
  (status === undefined || status === 'all' || order.status === status) &&
  (code ?? order.code) === order.code &&
  (from ?? 0) <= order.createdTime &&
  order.createdTime <= (to ?? Number.POSITIVE_INFINITY);

/** Whether an order of the list it now is not in may have been in it before. */
function mayHaveBeen(step: OrderStep, query: OrdersQuery): boolean {
  const { now, before } = step;
  if (before !== undefined && step.isFollowed) return isAsked(before, query);
  const { status } = query;
  if (!isAsked(now, { ...query, status: 'all' }) || status === 'closed') return false;
  return status === 'pending' ? now.orderType !== 'market' : now.openTime !== undefined;
}

/** Newest first, as the server lists: an id begins with the time its order was placed. */
const isAfter = (one: Order, other: Order): boolean =>
  one.createdTime === other.createdTime ? one.id < other.id : one.createdTime < other.createdTime;

function without(page: OrderPage, query: OrdersQuery, index: number): Meeting {
  const { records, total } = page;
  // What stands on the pages behind moves up, and it is not known here.
  const isLast = ((query.page ?? 1) - 1) * sizeOf(query) + records.length >= total;
  return { page: { records: records.toSpliced(index, 1), total: total - 1 }, isKnown: isLast };
}

function meetOne(page: OrderPage, query: OrdersQuery, step: OrderStep): Meeting {
  const { now } = step;
  const { records, total } = page;
  const unchanged = { page, isKnown: true };
  const index = records.findIndex(({ id }) => id === now.id);
  const shown = records[index];
  if (shown !== undefined) {
    const newest = newestOrder(shown, now);
    if (newest === shown) return unchanged;
    if (!isAsked(newest, query)) return without(page, query, index);
    return { page: { records: records.with(index, newest), total }, isKnown: true };
  }
  const isFirst = (query.page ?? 1) === 1;
  const isWhole = isFirst && records.length === total;
  if (!isAsked(now, query)) return { page, isKnown: isWhole || !mayHaveBeen(step, query) };
  const place = records.findIndex((one) => isAfter(one, now));
  if (isFirst && (isWhole || place >= 0)) {
    const grown = records.toSpliced(place < 0 ? records.length : place, 0, now);
    return { page: { records: grown.slice(0, sizeOf(query)), total: total + 1 }, isKnown: true };
  }
  // It stands on another page, or is new there.
  const { before, isFollowed } = step;
  return { page, isKnown: isFollowed && before !== undefined && isAsked(before, query) };
}

/** A page of a list after news: what cannot be known by them is to be read again. */
export function meet(page: OrderPage, query: OrdersQuery, steps: readonly OrderStep[]): Meeting {
  let met: Meeting = { page, isKnown: true };
  for (const step of steps) {
    const { page: next, isKnown } = meetOne(met.page, query, step);
    met = { page: next, isKnown: isKnown && met.isKnown };
  }
  return met;
}

/** Whether something was paid with it: new terms, and orders that were never filled, move no money. */
export function movesMoney({ now, before }: OrderStep): boolean {
  if (now.openTime === undefined) return false;
  if (before?.status !== 'running' || now.status !== 'running') return true;
  return before.openLots !== now.openLots || before.financing !== now.financing;
}

/** Whether a page shows at what prices contracts would be closed out: each payment moves them. */
export const showsCloseOut = ({ records }: OrderPage): boolean =>
  records.some(({ status }) => status === 'running');

/**
 * A page that was read while news came: `since` is what had been heard when it was asked for. What was
 * heard before is in the answer; what was heard later may be or not, so a page that is changed by it
 * is read once more.
 */
export function meetRead(
  page: OrderPage,
  query: OrdersQuery,
  read: { readonly news: OrderNews; readonly since: number },
): Meeting {
  const { news, since } = read;
  const shown = new Map(page.records.map(({ id, version }) => [id, version]));
  // Another list that was read meanwhile may have it newer, which is no step: it says so of what is shown here.
  const isPassed = ({ id, version }: Order): boolean => version > (shown.get(id) ?? version);
  const later = [...news.orders.values()].filter(
    ({ at, isStep, order }) => at > since && (isStep || isPassed(order)),
  );
  const steps = later.map(({ order }) => ({ now: order, before: undefined, isFollowed: false }));
  const met = meet(page, query, steps);
  // Of more than are remembered some may be missing.
  const isWhole = news.count - since <= REMEMBERED_MAX;
  return { page: met.page, isKnown: isWhole && met.isKnown && met.page === page };
}
