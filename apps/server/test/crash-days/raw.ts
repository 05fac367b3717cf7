// Reads a recording by itself and says where each stop had to fill. Nothing here comes from the
// product: the bars become ticks as docs/replay-format.md says, and a tick's status is what
// docs/tape.md says, so that a mistake of the product's own reading is not repeated by the
// test that looks for it.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);

/** Decimal text in units of the eighteenth place. */
export function units(text: string): bigint {
  const isNegative = text.startsWith('-');
  const [whole = '0', rest = ''] = text.replace('-', '').split('.');
  const all = BigInt(whole + rest.padEnd(PLACES, '0').slice(0, PLACES));
  return isNegative ? -all : all;
}

/** The lines of a recording; the first names its columns. */
export function linesOf(path: string): string[] {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split('\n');
}

export type RawTick = { readonly time: number; readonly bid: bigint; readonly ask: bigint };

/** What the published specification says of an instrument. */
export type Published = {
  readonly tickSize: string;
  readonly spreadRate: string;
  readonly bandRate: string;
};

const up = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;

/** The four ticks of each bar: open, the nearer extreme, the other one, close. */
export function ticksOf(lines: readonly string[], published: Published): RawTick[] {
  const [head = '', ...rows] = lines;
  const columns = head.split(',');
  const step = units(published.tickSize);
  const spreadRate = units(published.spreadRate);
  const onStep = (distance: bigint): bigint => up(distance, step) * step;
  const times = rows.slice(0, 200).map((row) => Number.parseInt(row, 10));
  const lengths = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const quarter = Math.min(...lengths) / 4;
  return rows.flatMap((row) => {
    const cells = row.split(',');
    const cell = (name: string): bigint => units(cells[columns.indexOf(name)] ?? '');
    const [open, high, low, close] = ['open', 'high', 'low', 'close'].map(cell) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    if (low > open || low > close || high < open || high < close) return [];
    const isLowNearer = open - low < high - open || (open - low === high - open && close >= open);
    const [bid, ask] = columns.includes('bid') ? [cell('bid'), cell('ask')] : [0n, 0n];
    const prices = [open, isLowNearer ? low : high, isLowNearer ? high : low, close];
    return prices.map((price, place): RawTick => {
      const spread = bid > 0n && ask > bid ? ask - bid : up(price * spreadRate, ONE);
      const half = onStep(up(spread, 2n));
      const time = Number.parseInt(row, 10) + place * quarter;
      return { time, bid: price - half, ask: price + half };
    });
  });
}

/** A tick as the tape has it. */
export type TapeRow = {
  readonly id: string;
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
  readonly tickStatus: string;
};

/** A tick of the recording under its name on the tape. */
export type Placed = RawTick & { readonly id: string; readonly isActing: boolean };

const RECENT = 15;
const AGREEING = 3;

function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? 0n;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0n) + high) / 2n;
}

/**
 * The recording beside the tape, tick for tick. What differs is said: a tick that is missing, made
 * up or changed, and one within the band of the 15 before it that was not let act.
 */
export function beside(
  raw: readonly RawTick[],
  tape: readonly TapeRow[],
  published: Published,
): { placed: Placed[]; wrong: string[] } {
  const wrong: string[] = [];
  const band = units(published.bandRate);
  if (tape.length > raw.length) wrong.push(`${tape.length} ticks of ${raw.length} recorded`);
  const placed = tape.map((row, index): Placed => {
    const own = raw[index] ?? { time: 0, bid: 0n, ask: 0n };
    const isSame =
      own.time === row.time && own.bid === units(row.bid) && own.ask === units(row.ask);
    if (!isSame) wrong.push(`${row.id} is not tick ${index} of the recording`);
    const mids = raw
      .slice(Math.max(0, index - RECENT), index)
      .map(({ bid, ask }) => (bid + ask) / 2n);
    const middle = median(mids);
    const isNear = [own.bid, own.ask].every((price) => {
      const far = price > middle ? price - middle : middle - price;
      return far * ONE <= middle * band;
    });
    const isActing = row.tickStatus === 'acting';
    // Nothing acts before three ticks agree; bars are long enough for the three seconds.
    if (index >= AGREEING && isNear && !isActing) wrong.push(`${row.id} was kept from acting`);
    return { ...own, id: row.id, isActing };
  });
  return { placed, wrong };
}

export type Stops = {
  readonly stopLoss: bigint | null;
  readonly takeProfit: bigint | null;
  readonly trailing: bigint | null;
};

/** An order as its owner reads it, with the terms it had from each tick on. */
export type Played = {
  readonly id: string;
  readonly isLong: boolean;
  readonly openTick: string;
  /** Terms and the tick after which they counted, oldest first. */
  readonly terms: readonly { readonly after: string; readonly stops: Stops }[];
  readonly status: string;
  readonly reason: string | null;
  readonly closeTick: string | null;
  readonly closePrice: string | null;
};

type End = { readonly reason: string; readonly tick: Placed };

/** The first acting tick of the recording that crosses what an order had asked for by then. */
function firstCrossing(order: Played, ticks: readonly Placed[]): End | null {
  const placeOf = (id: string): number => ticks.findIndex((tick) => tick.id === id);
  const terms = order.terms.map(({ after, stops }) => ({ from: placeOf(after), stops }));
  const mark = ({ bid, ask }: RawTick): bigint => (order.isLong ? bid : ask);
  const isAt = (price: bigint, stop: bigint): boolean =>
    order.isLong ? price <= stop : price >= stop;
  let level: bigint | null = null;
  let distance: bigint | null = null;
  const follow = (tick: Placed | undefined): void => {
    if (distance === null || tick?.isActing !== true) return;
    const own = order.isLong ? mark(tick) - distance : mark(tick) + distance;
    if (level === null || (order.isLong ? own > level : own < level)) level = own;
  };
  for (let place = placeOf(order.openTick) + 1; place < ticks.length; place += 1) {
    const tick = ticks[place] as Placed;
    const held = terms.findLast(({ from }) => from < place);
    if (held === undefined) return null;
    const { stopLoss, takeProfit, trailing } = held.stops;
    if (trailing !== distance) {
      [distance, level] = [trailing, null];
      // A trailing stop takes its place at the tick at which it was accepted.
      follow(ticks[held.from]);
    }
    if (!tick.isActing) continue;
    const price = mark(tick);
    const isStopped = stopLoss !== null && isAt(price, stopLoss);
    const isTrailed = level !== null && isAt(price, level);
    // Of two at one tick, the stop nearer to the market was reached first.
    const isNearer =
      stopLoss === null || (level !== null && isAt(stopLoss, level) && stopLoss !== level);
    if (isTrailed && (!isStopped || isNearer)) return { reason: 'trailing', tick };
    if (isStopped) return { reason: 'stopLoss', tick };
    const isWon = takeProfit !== null && (order.isLong ? price >= takeProfit : price <= takeProfit);
    if (isWon) return { reason: 'takeProfit', tick };
    follow(tick);
  }
  return null;
}

/** Where an order did not end as the recording says; null when it did. */
export function differenceOf(order: Played, ticks: readonly Placed[]): string | null {
  const due = firstCrossing(order, ticks);
  const got = `${order.status} ${order.reason ?? ''} ${order.closeTick ?? ''} ${order.closePrice ?? ''}`;
  if (due === null) {
    return order.status === 'running' ? null : `${order.id}: ${got}, nothing was due`;
  }
  const price = order.isLong ? due.tick.bid : due.tick.ask;
  const isRight =
    order.status === 'closed' &&
    order.reason === due.reason &&
    order.closeTick === due.tick.id &&
    units(order.closePrice ?? '0') === price;
  return isRight ? null : `${order.id}: ${got}, due ${due.reason} ${due.tick.id}`;
}
