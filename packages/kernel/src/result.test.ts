import { describe, expect, it } from 'vitest';
import { InvariantError, assert, ensure, unreachable } from './assert.ts';
import { type Result, fail, ok } from './result.ts';

describe('results and promises', () => {
  it('a refusal carries its reason and a value its value, never both', () => {
    const half = (count: number): Result<number, { name: 'odd' }> =>
      count % 2 === 0 ? ok(count / 2) : fail({ name: 'odd' });
    expect(half(8)).toEqual({ ok: true, value: 4 });
    expect(half(7)).toEqual({ ok: false, failure: { name: 'odd' } });
  });

  it('a broken promise is thrown with the promise in words', () => {
    expect(() => assert(false, 'books balance')).toThrow(new InvariantError('books balance'));
    expect(() => ensure(null, 'a quote is there')).toThrow('a quote is there');
    expect(() => unreachable('x' as never, 'no such side')).toThrow('no such side: x');
    expect(ensure(0, 'zero is a value')).toBe(0);
    expect(() => assert(true, 'nothing')).not.toThrow();
  });
});
