import {
  DAY_MS,
  type Decimal,
  type InstrumentCode,
  type Price,
  type Quantity,
  type UnixMs,
  formatDecimal,
  max,
  min,
  plusMs,
} from '@candor/kernel';
import {
  type Bar,
  type BarTick,
  CHANGE_WINDOW_MS,
  type Interval,
  INTERVAL_MS,
  SPARKLINE_POINTS,
  barStart,
  changePercent,
  extendBar,
  startBar,
  thin,
} from '@candor/pricing';

/** Quarter hours of the last day and a little more; minutes while there is less than half of it. */
const COARSE: Interval = '15m';
const FINE: Interval = '1m';
const KEPT = SPARKLINE_POINTS;
const COARSE_ENOUGH = KEPT / 2;

/** What the last 24 hours of market time were like. */
export type DayFigures = {
  readonly high: Price | null;
  readonly low: Price | null;
  readonly volume: Quantity | null;
};

/** A price as a point of a drawing; nobody counts with it. */
function chartPoint(price: Price): number {
  return +formatDecimal(price);
}

type Kept = { readonly coarse: Bar[]; readonly fine: Bar[] };

function extend(bars: Bar[], tick: BarTick, interval: Interval): void {
  const last = bars.at(-1);
  const time = barStart(tick.time, interval);
  if (last !== undefined && last.time === time) bars[bars.length - 1] = extendBar(last, tick);
  else if (last === undefined || last.time < time) {
    bars.push(startBar(tick, interval));
    if (bars.length > KEPT) bars.shift();
  }
}

/** Keeps the last day of every instrument in memory, for lists: change, sparkline, high and low. */
export function createDayBars() {
  const kept = new Map<InstrumentCode, Kept>();
  const keptOf = (code: InstrumentCode): Kept => {
    const known = kept.get(code);
    if (known !== undefined) return known;
    const fresh = { coarse: [], fine: [] };
    kept.set(code, fresh);
    return fresh;
  };

  /**
   * The price a change is measured against: the close of the quarter hour that ended 24 hours
   * before `at`, or the first known price while the feed knows less than that.
   */
  function priceBefore(code: InstrumentCode, at: UnixMs): Price | null {
    const bars = kept.get(code)?.coarse ?? [];
    const wanted = plusMs(at, -CHANGE_WINDOW_MS);
    let found: Price | null = bars[0]?.open ?? null;
    for (const bar of bars) {
      if (bar.time + INTERVAL_MS[COARSE] > wanted) break;
      found = bar.close;
    }
    return found;
  }

  return {
    /** Puts in bars of before the start, oldest first. */
    fill(code: InstrumentCode, interval: '15m' | '1m', bars: readonly Bar[]): void {
      const target = interval === COARSE ? keptOf(code).coarse : keptOf(code).fine;
      target.splice(0, target.length, ...bars.slice(-KEPT));
    },
    add(code: InstrumentCode, tick: BarTick): void {
      const own = keptOf(code);
      extend(own.coarse, tick, COARSE);
      extend(own.fine, tick, FINE);
    },
    /** Percent of change against 24 hours of market time ago; null when nothing is known. */
    change(code: InstrumentCode, facts: { now: Price; at: UnixMs }): Decimal | null {
      const before = priceBefore(code, facts.at);
      return before === null ? null : changePercent({ now: facts.now, before });
    },
    /** Chart points of a list's small line, oldest first. */
    sparkline(code: InstrumentCode, points: number): number[] {
      const own = kept.get(code);
      if (own === undefined || points === 0) return [];
      const bars = own.coarse.length >= COARSE_ENOUGH ? own.coarse : own.fine;
      const closes = bars.map((bar) => chartPoint(bar.close));
      return points < 2 ? closes.slice(-points) : thin(closes, points);
    },
    /** High, low and volume of the last 24 hours, to the quarter hour. */
    day(code: InstrumentCode, at: UnixMs): DayFigures {
      const from = at - DAY_MS;
      const bars = (kept.get(code)?.coarse ?? []).filter((bar) => bar.time >= from);
      const [first, ...rest] = bars;
      if (first === undefined) return { high: null, low: null, volume: null };
      let { high, low, volume } = first;
      for (const bar of rest) {
        high = max(high, bar.high);
        low = min(low, bar.low);
        volume = (volume + bar.volume) as Quantity;
      }
      return { high, low, volume };
    },
  };
}

/** @see createDayBars */
export type DayBars = ReturnType<typeof createDayBars>;
