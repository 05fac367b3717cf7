import { only } from './signals.ts';
import { type RuleSet, WHOLE, memoOf } from './strategy.ts';

/** Buy and hold: buys once with everything and does nothing more. What the others are compared with. */
export const hold: RuleSet<{ readonly close: number }> = {
  code: 'hold',
  parameters: {},
  intervals: ['1h', '15m', '30m', '4h', '1d'],
  instruments: { least: 1, most: 1 },
  warmup: () => 1,
  observe: () => (bars) => ({ close: only(bars).close }),
  memo: { held: 0 },
  decide({ signals, memo }) {
    if (memoOf(memo, 'held') === 1) return { memo, target: null };
    const reason = { rule: 'holdStart', figures: { close: signals.close } };
    return { memo: { held: 1 }, target: { weights: [WHOLE], reason } };
  },
};
