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

/** Quarter hours of the last day and a little more; minutes while they reach as far back. */
const COARSE: Interval = '15m';
const FINE: Interval = '1m';
const KEPT = SPARKLINE_POINTS;

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
   * The bars of the last 24 hours and the price they began at, which a change is measured against:
   * the close of the quarter hour that ended 24 hours before `at`, or the first known price while
   * the feed knows less than that.
   */
  function dayTo(code: InstrumentCode, at: UnixMs): { before: Price | null; bars: Bar[] } {
    const bars = kept.get(code)?.coarse ?? [];
    const from = plusMs(at, -CHANGE_WINDOW_MS);
    const ended = bars.findIndex((bar) => bar.time + INTERVAL_MS[COARSE] > from);
    const first = ended < 0 ? bars.length : ended;
    const before = first === 0 ? bars[0]?.open : bars[first - 1]?.close;
    return { before: before ?? null, bars: bars.slice(first) };
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
      const { before } = dayTo(code, facts.at);
      return before === null ? null : changePercent({ now: facts.now, before });
    },
    /** Chart points of a list's small line, from the price the change is measured against on. */
    sparkline(code: InstrumentCode, points: number): number[] {
      const own = kept.get(code);
      const last = own?.fine.at(-1) ?? own?.coarse.at(-1);
      if (own === undefined || last === undefined || points === 0) return [];
      const { before, bars } = dayTo(code, last.time);
      if (before === null) return [];
      const [begin] = bars;
      const [minute] = own.fine;
      const isFine =
        begin !== undefined && minute !== undefined && barStart(minute.time, COARSE) <= begin.time;
      const closes = (isFine ? own.fine : bars).map((bar) => bar.close);
      const line = [before, ...closes].map(chartPoint);
      return points < 2 ? line.slice(-points) : thin(line, points);
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
