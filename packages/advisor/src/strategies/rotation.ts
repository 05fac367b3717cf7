import { ensure } from '@candor/kernel';
import { ROC } from 'trading-signals';
import { type RuleSet, WHOLE, memoOf, parameterOf } from './strategy.ts';

/** How much each instrument rose over the look-back, as a share. */
type Signals = readonly number[];

/**
 * Momentum rotation: every `every` bars the instruments are ranked by how much they rose over the
 * last `lookback` bars. The best `hold` of those that rose more than `floor` basis points are held in
 * equal parts; where fewer did, the rest stays in USDT.
 */
export const rotation: RuleSet<Signals> = {
  code: 'rotation',
  parameters: {
    lookback: { least: 2, most: 400, step: 1, usual: 18 },
    every: { least: 1, most: 400, step: 1, usual: 2 },
    hold: { least: 1, most: 5, step: 1, usual: 1 },
    floor: { least: 0, most: 2000, step: 10, usual: 50 },
  },
  intervals: ['4h', '1h', '1d'],
  instruments: { least: 1, most: 8 },
  warmup: (parameters) => parameterOf(parameters, 'lookback') + 1,
  observe(parameters, count) {
    const changes = Array.from(
      { length: count },
      () => new ROC(parameterOf(parameters, 'lookback')),
    );
    return (bars) => {
      const found = changes.map((change, index) => change.add(ensure(bars[index], 'a bar').close));
      const known = found.filter((value) => value !== null);
      return known.length === count ? known : null;
    };
  },
  memo: { waited: 0, held: 0 },
  decide({ signals, memo, parameters }) {
    const waited = memoOf(memo, 'waited') + 1;
    if (waited < parameterOf(parameters, 'every'))
      return { memo: { ...memo, waited }, target: null };
    const floor = parameterOf(parameters, 'floor') / WHOLE;
    const places = parameterOf(parameters, 'hold');
    const ranked = signals
      .map((rise, index) => ({ rise, index }))
      .filter(({ rise }) => rise > floor)
      // Equal ones keep the order of the instruments: a rank never depends on the engine's sort.
      .sort((a, b) => b.rise - a.rise || a.index - b.index)
      .slice(0, places);
    const chosen = new Set(ranked.map(({ index }) => index));
    // Which instruments are held, as one number: a bit each.
    const held = ranked.reduce((bits, { index }) => bits + 2 ** index, 0);
    if (held === memoOf(memo, 'held')) return { memo: { waited: 0, held }, target: null };
    const each = Math.floor(WHOLE / places);
    const best = ranked[0]?.rise ?? Math.max(...signals);
    return {
      memo: { waited: 0, held },
      target: {
        weights: signals.map((_, index) => (chosen.has(index) ? each : 0)),
        reason: { rule: held === 0 ? 'rotationOut' : 'rotationBest', figures: { rise: best } },
      },
    };
  },
};
