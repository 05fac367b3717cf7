import { DAY_MS, type UnixMs } from '@candor/kernel';
import { expect, test } from 'vitest';
import { decideClaim } from './rules.ts';

const decide = (reason: string, isCredited: boolean, afterMs = 0) =>
  decideClaim({ reason, isCredited, decidedAt: 0 as UnixMs, at: afterMs as UnixMs });

test('credited is said of what the books credited alone; what never comes was not found', () => {
  expect(decide('payment-credited', true)).toBe('credited');
  expect(decide('payment-credited', false, 6 * DAY_MS - 1)).toBeNull();
  expect(decide('payment-credited', false, 6 * DAY_MS)).toBe('notFound');
});

test('each other reason is a state of its own, whatever the books say', () => {
  expect(decide('adjustment-follows', true)).toBe('adjustment');
  expect(decide('payment-not-found', true)).toBe('notFound');
  expect(decide('payment-not-ours', false)).toBe('notOurs');
  expect(decide('evidence-missing', false)).toBe('unproven');
});
