import { moveFrom, only } from './signals.ts';
import { type RuleSet, WHOLE, memoOf, parameterOf } from './strategy.ts';

type Signals = { readonly close: number };

/**
 * Grid: around a middle price stand `levels` lines on each side, `gap` basis points apart. Half of
 * the value is held at the middle; at each line below, a part more is bought, at each line above a
 * part is sold. After `patience` bars at the last line the middle moves to the price.
 */
export const grid: RuleSet<Signals> = {
  code: 'grid',
  parameters: {
    gap: { least: 10, most: 1000, step: 5, usual: 75 },
    levels: { least: 2, most: 25, step: 1, usual: 8 },
    patience: { least: 1, most: 2000, step: 1, usual: 96 },
  },
  intervals: ['5m', '1m', '15m', '30m', '1h'],
  instruments: { least: 1, most: 1 },
  warmup: () => 1,
  observe: () => (bars) => ({ close: only(bars).close }),
  memo: { middle: 0, level: 0, waited: 0 },
  decide({ signals, memo, parameters }) {
    const { close } = signals;
    const levels = parameterOf(parameters, 'levels');
    const gap = parameterOf(parameters, 'gap') / WHOLE;
    const middle = memoOf(memo, 'middle');
    const weightAt = (level: number): number => Math.round((WHOLE / 2) * (1 - level / levels));
    const to = (rule: string, next: { middle: number; level: number; waited: number }) => ({
      memo: next,
      target: { weights: [weightAt(next.level)], reason: { rule, figures: { close, ...next } } },
    });
    if (middle === 0) return to('gridStart', { middle: close, level: 0, waited: 0 });
    const before = memoOf(memo, 'level');
    const lines = moveFrom(middle, close) / gap;
    // A line counts once it is passed; back over the same line needs the next one.
    const reached = lines > before ? Math.floor(lines) : Math.ceil(lines) + 0;
    const level = Math.max(-levels, Math.min(levels, reached));
    const waited = Math.abs(level) === levels ? memoOf(memo, 'waited') + 1 : 0;
    if (waited >= parameterOf(parameters, 'patience')) {
      return to('gridMoved', { middle: close, level: 0, waited: 0 });
    }
    if (level < before) return to('gridBuy', { middle, level, waited });
    if (level > before) return to('gridSell', { middle, level, waited });
    return { memo: { middle, level, waited }, target: null };
  },
};
