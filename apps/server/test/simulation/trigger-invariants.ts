import { type Invariant, type Seen, wasJudged } from './ledger-invariants.ts';
import { d18, entryPrice, exitPrice } from './oracle.ts';
import { freshFor } from './close-out-invariants.ts';
import { type OrderRow, type Snapshot, type Tick, lastTick } from './snapshot.ts';

type Terms = {
  stopLoss: bigint | null;
  takeProfit: bigint | null;
  trailing: bigint | null;
  asked: bigint | null;
  stop: bigint | null;
};
/** Terms that held for ticks after `since` (a place on the tape), accepted at `at`. */
type Segment = { readonly terms: Terms; readonly since: number; readonly at: number };

const FIELDS: Readonly<Record<string, keyof Terms>> = {
  stopLoss: 'stopLoss',
  takeProfit: 'takeProfit',
  trailingDistance: 'trailing',
  price: 'asked',
  stopPrice: 'stop',
};

/** What an order said at each time, found by taking its amendments back one by one. */
function segmentsOf(now: Snapshot, order: OrderRow): Segment[] {
  const amended = now.events.filter((one) => one.kind === 'amended' && one.contractId === order.id);
  const { stopLoss, takeProfit, trailing, asked, stop } = order;
  let terms: Terms = { stopLoss, takeProfit, trailing, asked, stop };
  const later: Segment[] = [];
  for (const event of amended.toReversed()) {
    const since = now.tickOf.get(event.tick ?? '')?.place ?? Number.NaN;
    later.unshift({ terms, since, at: event.at });
    terms = { ...terms };
    for (const { field, from } of event.changes) {
      const key = FIELDS[field];
      if (key !== undefined) terms[key] = from === null ? null : d18(from);
    }
  }
  const placed = lastTick(now, order.code, order.createdAt)?.place ?? Number.NaN;
  return [{ terms, since: placed, at: order.createdAt }, ...later];
}

/** When a price on the tape was there for a pulse to act on. */
function pulseOf(seen: Seen, tick: Tick): number | null {
  return seen.pulses.find(({ ticks }) => ticks > tick.place)?.at ?? null;
}

type Found = { readonly tick: Tick; readonly why: 'stopLoss' | 'takeProfit' | 'trailing' };

/** What should end a contract: its first eligible tick, by the terms that stood when it came. */
function firstEnd(seen: Seen, order: OrderRow): Found | null {
  const { now } = seen;
  const opened = now.tickOf.get(order.tick ?? '');
  if (opened === undefined) return null;
  const all = segmentsOf(now, order);
  const isLong = order.side === 'long';
  // A stop counts from the newest price on, also where it was filled at one that was held.
  const newest = order.type === 'market' ? lastTick(now, order.code, order.createdAt) : null;
  const from = Math.max(opened.place, newest?.place ?? 0);
  let level: bigint | null = null;
  let distance: bigint | null = null;
  for (const tick of now.ticks.slice(from)) {
    if (tick.code !== order.code || !tick.acts) continue;
    const at = all.findLast((one) => one.at <= (order.openedAt ?? 0)) ?? all[0];
    const later = all.filter((one) => one.at > (order.openedAt ?? 0));
    // Terms act on every tick that came before the next ones were accepted.
    const held = [...(at === undefined ? [] : [at]), ...later].findLast(
      (one) => one === at || one.since < tick.place,
    );
    if (held === undefined) return null;
    const since = Math.max(held === at ? from : held.since, from);
    const { stopLoss, takeProfit, trailing } = held.terms;
    const mark = exitPrice(order.side, tick);
    if (trailing !== distance) {
      const first = now.ticks[since];
      distance = trailing;
      level = trailing === null || first?.acts !== true ? null : behind(order, first, trailing);
    }
    const trails = level !== null && (isLong ? mark <= level : mark >= level);
    if (tick.place > since) {
      const isStop = stopLoss !== null && (isLong ? mark <= stopLoss : mark >= stopLoss);
      if (trails && (!isStop || isNearer(level, stopLoss, isLong))) {
        return { tick, why: 'trailing' };
      }
      if (isStop) return { tick, why: 'stopLoss' };
      const isWon = takeProfit !== null && (isLong ? mark >= takeProfit : mark <= takeProfit);
      if (isWon) return { tick, why: 'takeProfit' };
    }
    if (trailing !== null && tick.place >= since) {
      const own = behind(order, tick, trailing);
      if (level === null || (isLong ? own > level : own < level)) level = own;
    }
  }
  return null;
}

/** Where a trailing stop stands that a tick took along. */
function behind(order: OrderRow, tick: Tick, distance: bigint): bigint {
  const mark = exitPrice(order.side, tick);
  return order.side === 'long' ? mark - distance : mark + distance;
}

function isNearer(level: bigint | null, stop: bigint | null, isLong: boolean): boolean {
  if (level === null || stop === null) return level !== null;
  return isLong ? level > stop : level < stop;
}

const ENGINE = ['stopLoss', 'takeProfit', 'trailing'];

/** Whether the yen had a rate when the pulse came; without one what is due waits. */
function hadConversionRate(seen: Seen, code: string, at: number): boolean {
  if (!code.endsWith('/JPY')) return true;
  const link = lastTick(seen.now, 'USD/JPY', at);
  return link !== null && at - link.at <= 15_000;
}

/** Terms that were accepted although a tick had reached the ones before them. */
function isErased(seen: Seen, order: OrderRow, wanted: Found | null): boolean {
  if (wanted === null) return false;
  const after = segmentsOf(seen.now, order).slice(1);
  return after.some(({ since, at }) => at > (order.openedAt ?? 0) && since >= wanted.tick.place);
}

/** A reset of the demo ends everything, whatever was on its way. */
function isReset(seen: Seen, requestId: string): boolean {
  return seen.now.entries.some((one) => one.kind === 'demo-reset' && one.requestId === requestId);
}

/** Stops and targets act at their first eligible tick after acceptance, at that tick's price. */
const c4: Invariant = (seen) =>
  seen.now.orders.flatMap((order) => {
    if (order.price === null) return [];
    if (seen.touched !== null && !seen.touched.has(order.id)) return [];
    const end = seen.now.closings.find((one) => one.contractId === order.id && one.isLast);
    const wanted = firstEnd(seen, order);
    const wantedAt = wanted === null ? null : pulseOf(seen, wanted.tick);
    if (isErased(seen, order, wanted)) {
      return [`${order.id} was amended after its ${wanted?.why} at ${wanted?.tick.id}`];
    }
    const asked = seen.now.closings.find(
      (one) =>
        one.contractId === order.id &&
        one.reason === 'user' &&
        one.at > (wanted?.tick.at ?? one.at),
    );
    if (asked !== undefined && wanted !== null && !isReset(seen, asked.requestId)) {
      return [`${order.id} was closed by its owner after its ${wanted.why} at ${wanted.tick.id}`];
    }
    if (end !== undefined && ENGINE.includes(end.reason)) {
      if (wanted === null) return [`${order.id} ended by ${end.reason} that no tick set off`];
      const isRight = end.reason === wanted.why && end.tick === wanted.tick.id;
      return isRight
        ? []
        : [`${order.id} ended ${end.reason} ${end.tick}, due ${wanted.why} ${wanted.tick.id}`];
    }
    if (wanted === null || wantedAt === null || !hadConversionRate(seen, order.code, wantedAt))
      return [];
    if (end === undefined) return [`${order.id} runs past its ${wanted.why} at ${wanted.tick.id}`];
    const isBefore = end.reason === 'closeOut' ? wantedAt <= end.at : wantedAt < end.at;
    return isBefore ? [`${order.id} ${end.reason}: ${wanted.why} was due ${wanted.tick.id}`] : [];
  });

/** What a tick does to an order that waits. */
function touches(order: OrderRow, facts: { terms: Terms; isArmed: boolean; tick: Tick }) {
  const { terms, isArmed, tick } = facts;
  const price = entryPrice(order.side, tick);
  const isBuy = order.side === 'long';
  const isStop = terms.stop !== null && (isBuy ? price >= terms.stop : price <= terms.stop);
  const isLimit = terms.asked !== null && (isBuy ? price <= terms.asked : price >= terms.asked);
  if (order.type === 'stop') return isStop ? 'fill' : null;
  if (order.type === 'limit') return isLimit ? 'fill' : null;
  if (!isArmed && !isStop) return null;
  return isLimit ? 'fill' : isArmed ? null : 'arm';
}

/** The tick that should have filled an order that waits, if a pulse saw it in time. */
function firstFill(seen: Seen, order: OrderRow): Tick | null {
  const all = segmentsOf(seen.now, order);
  let isArmed = false;
  let stop: bigint | null = null;
  for (const tick of seen.now.ticks) {
    if (tick.code !== order.code || !tick.acts) continue;
    const pulsed = pulseOf(seen, tick);
    if (pulsed === null) return null;
    const held = all.findLast((one) => one.since < tick.place);
    if (held === undefined) continue;
    if (held.terms.stop !== stop) [isArmed, stop] = [false, held.terms.stop];
    const what = touches(order, { terms: held.terms, isArmed, tick });
    // Nothing is opened at a price that was old when the pulse came; it goes on waiting.
    // Nor while the account cannot be judged.
    const isJudged = wasJudged(seen, { mode: order.mode, at: pulsed });
    if (what === 'fill' && isJudged && pulsed - tick.at <= freshFor(order.code)) return tick;
    if (what === 'arm') isArmed = true;
  }
  return null;
}

/**
 * Whether a tick that no pulse has seen yet touches an order that waits, and does something to it
 * now: an order that may not be filled now was touched for nothing.
 */
function isTouched(seen: Seen, order: OrderRow): boolean {
  const last = segmentsOf(seen.now, order).at(-1);
  if (last === undefined) return false;
  const armed = seen.now.tickOf.get(order.armedTick ?? '')?.place ?? -1;
  const facts = { terms: last.terms, isArmed: order.armedTick !== null };
  const tick = seen.now.ticks.find(
    (one) =>
      one.code === order.code &&
      one.acts &&
      one.place > Math.max(last.since, armed) &&
      pulseOf(seen, one) === null &&
      touches(order, { ...facts, tick: one }) !== null,
  );
  if (tick === undefined) return false;
  if (touches(order, { ...facts, tick }) === 'arm') return true;
  const at = seen.clock;
  const isFresh = at - tick.at <= freshFor(order.code);
  return (
    isFresh && hadConversionRate(seen, order.code, at) && wasJudged(seen, { mode: order.mode, at })
  );
}

/** Whether a stored tick has reached an open order, so that nothing of it is changed any more. */
export function isReached(seen: Seen, order: OrderRow): boolean {
  if (order.status === 'closed') return false;
  return order.status === 'running' ? firstEnd(seen, order) !== null : isTouched(seen, order);
}

/** Orders that wait are filled, or refused for want of margin, at their first tick. */
const c4Waiting: Invariant = (seen) =>
  seen.now.orders.flatMap((order) => {
    if (order.type === 'market') return [];
    if (seen.touched !== null && !seen.touched.has(order.id)) return [];
    const wanted = firstFill(seen, order);
    if (order.tick !== null) {
      return wanted?.id === order.tick
        ? []
        : [`${order.id} filled at ${order.tick}, due ${wanted?.id ?? 'never'}`];
    }
    if (order.reason === 'rejected') {
      return wanted === null ? [`${order.id} was rejected before its price came`] : [];
    }
    const at = wanted === null ? null : pulseOf(seen, wanted);
    if (wanted === null || at === null || !hadConversionRate(seen, order.code, at)) return [];
    if (order.closedAt !== null && order.closedAt <= at) return [];
    return [`${order.id} is ${order.status}, its price came at ${wanted.id}`];
  });

/** C4 of RELIABILITY 2.4, of contracts and of orders that wait. */
export const TRIGGER_INVARIANTS: Readonly<Record<string, Invariant>> = {
  'C4 stops at their first tick': c4,
  'C4 orders at their first tick': c4Waiting,
};
