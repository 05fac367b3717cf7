import { exitShareOf, isNextToNothing, shareOf, shared, sum } from './figures.ts';
import type { Seen } from './seen.ts';
import type { Order, OrderDay } from './snapshot.ts';

const DAY_MS = 86_400_000;
export const dayAfter = (day: string, by = 1): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** An order as its days make it. */
type Lived = {
  readonly value: bigint;
  readonly units: bigint;
  readonly high: bigint;
  readonly result: bigint;
  readonly share: bigint;
  readonly days: number;
  /** The most it had won in all. */
  readonly peak: bigint;
  readonly wrong: readonly string[];
};

/** What an order had before each of its days. */
export type Before = { readonly value: bigint; readonly units: bigint };

/** Follows an order through the days that were paid. */
function live(
  order: Order,
  rows: readonly OrderDay[],
  before: (row: OrderDay, had: Before) => void = () => undefined,
): Lived {
  const wrong: string[] = [];
  let [value, units, high, result, share, days] = [0n, 0n, order.amount, 0n, 0n, 0];
  let peak = 0n;
  let last: string | null = null;
  for (const row of rows) {
    if (row.kind === 'join') ({ units } = row);
    const had = row.kind === 'join' ? order.amount : value;
    before(row, { value: had, units });
    if (row.at === null) continue;
    if (row.units !== units)
      wrong.push(`${row.kind} ${row.day} of ${row.units} units, not ${units}`);
    result += row.result;
    if (result > peak) peak = result;
    value = had + row.result;
    const isCharged =
      row.kind === 'leave' || (row.kind === 'day' && (days + 1) % order.cycleDays === 0);
    const taken = isCharged ? shareOf(value, high, order.shareRate) : 0n;
    if (row.share !== taken) wrong.push(`${row.share} of ${row.day} taken, has to be ${taken}`);
    if (row.kind === 'day') {
      const want: string = last === null ? order.joinsOn : dayAfter(last);
      if (row.day !== want) wrong.push(`${row.day} is settled, ${want} comes next`);
      last = row.day;
      days += 1;
      if (taken > 0n) units = (units * (value - taken)) / value;
    }
    share += taken;
    value -= taken;
    if (taken > 0n) high = value;
    if (row.value !== value) wrong.push(`${row.value} after ${row.day}, has to be ${value}`);
    if (value < 0n) wrong.push(`${value} is left after ${row.day}`);
  }
  return { value, units, high, result, share, days, peak, wrong };
}

const rowsOf = ({ now }: Seen): ((id: string) => readonly OrderDay[]) => {
  const byOrder = Map.groupBy(now.orderDays, ({ orderId }) => orderId);
  return (id) => byOrder.get(id) ?? [];
};

/** Every order is what its days made it; closed, it received that and nothing more. */
export const orders = (seen: Seen): string[] => {
  const daysOf = rowsOf(seen);
  return seen.now.orders.flatMap((order) => {
    const rows = daysOf(order.id);
    const lived = live(order, rows);
    const found = [...lived.wrong];
    const { state, amount } = order;
    const isWaiting = state === 'pending' || state === 'cancelled';
    if (isWaiting && rows.length > 0) found.push(`${state} with ${rows.length} days`);
    const isRunning = state === 'running';
    const same: readonly (readonly [string, bigint | null, bigint | null])[] = [
      ['result', order.result, lived.result],
      ['share', order.shareTaken, lived.share],
      ['days', BigInt(order.settledDays), BigInt(lived.days)],
      ['high', order.high, isRunning ? lived.high : order.high],
      ['value', order.value, isRunning ? lived.value : 0n],
      ['units', order.units, isRunning ? lived.units : 0n],
    ];
    for (const [what, is, want] of same) {
      if (is !== want) found.push(`${what} ${is}, by its days ${want}`);
    }
    if (isRunning && order.value !== amount + order.result - order.shareTaken) {
      found.push(`${order.value} is not what was invested, won and shared`);
    }
    if (state === 'pending' || isRunning) return found;
    const left = state === 'cancelled' ? amount : lived.value;
    const exitShare = state === 'left' ? exitShareOf(amount, order.exitRate, left) : 0n;
    if (order.exitShare !== exitShare)
      found.push(`${order.exitShare} for leaving, not ${exitShare}`);
    if (order.received !== left - exitShare) found.push(`${order.received} received of ${left}`);
    return found;
  });
};

/** The house takes its share of the same gain once: in all, never more than of the most that was won. */
export const gainOnce = (seen: Seen): string[] => {
  const daysOf = rowsOf(seen);
  return seen.now.orders.flatMap((order) => {
    const { peak } = live(order, daysOf(order.id));
    const most = (peak * order.shareRate) / 10n ** 18n;
    const { shareTaken } = order;
    return shareTaken <= most ? [] : [`${shareTaken} taken of ${peak} won, ${most} at most`];
  });
};

/** A day of a fund is shared by units, to the unit, among those who were in it and nobody else. */
export const sharing = (seen: Seen): string[] => {
  const { now } = seen;
  const daysOf = rowsOf(seen);
  const had = new Map<string, Before>();
  for (const order of now.orders) {
    live(order, daysOf(order.id), (row, before) => {
      if (row.kind === 'day') had.set(`${order.id} ${row.day}`, before);
    });
  }
  const byDay = Map.groupBy(
    now.orderDays.filter(({ kind }) => kind === 'day'),
    ({ fundId, day }) => `${fundId} ${day}`,
  );
  return now.days.flatMap(({ fundId, day, result, before, value, units }) => {
    const rows = byDay.get(`${fundId} ${day}`) ?? [];
    const found: string[] = [];
    const all = rows.map((row) => ({ ...row, id: row.orderId }));
    const before0 = all.map(({ id }) => had.get(`${id} ${day}`)?.value ?? 0n);
    if (sum(all.map((one) => one.units)) !== units) found.push(`${day}: not its ${units} units`);
    if (sum(before0) !== before) found.push(`${day}: ${sum(before0)} before, it says ${before}`);
    if (sum(all.map((one) => one.result)) !== result) found.push(`${day}: parts of ${result}`);
    const isByValue = isNextToNothing(value, units);
    const parts = all.length === 0 ? new Map() : shared(isByValue ? value : result, all);
    for (const [index, one] of all.entries()) {
      const part = (parts.get(one.id) ?? 0n) - (isByValue ? (before0[index] ?? 0n) : 0n);
      if (part !== one.result) found.push(`${day}: a part of ${one.result}, has to be ${part}`);
    }
    return found;
  });
};

/** Nobody who waits is in a day before joining: at the midnight after the purchase at the soonest, once. */
export const joining = ({ now }: Seen): string[] => {
  const joins = Map.groupBy(
    now.orderDays.filter(({ kind }) => kind === 'join'),
    ({ orderId }) => orderId,
  );
  const firsts = new Map<string, string>();
  for (const { orderId, day, kind } of now.orderDays) {
    if (kind !== 'join' && !firsts.has(orderId)) firsts.set(orderId, day);
  }
  return now.orders.flatMap((order) => {
    const { id, state, joinsOn, boughtAt } = order;
    const found: string[] = [];
    if (joinsOn <= dayOf(boughtAt)) found.push(`joins ${joinsOn}, bought ${dayOf(boughtAt)}`);
    const mine = joins.get(id) ?? [];
    const isIn = state !== 'pending' && state !== 'cancelled';
    if (mine.length !== (isIn ? 1 : 0)) found.push(`${state}, and joined ${mine.length} times`);
    for (const { day, result } of mine) {
      if (day !== joinsOn) found.push(`joined ${day}, was to ${joinsOn}`);
      if (result > 0n) found.push(`won ${result} by joining`);
    }
    const first = firsts.get(id);
    if (first !== undefined && first < joinsOn) found.push(`in ${first}, joins ${joinsOn}`);
    return found;
  });
};

/** An order ends when its days are over and not before; else by its owner, its loss, or its plan's end. */
export const ending = ({ now, ended, reset, sources }: Seen): string[] => {
  const funds = new Map(now.funds.map((fund) => [fund.id, fund]));
  return now.orders.flatMap((order) => {
    const { id, state, days, settledDays, fundId, maxLoss, amount, received } = order;
    const fund = funds.get(fundId);
    const found: string[] = [];
    if (settledDays > days) found.push(`${settledDays} days of ${days}`);
    if (state === 'running' && settledDays >= days && fund?.phase === 'open') {
      found.push(`runs after ${settledDays} days of ${days}`);
    }
    if (state === 'matured' && settledDays !== days)
      found.push(`matured after ${settledDays} days`);
    const isOver =
      reset.has(id) ||
      ended.has(fund?.planId ?? '') ||
      sources[fund?.strategy ?? ''] !== fund?.source;
    if (state === 'ended' && !isOver) found.push('ended, and nobody ended it');
    const endedAt = ended.get(fund?.planId ?? '') ?? Number.MAX_SAFE_INTEGER;
    if (state === 'running' && fund?.phase === 'open' && endedAt < Date.parse(fund.day)) {
      found.push('runs on behind the end of its plan');
    }
    if (state !== 'lossReached') return found;
    // Its fee of leaving, the part of a unit the line is rounded up by, and what eight places cut.
    const lost = amount - (received ?? 0n) - order.exitShare - order.shareTaken;
    const least = maxLoss - order.shareTaken - 10n;
    if (lost < least) found.push(`left for a loss of ${lost}, agreed to ${maxLoss}`);
    return found;
  });
};
