// Promise: what an order was passed over at is remembered whole, and never grows without end.
import { type TickId, isLaterTick } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { describe, expect, test } from 'vitest';
import { PASSED_MAX, type PassedSpan, addPassed, passedReason } from './passed-rules.ts';

const tick = (place: number): TickId => `2026-03-04/${place}` as TickId;
const span = (from: number, to: number, reason: PassedSpan['reason'] = 'stale'): PassedSpan => ({
  from: tick(from),
  to: tick(to),
  reason,
});
const all = (spans: readonly PassedSpan[]) =>
  spans.reduce<readonly PassedSpan[]>((known, one) => addPassed(known, one), []);

describe('spans an order was passed over at', () => {
  test('of one reason, one after the other, become one', () => {
    expect(all([span(3, 3), span(9, 12), span(20, 20)])).toEqual([span(3, 20)]);
  });

  test('of another reason stay apart', () => {
    const spans = [span(3, 3), span(9, 9, 'noLink'), span(12, 14)];
    expect(all(spans)).toEqual(spans);
  });

  test('met again after a start are not said twice', () => {
    const known = all([span(3, 3, 'unjudgeable'), span(9, 9, 'noLink')]);
    expect(addPassed(known, span(3, 12))).toEqual([span(3, 12)]);
    expect(addPassed(known, span(3, 3, 'stale'))).toEqual([span(3, 3), span(9, 9, 'noLink')]);
  });

  test('stay in order and few, and cover every tick that was given', () => {
    const { between } = createRandom(11);
    const given: PassedSpan[] = [];
    let spans: readonly PassedSpan[] = [];
    for (let one = 0; one < 400; one += 1) {
      const from = one * 10 + between(0, 4);
      const reason = one % 2 === 0 ? 'stale' : 'noLink';
      const next = span(from, from + between(0, 4), reason);
      given.push(next);
      spans = addPassed(spans, next);
      expect(spans.length).toBeLessThanOrEqual(PASSED_MAX);
    }
    for (const { from, to } of given) {
      const isHeld = spans.some((one) => !isLaterTick(one.from, from) && !isLaterTick(to, one.to));
      expect(isHeld).toBe(true);
    }
  });
});

test('a reason nobody knows by name is a failure of the product', () => {
  expect(['stale', 'unjudgeable', 'toString', undefined].map(passedReason)).toEqual([
    'stale',
    'unjudgeable',
    'failed',
    'failed',
  ]);
});
