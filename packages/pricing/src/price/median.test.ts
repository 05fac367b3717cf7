import { anyPriceOnTick } from '@candor/testkit';
import { type Price, compare, formatDecimal, price, rate, unixMs } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SaidPrice, isCredible, medianPrice, withinBand } from './median.ts';

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

const SECOND = 1_000;
/** What a source said one after the other, a second apart, the last of it a second ago. */
const saidOf = (...texts: string[]): SaidPrice[] =>
  texts.map((text, index) => ({
    price: price(text),
    at: unixMs((index - texts.length) * SECOND + 1_000_000),
  }));
const NOW = unixMs(1_000_000);

function isCredibleAt(
  text: string,
  facts: { others?: Price[]; recent?: SaidPrice[]; sinceStart?: number },
): boolean {
  const { others = [], recent = [] } = facts;
  return isCredible({
    sides: [price(text)],
    at: NOW,
    middle: price(text),
    others,
    recent,
    sinceStart: facts.sinceStart ?? recent.length,
    bandRate: band,
  });
}

describe('the source rule', () => {
  const calm = saidOf('100', '100.1', '99.9', '100', '100.2');

  it('of two sources each is measured against the other, not against their middle', () => {
    expect(isCredibleAt('98', { others: prices('100') })).toBe(true);
    expect(isCredibleAt('97.9', { others: prices('100') })).toBe(false);
    // Against the middle of 96.1 and 100 it would have passed.
    expect(isCredibleAt('96.1', { others: prices('100') })).toBe(false);
  });

  it('of three sources one that is far off is outside, and the others are not', () => {
    expect(isCredibleAt('100.5', { others: prices('50', '99.5') })).toBe(true);
    expect(isCredibleAt('50', { others: prices('100', '99.5') })).toBe(false);
  });

  it('keeps a tick from acting that the other sources contradict, whatever its own past', () => {
    const recent = saidOf('90', '90', '90', '90');
    expect(isCredibleAt('90', { others: prices('100', '100.1'), recent })).toBe(false);
    expect(isCredibleAt('90', { others: prices('100'), recent })).toBe(false);
  });

  it('measures a lone source against its own last fifteen ticks', () => {
    expect(isCredibleAt('101', { recent: calm })).toBe(true);
    expect(isCredibleAt('90', { recent: calm })).toBe(false);
    const older = Array.from({ length: 40 }, () => '50');
    const newer = Array.from({ length: 15 }, () => '100');
    const recent = saidOf(...older, ...newer);
    expect(isCredibleAt('100', { recent })).toBe(true);
    expect(isCredibleAt('50', { recent })).toBe(false);
  });

  it('a lone source that jumps is believed after three ticks that agree over three seconds', () => {
    const history = Array.from({ length: 15 }, () => '100');
    const answers = [0, 1, 2, 3, 4].map((count) =>
      isCredibleAt('90', {
        recent: saidOf(...history, ...Array.from({ length: count }, () => '90')),
      }),
    );
    expect(answers).toEqual([false, false, false, true, true]);
  });

  it('however many ticks agree, they have to do so for three seconds', () => {
    const before = saidOf(...Array.from({ length: 15 }, () => '100'));
    const burst = (spanMs: number): SaidPrice[] =>
      Array.from({ length: 40 }, (_, index) => ({
        price: price('90'),
        at: unixMs(NOW - spanMs + Math.floor((spanMs * index) / 40)),
      }));
    const facts = (spanMs: number) => ({ recent: [...before, ...burst(spanMs)] });
    expect(isCredibleAt('90', facts(40))).toBe(false);
    expect(isCredibleAt('90', facts(2_999))).toBe(false);
    expect(isCredibleAt('90', facts(3_000))).toBe(true);
  });

  it('a median that followed a burst is not enough while nothing of it is three seconds old', () => {
    const young = [...saidOf('100', '100', '100', '100')].map((one) => ({
      ...one,
      at: unixMs(one.at - 10_000),
    }));
    const burst = [1, 2, 3, 4, 5, 6].map((count) => ({
      price: price('90'),
      at: unixMs(NOW - 2_000 + count),
    }));
    expect(isCredibleAt('90', { recent: [...young, ...burst] })).toBe(false);
  });

  it('what was said before a restart counts in the median and speaks for no jump', () => {
    const recent = [...calm, ...saidOf('90', '90', '90', '90')];
    expect(isCredibleAt('90', { recent })).toBe(true);
    expect(isCredibleAt('90', { recent, sinceStart: 0 })).toBe(false);
  });

  it('a spike among calm ticks never acts, and the tick after it does', () => {
    const recent = [...calm, ...saidOf('80')];
    expect(isCredibleAt('80', { recent })).toBe(false);
    expect(isCredibleAt('100', { recent })).toBe(true);
  });

  it('the first tick of all has nothing to stand on', () => {
    expect(isCredibleAt('100', {})).toBe(false);
  });

  it('whatever is said, a price beside one other is never further from it than the band', () => {
    const anyPrice = anyPriceOnTick(price('0.01'));
    fc.assert(
      fc.property(anyPrice, anyPrice, fc.array(anyPrice), (own, other, said) => {
        const recent = said.map((one, index) => ({ price: one, at: unixMs(index) }));
        const passes = isCredible({
          sides: [own],
          at: NOW,
          middle: own,
          others: [other],
          recent,
          sinceStart: recent.length,
          bandRate: band,
        });
        expect(passes).toBe(withinBand(own, other, band));
      }),
    );
  });
});
