// Promise: a part of a contract is closed on its steps and leaves what can be closed in its turn; all
// of it always may be.
import { type Quantity, formatDecimal, quantity } from '@candor/kernel';
import { anyInstrument, anyLots } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lotsOfPart, partProblem } from './part.ts';
import { lotsProblem } from './size.ts';

const terms = { lotStep: quantity('0.01'), lotsMin: quantity('0.02') };
const lotsOf = (text: string | null): Quantity | null => (text === null ? null : quantity(text));

describe('the lots of a closing', () => {
  it.each([
    [null, 'missing'],
    ['0', 'missing'],
    ['0.08', 'aboveOpen'],
    ['0.07', null],
    ['0.035', 'offStep'],
    ['0.01', 'belowMin'],
    ['0.06', 'restBelowMin'],
    ['0.05', null],
    ['0.02', null],
  ])('%s of 0.07: %s', (text, problem) => {
    expect(partProblem(lotsOf(text), quantity('0.07'), terms)).toBe(problem);
  });

  it('all that is open may be closed, whatever is left of it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), (open) => {
        expect(partProblem(open as Quantity, open as Quantity, terms)).toBeNull();
      }),
    );
  });

  it('a part leaves a rest that may be closed in its turn', () => {
    const anyPart = anyInstrument().chain((instrument) =>
      fc.tuple(fc.constant(instrument), anyLots(instrument), anyLots(instrument)),
    );
    fc.assert(
      fc.property(anyPart, ([instrument, open, part]) => {
        fc.pre(part !== open && partProblem(part, open, instrument) === null);
        expect(lotsProblem((open - part) as Quantity, instrument)).toBeNull();
      }),
    );
  });

  it('a share of them is on the step and grows with the percent', () => {
    const lots = (percent: number, open: string): string =>
      formatDecimal(lotsOfPart(percent, quantity(open), terms));
    expect([lots(50, '0.1'), lots(33, '0.1'), lots(1, '0.1')]).toEqual(['0.05', '0.03', '0.02']);
    expect([lots(100, '0.0305'), lots(150, '0.0305')]).toEqual(['0.0305', '0.0305']);
    const percent = fc.integer({ min: 1, max: 99 });
    fc.assert(
      fc.property(percent, percent, fc.bigInt({ min: 4n, max: 1_000n }), (one, other, steps) => {
        const open = (steps * terms.lotStep) as Quantity;
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(lotsOfPart(less, open, terms)).toBeLessThanOrEqual(lotsOfPart(more, open, terms));
      }),
    );
  });
});
