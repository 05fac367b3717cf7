// Promise: no private frame is applied twice, and a missing one is noticed.
import { describe, expect, it } from 'vitest';
import { UNFOLLOWED, follow } from './sequence.ts';

describe('following private frames', () => {
  it('applies the next, ignores the old, reports the missing', () => {
    const first = follow(UNFOLLOWED, 7);
    expect(first.step).toBe('apply');
    const next = follow(first.sequence, 8);
    expect(next.step).toBe('apply');
    expect(follow(next.sequence, 8).step).toBe('ignore');
    expect(follow(next.sequence, 3).step).toBe('ignore');
    const later = follow(next.sequence, 10);
    expect(later).toEqual({ step: 'gap', sequence: { last: 10 } });
    expect(follow(later.sequence, 11).step).toBe('apply');
  });
});
