import { moveFrom, only } from './signals.ts';
import { type RuleSet, WHOLE, memoOf, parameterOf } from './strategy.ts';

type Signals = { readonly close: number };

/**
 * Dollar-cost averaging: buys `part` basis points of the value each `every` bars, and once more
 * whenever the price is `dip` basis points below its last purchase. Sells everything when the price
 * is `take` basis points above the average of what it paid.
 */
export const dca: RuleSet<Signals> = {
  code: 'dca',
  parameters: {
    every: { least: 1, most: 1000, step: 1, usual: 12 },
    part: { least: 100, most: 5000, step: 50, usual: 800 },
    dip: { least: 50, most: 5000, step: 10, usual: 200 },
    take: { least: 50, most: 10_000, step: 10, usual: 400 },
  },
  intervals: ['1h', '15m', '30m', '4h', '1d'],
  instruments: { least: 1, most: 1 },
  warmup: () => 1,
  observe: () => (bars) => ({ close: only(bars).close }),
  memo: { weight: 0, average: 0, last: 0, waited: 0 },
  decide({ signals, memo, parameters }) {
    const { close } = signals;
    const part = parameterOf(parameters, 'part');
    const weight = memoOf(memo, 'weight');
    const average = memoOf(memo, 'average');
    const waited = memoOf(memo, 'waited') + 1;
    const take = parameterOf(parameters, 'take') / WHOLE;
    if (weight > 0 && moveFrom(average, close) >= take) {
      return {
        memo: { weight: 0, average: 0, last: 0, waited: 0 },
        target: { weights: [0], reason: { rule: 'dcaTake', figures: { close, average } } },
      };
    }
    const isDip =
      weight > 0 &&
      moveFrom(memoOf(memo, 'last'), close) <= -parameterOf(parameters, 'dip') / WHOLE;
    const isDue = weight === 0 || waited >= parameterOf(parameters, 'every');
    if (weight >= WHOLE || (!isDip && !isDue)) return { memo: { ...memo, waited }, target: null };
    const next = Math.min(WHOLE, weight + part);
    const paid = (average * weight + close * (next - weight)) / next;
    return {
      memo: { weight: next, average: paid, last: close, waited: isDip && !isDue ? waited : 0 },
      target: {
        weights: [next],
        reason: { rule: isDip ? 'dcaDip' : 'dcaDue', figures: { close, average: paid } },
      },
    };
  },
};
