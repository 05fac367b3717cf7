/**
 * testkit — what tests share and the product never ships: drawn values, a clock turned by hand,
 * repeatable tapes, calls over the wire. A real database is behind "@candor/testkit/postgres".
 */
export {
  anyAsset,
  anyDecimal,
  anyFeeRate,
  anyInstrument,
  anyConversionRate,
  anyLots,
  anyMoment,
  anyMoney,
  anyPosition,
  anyPriceOnTick,
  anyQuote,
  anySide,
  type AnyPosition,
} from './arbitraries.ts';
export { generateBars, type BarOptions } from './bars.ts';
export { callAddress, callHeaders, readAnswer, type Answered, type CallOptions } from './calls.ts';
export { TEST_START, createTestClock, type TestClock } from './clock.ts';
export { createRandom, type Random } from './random.ts';
export { GENERATED_SOURCE, generateTape, type TapeOptions } from './tape.ts';
export { signedIn } from './signed-in.ts';
