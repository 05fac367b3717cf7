import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  abs,
  add,
  div,
  divideInteger,
  fitsStorage,
  isOnStep,
  max,
  min,
  mul,
  neg,
  placesOf,
  roundToStep,
  sub,
} from './decimal-arithmetic.ts';
import {
  DECIMAL_ONE,
  type Decimal,
  type Rounding,
  compare,
  decimal,
  decimalOf,
  formatDecimal,
  parseDecimal,
} from './decimal.ts';

const STORED_MOST = 10n ** 38n - 1n;
const anyDecimal = fc
  .bigInt({ min: -STORED_MOST, max: STORED_MOST })
  .map((units) => units as Decimal);
const anyInteger = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const anyDivisor = anyInteger.filter((value) => value !== 0n);
const anyRounding = fc.constantFrom<Rounding>('down', 'up', 'halfEven', 'floor');

/**
 * Rounding written a second time, from its definition: floor and ceiling first, then the one the
 * mode asks for.
 */
function reference(numerator: bigint, divisor: bigint, rounding: Rounding): bigint {
  const [top, under] = divisor < 0n ? [-numerator, -divisor] : [numerator, divisor];
  const rest = ((top % under) + under) % under;
  const below = (top - rest) / under;
  const above = rest === 0n ? below : below + 1n;
  const size = (value: bigint): bigint => (value < 0n ? -value : value);
  if (rounding === 'floor') return below;
  if (rounding === 'down') return size(below) < size(above) ? below : above;
  if (rounding === 'up') return size(below) > size(above) ? below : above;
  const toBelow = rest;
  const toAbove = above === below ? 0n : under - rest;
  if (toBelow !== toAbove) return toBelow < toAbove ? below : above;
  return below % 2n === 0n ? below : above;
}

describe('decimal text', () => {
  it('keeps every value that fits the database through format and parse', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        expect(parseDecimal(formatDecimal(value))).toBe(value);
        expect(fitsStorage(value)).toBe(true);
      }),
    );
  });

  it('reads what it writes in one spelling only', () => {
    const spelling = /^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d*[1-9])$/;
    fc.assert(
      fc.property(anyDecimal, (value) => {
        expect(formatDecimal(value)).toMatch(spelling);
      }),
    );
  });

  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['1', 10n ** 18n],
    ['-12.5', -125n * 10n ** 17n],
    ['0.000000000000000001', 1n],
    ['007.10', 71n * 10n ** 17n],
    ['99999999999999999999', 99_999_999_999_999_999_999n * 10n ** 18n],
  ])('reads %s', (text, units) => {
    expect(parseDecimal(text)).toBe(units);
  });

  it.each([
    ...['', ' ', '.', '-', '+1', '1.', '.5', '1,5', '1 ', ' 1', '1e3', '1E3', '0x10', 'NaN'],
    ...['Infinity', '1.2.3', '--1', '1_000', '١٢', '½', '1\n', '0.0000000000000000001'],
    ...['100000000000000000000', '9'.repeat(40), '1e309'],
  ])('refuses %j instead of guessing', (text) => {
    expect(parseDecimal(text)).toBeNull();
    expect(() => decimal(text)).toThrow('not a decimal');
  });

  it('knows what the database cannot hold', () => {
    expect(fitsStorage((10n ** 38n) as Decimal)).toBe(false);
    expect(fitsStorage(-(10n ** 38n) as Decimal)).toBe(false);
  });
});

describe('rounding', () => {
  it('agrees with its definition for every mode and sign', () => {
    fc.assert(
      fc.property(anyInteger, anyDivisor, anyRounding, (top, under, rounding) => {
        expect(divideInteger(top, under, rounding)).toBe(reference(top, under, rounding));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with its definition around ties, where it matters', () => {
    for (let top = -25n; top <= 25n; top += 1n) {
      for (const under of [-10n, -4n, -2n, -1n, 1n, 2n, 4n, 10n]) {
        for (const rounding of ['down', 'up', 'halfEven', 'floor'] as const) {
          expect(divideInteger(top, under, rounding)).toBe(reference(top, under, rounding));
        }
      }
    }
  });

  it.each<[string, Record<Rounding, string>]>([
    ['2.5', { down: '2', up: '3', halfEven: '2', floor: '2' }],
    ['3.5', { down: '3', up: '4', halfEven: '4', floor: '3' }],
    ['-2.5', { down: '-2', up: '-3', halfEven: '-2', floor: '-3' }],
    ['-0.1', { down: '0', up: '-1', halfEven: '0', floor: '-1' }],
    ['7', { down: '7', up: '7', halfEven: '7', floor: '7' }],
  ])('cuts %s to whole ones as a reader expects', (text, expected) => {
    for (const rounding of ['down', 'up', 'halfEven', 'floor'] as const) {
      const cut = roundToStep(decimal(text), { step: DECIMAL_ONE, rounding });
      expect(formatDecimal(cut)).toBe(expected[rounding]);
    }
  });

  it('refuses to divide by zero and to step by nothing', () => {
    expect(() => divideInteger(1n, 0n, 'down')).toThrow('division by zero');
    expect(() => div(DECIMAL_ONE, decimal('0'), 'up')).toThrow('division by zero');
    const step = decimal('-0.5');
    expect(() => roundToStep(DECIMAL_ONE, { step, rounding: 'up' })).toThrow('positive');
  });
});

describe('arithmetic', () => {
  it('adds and subtracts exactly', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(sub(add(a, b), b)).toBe(a);
        expect(add(a, neg(a))).toBe(0n);
        expect(add(min(a, b), max(a, b))).toBe(add(a, b));
        expect(abs(a)).toBe(max(a, neg(a)));
        expect(compare(a, b)).toBe(-compare(b, a) + 0);
      }),
    );
  });

  it('brackets a product and a quotient between down and up, at most one unit apart', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const gap = abs(sub(mul(a, b, 'up'), mul(a, b, 'down')));
        expect(gap).toBeLessThanOrEqual(1n);
        if (b !== 0n) {
          expect(abs(sub(div(a, b, 'up'), div(a, b, 'down')))).toBeLessThanOrEqual(1n);
        }
      }),
    );
  });

  it.each([
    ['1.5', '2.5', '3.75'],
    ['-0.1', '0.1', '-0.01'],
    ['100000', '1.08543', '108543'],
  ])('multiplies %s by %s', (a, b, product) => {
    expect(formatDecimal(mul(decimal(a), decimal(b), 'down'))).toBe(product);
    expect(formatDecimal(div(decimal(product), decimal(b), 'down'))).toBe(a);
  });
});

describe('steps', () => {
  it('lands on a step next to the value, on the side the mode names', () => {
    const anyStep = fc.bigInt({ min: 1n, max: 10n ** 20n }).map((units) => units as Decimal);
    fc.assert(
      fc.property(anyDecimal, anyStep, anyRounding, (value, step, rounding) => {
        const cut = roundToStep(value, { step, rounding });
        expect(isOnStep(cut, step)).toBe(true);
        expect(abs(sub(cut, value))).toBeLessThan(step);
        if (rounding === 'down') expect(abs(cut)).toBeLessThanOrEqual(abs(value));
        if (rounding === 'up') expect(abs(cut)).toBeGreaterThanOrEqual(abs(value));
        if (rounding === 'floor') expect(cut).toBeLessThanOrEqual(value);
      }),
    );
  });

  it.each([
    ['0.01', 2],
    ['0.5', 1],
    ['10', 0],
    ['0.00000001', 8],
  ])('a step of %s needs %i places on screen', (step, places) => {
    expect(placesOf(decimal(step))).toBe(places);
  });

  it('takes whole numbers only as counts', () => {
    expect(decimalOf(-3)).toBe(decimal('-3'));
    expect(() => decimalOf(0.5)).toThrow('not a whole number');
    expect(() => decimalOf(2 ** 53)).toThrow('not a whole number');
  });
});
