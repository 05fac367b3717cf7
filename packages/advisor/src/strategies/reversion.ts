import { BollingerBands } from 'trading-signals';
import { only } from './signals.ts';
import { type RuleSet, memoOf, parameterOf } from './strategy.ts';

type Signals = {
  readonly close: number;
  readonly lower: number;
  readonly middle: number;
  readonly upper: number;
};

/** Basis points of the fund's value held: in a long, in nothing, in a short. */
const LONG = 1;
const FLAT = 0;
const SHORT = -1;

/**
 * Mean reversion: buys when a close is `width` deviations below the average of the last `length`
 * closes, sells short when it is as far above, and leaves when a close is back at the average.
 * `width` is in hundredths of a deviation.
 */
export const reversion: RuleSet<Signals> = {
  code: 'reversion',
  parameters: {
    length: { least: 10, most: 400, step: 1, usual: 48 },
    width: { least: 100, most: 400, step: 5, usual: 220 },
    share: { least: 1000, most: 10_000, step: 500, usual: 6000 },
  },
  intervals: ['15m', '5m', '30m', '1h', '4h', '1d'],
  instruments: { least: 1, most: 1 },
  warmup: (parameters) => parameterOf(parameters, 'length'),
  observe(parameters) {
    const width = parameterOf(parameters, 'width') / 100;
    const bands = new BollingerBands(parameterOf(parameters, 'length'), width);
    return (bars) => {
      const { close } = only(bars);
      const found = bands.add(close);
      return found === null ? null : { close, ...found };
    };
  },
  memo: { held: FLAT },
  decide({ signals, memo, parameters }) {
    const share = parameterOf(parameters, 'share');
    const held = memoOf(memo, 'held');
    const { close, lower, middle, upper } = signals;
    const to = (next: number, rule: string) => ({
      memo: { held: next },
      target: {
        weights: [next * share],
        reason: { rule, figures: { close, lower, middle, upper } },
      },
    });
    if (held !== LONG && close < lower) return to(LONG, 'reversionLow');
    if (held !== SHORT && close > upper) return to(SHORT, 'reversionHigh');
    const isBack = (held === LONG && close >= middle) || (held === SHORT && close <= middle);
    return isBack ? to(FLAT, 'reversionMean') : { memo, target: null };
  },
};
