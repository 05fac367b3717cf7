import { closingsOf } from './contract-invariants.ts';
import { type Invariant, type Seen, wasJudged } from './ledger-invariants.ts';
import { ONE, exitPrice, resultOf, yen } from './oracle.ts';
import type { Entry, Mode, OrderRow, Snapshot, Tick } from './snapshot.ts';

const FRESH_MS: Readonly<Record<string, number>> = { 'BTC/USDT': 5_000 };
/** How old a price may be that something is filled at. @units ms */
export const freshFor = (code: string): number => FRESH_MS[code] ?? 15_000;

/** Lots of a contract that were open just before an entry. */
function lotsBefore(now: Snapshot, order: OrderRow, seq: number): bigint {
  const at = (one: { requestId: string; part: number }): number =>
    now.entries.find((e) => e.requestId === one.requestId && e.part === one.part)?.seq ?? 0;
  const opened = now.entries.find((e) => e.kind === 'contract-open' && e.subject === order.id);
  if (opened === undefined || opened.seq >= seq) return 0n;
  return closingsOf(now, order.id)
    .filter((one) => at(one) < seq)
    .reduce((left, { lots }) => left - lots, order.lots);
}

/** How old the price of a loser may be that winners wait for. */
const PATIENCE_MS = 30_000;

type Held = { readonly order: OrderRow; readonly lots: bigint };
type Valued = Held & { readonly mark: Tick; readonly result: bigint };

/** What a trading account held and had open just before an entry. */
function bookBefore(now: Snapshot, mode: Mode, seq: number) {
  const sums = new Map<string, bigint>();
  for (const entry of now.entries) {
    if (entry.seq >= seq || entry.mode !== mode) continue;
    for (const { from, to, units } of entry.postings) {
      sums.set(from, (sums.get(from) ?? 0n) - units);
      sums.set(to, (sums.get(to) ?? 0n) + units);
    }
  }
  const of = (account: string): bigint => sums.get(account) ?? 0n;
  const open = now.orders
    .filter((order) => order.mode === mode)
    .map((order): Held => ({ order, lots: lotsBefore(now, order, seq) }))
    .filter(({ lots }) => lots > 0n);
  const margin = of('user:margin');
  return { held: of('user:cash') + margin + of('user:deficit'), margin, open };
}

function actingBy(now: Snapshot, code: string, place: number): Tick | null {
  return now.ticks.findLast((one) => one.code === code && one.acts && one.place <= place) ?? null;
}

/** Results at the prices that stood at a place of the tape; null when one has none. */
function valueAt(now: Snapshot, open: readonly Held[], place: number): Valued[] | null {
  const valued = open.flatMap((one): Valued[] => {
    const { order, lots } = one;
    const mark = actingBy(now, order.code, place);
    if (mark === null || order.price === null) return [];
    const link = actingBy(now, 'USD/JPY', place);
    const rate = order.code.endsWith('/JPY') ? (link === null ? 0n : yen(link)) : ONE;
    const size = { lots, size: order.size, link: rate };
    const to = exitPrice(order.side, mark);
    const result = resultOf({ ...size, side: order.side, from: order.price, to });
    return [{ ...one, mark, result }];
  });
  return valued.length === open.length ? valued : null;
}

const sumOf = (valued: readonly Valued[]): bigint =>
  valued.reduce((sum, { result }) => sum + result, 0n);

type Close = { readonly entry: Entry; readonly tick: Tick; readonly id: string };

function closeOuts(seen: Seen): Close[] {
  const { now } = seen;
  return now.closings.flatMap((closing): Close[] => {
    if (closing.reason !== 'closeOut') return [];
    if (seen.touched !== null && !seen.touched.has(closing.contractId)) return [];
    const entry = now.entries.find(
      (one) => one.requestId === closing.requestId && one.part === closing.part,
    );
    const tick = now.tickOf.get(closing.tick ?? '');
    if (entry === undefined || tick === undefined) return [];
    return [{ entry, tick, id: closing.contractId }];
  });
}

/** Whether prices that stood together justify a closing, and make it the worst loser’s. */
function isJustified(seen: Seen, close: Close): { isBelow: boolean; isWorst: boolean } {
  const { now } = seen;
  const { entry, tick, id } = close;
  const book = bookBefore(now, entry.mode, entry.seq);
  let isBelow = false;
  for (const moment of now.ticks.slice(tick.place)) {
    if (moment.at > entry.at) break;
    const valued = valueAt(now, book.open, moment.place);
    const own = valued?.find(({ order }) => order.id === id);
    if (valued === null || own?.mark.id !== tick.id) continue;
    if (2n * (book.held + sumOf(valued)) >= book.margin) continue;
    isBelow = true;
    const fresh = valued.filter(({ mark, order }) => moment.at - mark.at <= freshFor(order.code));
    if (fresh.every(({ result }) => own.result <= result)) return { isBelow, isWorst: true };
  }
  return { isBelow, isWorst: false };
}

/** Close-out only below half of the margin held, at a price that passes the source rule. */
const c5: Invariant = (seen) =>
  closeOuts(seen).flatMap((close) => {
    if (!close.tick.acts) return [`${close.id} was closed out at a price nobody else spoke for`];
    const { isBelow, isWorst } = isJustified(seen, close);
    if (!isBelow) return [`${close.id} was closed out at half of its margin or more`];
    return isWorst ? [] : [`${close.id} was closed out before a worse loser`];
  });

/** After a pulse no trading account with a fresh price stays below half of its margin. */
const c5Due: Invariant = (seen) => {
  const { now, clock, pulses } = seen;
  const last = pulses.at(-1);
  if (last === undefined || last.at !== clock || last.ticks !== now.ticks.length) return [];
  return (['demo', 'real'] as const).flatMap((mode) => {
    const book = bookBefore(now, mode, Number.MAX_SAFE_INTEGER);
    const valued = valueAt(now, book.open, now.ticks.length);
    if (valued === null || valued.length === 0) return [];
    if (!wasJudged(seen, { mode, at: clock })) return [];
    const age = ({ mark }: Valued): number => clock - mark.at;
    const fresh = valued.filter((one) => age(one) <= freshFor(one.order.code));
    const isFresh = fresh.some((one) => age(one) === 0);
    // A winner waits for a loser whose price is only a little old.
    const isHeld =
      fresh.every(({ result }) => result >= 0n) &&
      valued.some((one) => one.result < 0n && !fresh.includes(one) && age(one) <= PATIENCE_MS);
    if (isHeld) return [];
    const isBelow = 2n * (book.held + sumOf(valued)) < book.margin;
    return isFresh && isBelow ? [`${mode} stays below half of its margin`] : [];
  });
};

/** Nothing is closed out of a trading account that holds a contract without a price. */
const c5Judged: Invariant = (seen) =>
  closeOuts(seen).flatMap(({ entry, id }) => {
    const { mode, at } = entry;
    // What is closed at that moment was held at it, so the contract itself counts too.
    return wasJudged(seen, { mode, at }) ? [] : [`${id} was closed out without every price`];
  });

/** What is owed stays owed while something is open, and is the house's when nothing is. */
const c6: Invariant = ({ now }) => {
  const open = (['demo', 'real'] as const).flatMap((mode) => {
    const isOpen = now.orders.some((one) => one.mode === mode && one.status === 'running');
    const owed = now.balances.get(`${mode} user:deficit`) ?? 0n;
    return owed !== 0n && !isOpen ? [`${mode} owes ${owed} and holds nothing`] : [];
  });
  const covers = now.entries.flatMap((entry) => {
    if (entry.kind !== 'protection') return [];
    const left = bookBefore(now, entry.mode, entry.seq).open;
    return left.length === 0 ? [] : [`cover was paid while ${left.length} contracts were open`];
  });
  return [...open, ...covers];
};

/** C5 and C6 of RELIABILITY 2.4. */
export const CLOSE_OUT_INVARIANTS: Readonly<Record<string, Invariant>> = {
  'C5 closed out below half': c5,
  'C5 closed out when below half': c5Due,
  'C5 closed out with every price': c5Judged,
  'C6 cover after the last contract': c6,
};
