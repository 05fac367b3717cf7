import { anyPriceOnTick } from '@candor/testkit';
import { type Price, compare, formatDecimal, price, rate } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayTrigger, medianPrice, withinBand } from './median.ts';

const prices = (...texts: string[]): Price[] => texts.map(price);
const band = rate('0.02');

describe('median', () => {
  it.each([
    [['5'], '5'],
    [['9', '1', '5'], '5'],
    [['1', '2'], '1.5'],
    [['100', '1', '2', '3'], '2.5'],
  ])('of %j is %s', (texts, expected) => {
    expect(formatDecimal(medianPrice(prices(...texts)))).toBe(expected);
  });

  it('has half of the prices on either side, in whatever order they come', () => {
    const anyPrices = fc.array(anyPriceOnTick(price('0.01')), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(anyPrices, (drawn) => {
        const middle = medianPrice(drawn);
        const count = (sign: number): number =>
          drawn.filter((one) => compare(one, middle) === sign).length;
        expect(count(-1)).toBeLessThanOrEqual(drawn.length / 2);
        expect(count(1)).toBeLessThanOrEqual(drawn.length / 2);
        expect(medianPrice([...drawn].reverse())).toBe(middle);
      }),
    );
  });

  it('of nothing is refused', () => {
    expect(() => medianPrice([])).toThrow('needs a price');
  });

  it.each([
    ['102', true],
    ['102.000000000000000001', false],
    ['98', true],
    ['97.999999999999999999', false],
  ])('%s is within 2 %% of 100: %s', (text, expected) => {
    expect(withinBand(price(text), price('100'), band)).toBe(expected);
  });
});

describe('the source rule', () => {
  const calm = prices('100', '100.1', '99.9', '100', '100.2');

  it('lets a tick act that several sources stand behind', () => {
    const sources = prices('100', '100.5', '99.5');
    expect(mayTrigger({ price: price('100.5'), sources, recent: [], bandRate: band })).toBe(true);
  });

  it('keeps a tick from acting that the other sources contradict, whatever its own past', () => {
    const sources = prices('90', '100', '100.1');
    const recent = prices('90', '90', '90', '90');
    expect(mayTrigger({ price: price('90'), sources, recent, bandRate: band })).toBe(false);
  });

  it('measures a lone source against its own last fifteen ticks', () => {
    const alone = { sources: prices('101'), bandRate: band };
    expect(mayTrigger({ ...alone, price: price('101'), recent: calm })).toBe(true);
    expect(mayTrigger({ ...alone, price: price('90'), recent: calm })).toBe(false);
    const older = Array.from({ length: 40 }, () => price('50'));
    const newer = Array.from({ length: 15 }, () => price('100'));
    const after = { ...alone, recent: [...older, ...newer] };
    expect(mayTrigger({ ...after, price: price('100') })).toBe(true);
    expect(mayTrigger({ ...after, price: price('50') })).toBe(false);
  });

  it('a lone source that jumps may act after three ticks that agree', () => {
    const history = Array.from({ length: 15 }, () => price('100'));
    const answers: boolean[] = [];
    for (let count = 0; count < 5; count += 1) {
      const jumped = price('90');
      const facts = { price: jumped, sources: [jumped], recent: history, bandRate: band };
      answers.push(mayTrigger(facts));
      history.push(jumped);
    }
    expect(answers).toEqual([false, false, false, true, true]);
  });

  it('a spike among calm ticks never acts, and the tick after it does', () => {
    const recent = [...calm, price('80')];
    const facts = { sources: prices('80'), recent, bandRate: band };
    expect(mayTrigger({ ...facts, price: price('80') })).toBe(false);
    expect(mayTrigger({ ...facts, price: price('100') })).toBe(true);
  });

  it('fewer than three ticks cannot vouch for a jump, however close they are', () => {
    // 102 lies outside 2 % of 99.97, though 99.97 lies within 2 % of 102.
    const facts = { price: price('102'), sources: prices('102'), bandRate: band };
    expect(mayTrigger({ ...facts, recent: prices('99.97', '99.97') })).toBe(false);
    expect(mayTrigger({ ...facts, recent: prices('99.97', '99.97', '99.97') })).toBe(true);
  });

  it('the first tick of all has nothing to stand on', () => {
    const facts = { price: price('100'), sources: prices('100'), recent: [], bandRate: band };
    expect(mayTrigger(facts)).toBe(false);
  });
});
