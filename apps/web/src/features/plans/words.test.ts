// Promise: every rule of every strategy has its reason in words with the figures it compared, and every
// number is said as a trader knows it.
import { t } from '@candor/locales';
import { PLAN_CHOICES, type PlanStrategy } from '@candor/protocol/light';
import { beforeAll, expect, it } from 'vitest';
import { speak } from '../../testing/speak.ts';
import { fallOf, numberText, reasonWords, resultText, ruleCard } from './words.ts';

beforeAll(async () => speak('en'));

const figures = {
  ...{ fast: 67_400.123, slow: 67_100.5, close: 0.000_12, lower: 1, middle: 2, upper: 3 },
  ...{ average: 66_000, rise: 0.034, level: -2, waited: 0 },
};
/** Rules of packages/advisor/src/strategies, and what happens to owners. */
const RULES: readonly (readonly [string, RegExp])[] = [
  ['trendUp', /67,400\.12.*67,100\.50.*bought/],
  ['trendDown', /fell below.*sold/],
  ['reversionLow', /0\.000120.*lower line/],
  ['reversionHigh', /upper line.*sold short/],
  ['reversionMean', /back at the average/],
  ['gridStart', /grid began/],
  ['gridBuy', /line below.*bought a part/],
  ['gridSell', /line above.*sold a part/],
  ['gridMoved', /middle moved/],
  ['dcaDue', /due.*66,000/],
  ['dcaDip', /once more/],
  ['dcaTake', /sold everything/],
  ['rotationBest', /\+3\.40%/],
  ['rotationOut', /went to USDT/],
  ['holdStart', /bought once/],
  ['ownerJoined', /owner joined/],
  ['ownerLeft', /owner left/],
  ['lossReached', /ready to lose was reached/],
];

it.each(RULES)('says why: %s', (rule, words) => {
  expect(reasonWords({ rule, figures }, t)).toMatch(words);
});

it('says something of a rule it does not know, and a dash for a figure that is missing', () => {
  expect(reasonWords({ rule: 'new', figures: {} }, t)).toBe('The rules asked for it.');
  expect(reasonWords({ rule: 'trendUp', figures: {} }, t)).toContain('—');
});

it('says numbers in percent and deviations, never in basis points', () => {
  expect(numberText('margin', 10)).toBe('0.1%');
  expect(numberText('width', 220)).toBe('2.2');
  expect(numberText('fast', 12)).toBe('12');
  const usual = (strategy: PlanStrategy) =>
    Object.fromEntries(
      Object.entries(PLAN_CHOICES[strategy].numbers).map(([name, { usual: value }]) => [
        name,
        value,
      ]),
    );
  for (const strategy of Object.keys(PLAN_CHOICES) as PlanStrategy[]) {
    const card = ruleCard({ strategy, parameters: usual(strategy), interval: '1h' }, t);
    expect(card, strategy).not.toMatch(/—|\{/);
  }
});

it('writes a fall as the loss it was, and what is missing as a dash', () => {
  expect(resultText(fallOf('0.0721'))).toBe('−7.21%');
  expect(resultText(fallOf('0'))).toBe('0.00%');
  expect(resultText(null)).toBe('—');
});
