import {
  type SignalBar,
  STRATEGIES,
  createBarClock,
  type Decision,
  type Memo,
} from '@candor/advisor';
import { type InstrumentCode, type UnixMs, assert, plusMs } from '@candor/kernel';
import { type Bar, INTERVAL_MS } from '@candor/pricing';
import type { PlanMarket } from '../fund/deps.ts';
import type { StoredFund } from '../plan/plan.ts';

/** Bars read at once: fewer than the market answers at most. */
const PAGE = 900;
/** Bars of the time before a fund began that are read at once: as many as the venue that tells fewest tells. */
const PAGE_BEFORE = 300;
/** Bars read beside those a strategy needs: an instrument may be without one for some intervals. */
const SPARE = 8;

/** What a strategy made of an interval that is over; `decide` is null while it has seen too few. */
export type SeenBar = {
  readonly endedAt: UnixMs;
  readonly decide: ((memo: Memo) => Decision) | null;
};

/** What a fund's strategy has seen, up to a moment of market time. */
export type Sight = {
  readonly through: () => UnixMs;
  /** What it sees of every interval that is over before a moment, in order. */
  look(until: UnixMs): AsyncGenerator<SeenBar>;
};

type Timed = { readonly index: number; readonly bar: Bar };

async function barsBetween(
  market: Pick<PlanMarket, 'bars'>,
  fund: StoredFund,
  span: { readonly from: UnixMs; readonly to: UnixMs },
): Promise<Timed[]> {
  const { codes, interval } = fund.plan;
  const length = INTERVAL_MS[interval];
  const found = await Promise.all(
    codes.map((code: InstrumentCode) =>
      market.bars({ code, interval, from: span.from, to: plusMs(span.to, -1) }),
    ),
  );
  return found
    .flatMap((bars, index) => bars.map((bar): Timed => ({ index, bar })))
    .filter(({ bar }) => bar.time >= span.from && bar.time + length <= span.to)
    .toSorted((a, b) => a.bar.time - b.bar.time || a.index - b.index);
}

/**
 * Opens what a fund's strategy sees: the last bars it needs are read from the market's history, so that a
 * process that begins anew goes on as if it had not ended.
 */
export async function openSight(
  market: Pick<PlanMarket, 'bars'>,
  fund: StoredFund,
  from: UnixMs,
): Promise<Sight> {
  const { strategy: code, parameters, interval, codes } = fund.plan;
  const strategy = STRATEGIES[code];
  const length = INTERVAL_MS[interval];
  const clock = createBarClock(codes.length, interval);
  const see = strategy.start(parameters, codes.length);
  let through = from;

  /** Takes bars of whole intervals in order; answers what was seen of each. */
  function* take(
    timed: readonly Timed[],
  ): Generator<SeenBar & { readonly bars: readonly SignalBar[] }> {
    for (const [time, group] of Map.groupBy(timed, ({ bar }) => bar.time)) {
      for (const { index, bar } of group) clock.add(index, bar);
      const over = clock.ended(plusMs(time, length));
      assert(over !== null, 'an interval that was put together is over');
      const decide = over.bars === null ? null : see(over.bars);
      yield { endedAt: over.endedAt, decide, bars: over.bars ?? [] };
    }
  }

  const before = plusMs(from, -(strategy.warmup(parameters) + SPARE) * length);
  for (let at = before; at < from; at = plusMs(at, PAGE_BEFORE * length)) {
    const to = Math.min(from, at + PAGE_BEFORE * length) as UnixMs;
    const seen = take(await barsBetween(market, fund, { from: at, to }));
    while (seen.next().done !== true);
  }

  return {
    through: () => through,
    async *look(until) {
      while (through + length <= until) {
        const to = Math.min(until, through + PAGE * length) as UnixMs;
        for (const { endedAt, decide } of take(
          await barsBetween(market, fund, { from: through, to }),
        )) {
          through = endedAt;
          yield { endedAt, decide };
        }
        // Intervals without a bar of any instrument are over as well.
        const whole = plusMs(through, Math.floor((to - through) / length) * length);
        if (whole > through) through = whole;
      }
    },
  };
}
