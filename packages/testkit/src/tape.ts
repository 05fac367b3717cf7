import {
  type Price,
  type TickId,
  type UnixMs,
  assert,
  divideInteger,
  plusMs,
  utcDayOf,
} from '@candor/kernel';
import type { Instrument, Quote } from '@candor/pricing';
import { TEST_START } from './clock.ts';
import { type Random, createRandom } from './random.ts';

/** What a generated tape looks like; everything but the instrument has a default. */
export type TapeOptions = {
  readonly instrument: Pick<Instrument, 'code' | 'tickSize'>;
  readonly seed?: number;
  readonly length?: number;
  readonly start?: UnixMs;
  /** Milliseconds between two quotes. */
  readonly everyMs?: number;
  /** Mid the tape starts around, 1,000 ticks when left out. */
  readonly startPrice?: Price;
  /** Ask − bid, in ticks. */
  readonly spreadTicks?: number;
  /** Largest ordinary step, in ticks. */
  readonly stepTicks?: number;
  /** One quote in so many is a jump that stays (a gap); 0 for none. */
  readonly gapOneIn?: number;
  /** One quote in so many is a jump that is gone with the next (a spike); 0 for none. */
  readonly spikeOneIn?: number;
  /** Size of gaps and spikes, in thousandths of the price. */
  readonly jumpPermille?: number;
};

const DEFAULTS = {
  seed: 1,
  length: 200,
  start: TEST_START,
  everyMs: 250,
  spreadTicks: 2,
  stepTicks: 3,
  gapOneIn: 0,
  spikeOneIn: 0,
  jumpPermille: 30,
} as const;

/** Name of the source on every generated quote. */
export const GENERATED_SOURCE = 'generated';

function isDrawn(random: Random, oneIn: number): boolean {
  return oneIn > 0 && random.between(1, oneIn) === 1;
}

function jump(random: Random, facts: { ticks: bigint; permille: number }): bigint {
  const size = divideInteger(facts.ticks * BigInt(facts.permille), 1000n, 'up');
  return random.between(0, 1) === 1 ? size : -size;
}

/**
 * A seeded random walk of quotes on the instrument's ticks: always 0 < bid < ask, times strictly
 * rising, ids like the tape's. The same options give the same quotes on every machine.
 *
 * @throws InvariantError when the spread is not a positive number of ticks
 */
export function generateTape(options: TapeOptions): Quote[] {
  const chosen = { ...DEFAULTS, ...options };
  const { instrument, spreadTicks, stepTicks } = chosen;
  assert(Number.isSafeInteger(spreadTicks) && spreadTicks >= 1, 'a spread is at least one tick');
  const random = createRandom(chosen.seed);
  const lowest = 1n;
  let bidTicks = (options.startPrice ?? instrument.tickSize * 1000n) / instrument.tickSize;
  return Array.from({ length: chosen.length }, (_, index) => {
    bidTicks += BigInt(random.between(-stepTicks, stepTicks));
    if (isDrawn(random, chosen.gapOneIn)) {
      bidTicks += jump(random, { ticks: bidTicks, permille: chosen.jumpPermille });
    }
    if (bidTicks < lowest) bidTicks = lowest;
    let shown = bidTicks;
    if (isDrawn(random, chosen.spikeOneIn)) {
      shown += jump(random, { ticks: bidTicks, permille: chosen.jumpPermille });
      if (shown < lowest) shown = lowest;
    }
    const at = plusMs(chosen.start, index * chosen.everyMs);
    return {
      code: instrument.code,
      tickId: `${utcDayOf(at)}/${index + 1}` as TickId,
      bid: (shown * instrument.tickSize) as Price,
      ask: ((shown + BigInt(spreadTicks)) * instrument.tickSize) as Price,
      source: GENERATED_SOURCE,
      sourceTime: at,
      receivedAt: at,
      sourceCount: 1,
      mayTrigger: true,
    };
  });
}
