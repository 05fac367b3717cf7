import {
  ASSET_SCALE,
  DECIMAL_PLACES,
  DAY_MS,
  type Money,
  type Price,
  type UnixMs,
  type UtcDay,
  abs,
  addMoney,
  assert,
  divideInteger,
  ensure,
  money,
  plusMs,
  startOfDay,
  subMoney,
  utcDayOf,
  zero,
} from '@candor/kernel';
import {
  type Bar,
  type Instrument,
  type Interval,
  INTERVAL_MS,
  halfSpread,
  quoteAround,
} from '@candor/pricing';
import { type Fund, type Fill, emptyFund, markFund, settleFund } from '../fund/fund.ts';
import { type RunState, type TimedPrices, decideRun, isDue, newRun, tradeRun } from '../run/run.ts';
import type { Reason, Strategy, StrategyParameters } from '../strategies/strategy.ts';
import { createBarClock } from './bar-clock.ts';
import { floatOf } from '../figures/floats.ts';
import { type EquityPoint, type Fall, createCurve } from './curve.ts';

/** What a backtest needs to know of an instrument. */
export type BacktestInstrument = Pick<
  Instrument,
  'code' | 'feeRate' | 'spreadRate' | 'tickSize' | 'quoteCurrency'
>;

/** A bar of a recording; `half` is half the spread it was recorded with, where it says one. */
export type RecordedBar = Bar & { readonly half?: Price };

/** What is tried on what. */
export type BacktestPlan = {
  readonly strategy: Strategy;
  readonly parameters: StrategyParameters;
  readonly interval: Interval;
  readonly instruments: readonly BacktestInstrument[];
  /** Length of the recorded bars; no longer than the interval. */
  readonly base: Interval;
  readonly amount: Money;
};

/** A fill with the moment and the reason it was made for. */
export type BacktestFill = Fill & { readonly time: UnixMs; readonly reason: Reason };

/** What a UTC day brought. @invariant result = fills + mark, to the unit */
export type DayResult = {
  readonly day: UtcDay;
  /** Results less fees of the day's fills. */
  readonly fills: Money;
  /** What was open at the end, marked to the last price of the day. */
  readonly mark: Money;
  readonly result: Money;
  /** The fund's value at the end of the day. */
  readonly value: Money;
};

/** What came of it, before anything is judged. */
export type BacktestRun = {
  readonly from: UnixMs;
  readonly to: UnixMs;
  readonly bars: number;
  readonly days: readonly DayResult[];
  readonly fills: readonly BacktestFill[];
  readonly equity: readonly EquityPoint[];
  readonly deepestFall: Fall;
  readonly fees: Money;
  /** Half a spread of each fill: what trading at the middle would have saved. */
  readonly spread: Money;
  /** Σ of what was traded. @units USDT units */
  readonly turnover: Money;
  readonly value: Money;
};

/** Bars of the instruments in order of time, each with the place of its instrument. */
export type BarStream = Iterable<{ readonly index: number; readonly bar: RecordedBar }>;

/** Several recordings as one stream. Bars of one moment come in the order of the instruments. */
export function* merged(recordings: readonly (readonly RecordedBar[])[]): BarStream {
  const places = recordings.map(() => 0);
  for (;;) {
    let next = -1;
    let time = Infinity;
    for (let index = 0; index < recordings.length; index += 1) {
      const bar = recordings[index]?.[places[index] ?? 0];
      if (bar !== undefined && bar.time < time) {
        time = bar.time;
        next = index;
      }
    }
    const bar = recordings[next]?.[places[next] ?? 0];
    if (bar === undefined) return;
    places[next] = (places[next] ?? 0) + 1;
    yield { index: next, bar };
  }
}

/** A bar is replayed as four ticks, the close three quarters of it after the open. */
const LAST_TICK = 3 / 4;
const SURPLUS = 10n ** BigInt(2 * DECIMAL_PLACES - ASSET_SCALE.USDT);

/** Adds up what trading moved and cost. */
function createCosts() {
  const sums = { fees: zero('USDT'), spread: zero('USDT'), turnover: zero('USDT') };
  const usdt = (product: bigint): Money =>
    money('USDT', divideInteger(product, SURPLUS, 'halfEven'));
  return {
    sums,
    add(fill: Fill, half: Price) {
      const size = abs(fill.quantity);
      sums.fees = addMoney(sums.fees, fill.fee);
      sums.turnover = addMoney(sums.turnover, usdt(size * fill.price));
      sums.spread = addMoney(sums.spread, usdt(size * half));
    },
  };
}

/**
 * Runs a strategy over recorded bars as it would have run on the tape: it sees a bar once that has
 * ended, and what it decides is traded at the open of the next one, half a spread away, for a fee.
 * At each 00:00 UTC what is held is marked to the last close.
 *
 * @shape  `next` takes one bar of the stream, `end` closes the last day
 * @throws InvariantError when bars come out of order, or an instrument is not priced in USDT
 * @source PRODUCT 6; LEDGER 2 "plan day"
 */
export function createBacktest(plan: BacktestPlan): {
  readonly next: (index: number, bar: RecordedBar) => void;
  readonly end: () => BacktestRun;
} {
  const { instruments, strategy, parameters, interval, base, amount } = plan;
  for (const { quoteCurrency } of instruments) {
    assert(quoteCurrency === 'USDT' || quoteCurrency === 'USD', 'a plan trades in USDT');
  }
  assert(INTERVAL_MS[base] <= INTERVAL_MS[interval], 'recorded bars fit into the interval');
  const clock = createBarClock(instruments.length, interval);
  const see = strategy.start(parameters, instruments.length);
  const curve = createCurve(instruments.length);
  const costs = createCosts();
  const latest: (RecordedBar | null)[] = instruments.map(() => null);
  const closes: number[] = instruments.map(() => 0);
  const days: DayResult[] = [];
  const fills: BacktestFill[] = [];
  let fund = settleFund(
    emptyFund(instruments.map(({ code, feeRate }) => ({ code, feeRate }))),
    amount,
  );
  let state: RunState = newRun(strategy);
  let prices: TimedPrices = instruments.map(() => null);
  let span: { readonly from: UnixMs; to: UnixMs; dayEnd: UnixMs } | null = null;
  let bars = 0;
  curve.follow(fund);

  const halfAt = (index: number, at: Price, recorded: Price | undefined): Price =>
    recorded ?? halfSpread(ensure(instruments[index], 'a bar of an instrument'), at);

  const setPrice = (index: number, time: UnixMs, at: Price, recorded: Price | undefined): void => {
    const quote = quoteAround(at, halfAt(index, at, recorded));
    prices = prices.with(index, { ...quote, time, at: String(time) });
  };

  /** What each instrument said last before a moment: its close, or the open of a bar of this moment. */
  const setPricesBefore = (moment: UnixMs): void => {
    for (const [index, bar] of latest.entries()) {
      if (bar === null) continue;
      if (bar.time >= moment) setPrice(index, bar.time, bar.open, bar.half);
      else {
        setPrice(index, plusMs(bar.time, LAST_TICK * INTERVAL_MS[base]), bar.close, bar.half);
      }
    }
  };

  const changeFund = (next: Fund): void => {
    fund = next;
    curve.follow(fund);
  };

  const decideBefore = (moment: UnixMs): void => {
    const over = clock.ended(moment);
    const decide = over === null || over.bars === null ? null : see(over.bars);
    if (over !== null && decide !== null) state = decideRun(state, decide, over.endedAt);
  };

  const tradeAt = (time: UnixMs): void => {
    if (!isDue(state, prices)) return;
    const { reason } = ensure(state.target, 'what is due has a target');
    const done = tradeRun(state, fund, prices);
    state = done.state;
    changeFund(done.fund);
    for (const fill of done.fills) {
      fills.push({ ...fill, time, reason });
      const index = instruments.findIndex(({ code }) => code === fill.code);
      const quote = ensure(prices[index] ?? null, 'what was traded has a price');
      costs.add(fill, divideInteger(quote.ask - quote.bid, 2n, 'down') as Price);
    }
  };

  const closeDay = (dayEnd: UnixMs): void => {
    setPricesBefore(dayEnd);
    const ofFills = fund.result;
    const marked = ensure(markFund(fund, prices), 'what is held has a price');
    const { result } = marked.fund;
    const value = addMoney(fund.settled, result);
    const day = utcDayOf(plusMs(dayEnd, -1));
    days.push({ day, fills: ofFills, mark: subMoney(result, ofFills), result, value });
    changeFund(settleFund(marked.fund, value));
  };

  const endOfDay = (time: UnixMs): UnixMs => plusMs(startOfDay(utcDayOf(time)), DAY_MS);

  return {
    next(index, bar) {
      const { time } = bar;
      span ??= { from: time, to: time, dayEnd: endOfDay(time) };
      assert(time >= span.to, 'bars come in the order of time');
      decideBefore(time);
      if (time >= span.dayEnd) {
        closeDay(span.dayEnd);
        span.dayEnd = endOfDay(time);
      }
      if (state.dueFrom !== null) {
        setPricesBefore(time);
        setPrice(index, time, bar.open, bar.half);
        tradeAt(time);
      }
      clock.add(index, bar);
      latest[index] = bar;
      closes[index] = floatOf(bar.close);
      span.to = time;
      bars += 1;
      curve.watch(time, closes);
    },
    end() {
      const { from, to, dayEnd } = ensure(span, 'a backtest has bars');
      closeDay(dayEnd);
      const { points, deepestFall } = curve;
      return {
        ...{ from, to, bars, days, fills, ...costs.sums },
        equity: points,
        deepestFall: deepestFall(),
        value: fund.settled,
      };
    },
  };
}

/** A whole backtest of recordings in memory. */
export function runBacktest(plan: BacktestPlan, recordings: BarStream): BacktestRun {
  const backtest = createBacktest(plan);
  for (const { index, bar } of recordings) backtest.next(index, bar);
  return backtest.end();
}
