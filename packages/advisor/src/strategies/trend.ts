import { SMA } from 'trading-signals';
import { only } from './signals.ts';
import { type RuleSet, WHOLE, memoOf, parameterOf } from './strategy.ts';

type Signals = { readonly fast: number; readonly slow: number };

const OUT = 0;
const IN = 1;

/**
 * Trend following: holds the instrument while the average of its last `fast` closes is above that of
 * its last `slow` closes by at least `margin` basis points, and nothing once it is below by as much.
 */
export const trend: RuleSet<Signals> = {
  code: 'trend',
  parameters: {
    fast: { least: 3, most: 100, step: 1, usual: 12 },
    slow: { least: 10, most: 400, step: 1, usual: 48 },
    margin: { least: 0, most: 500, step: 5, usual: 10 },
  },
  intervals: ['1h', '15m', '30m', '4h', '1d'],
  instruments: { least: 1, most: 1 },
  warmup: (parameters) =>
    Math.max(parameterOf(parameters, 'fast'), parameterOf(parameters, 'slow')),
  observe(parameters) {
    const fast = new SMA(parameterOf(parameters, 'fast'));
    const slow = new SMA(parameterOf(parameters, 'slow'));
    return (bars) => {
      const { close } = only(bars);
      const values = { fast: fast.add(close), slow: slow.add(close) };
      return values.fast === null || values.slow === null
        ? null
        : { fast: values.fast, slow: values.slow };
    };
  },
  memo: { held: OUT },
  decide({ signals, memo, parameters }) {
    const margin = parameterOf(parameters, 'margin') / WHOLE;
    const held = memoOf(memo, 'held');
    const { fast, slow } = signals;
    if (held === OUT && fast > slow * (1 + margin)) {
      const reason = { rule: 'trendUp', figures: { fast, slow } };
      return { memo: { held: IN }, target: { weights: [WHOLE], reason } };
    }
    if (held === IN && fast < slow * (1 - margin)) {
      const reason = { rule: 'trendDown', figures: { fast, slow } };
      return { memo: { held: OUT }, target: { weights: [0], reason } };
    }
    return { memo, target: null };
  },
};
