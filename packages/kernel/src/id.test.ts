import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUuid, newUuid } from './id.ts';
import { unixMs } from './time.ts';

const anyMoment = fc.integer({ min: 0, max: 2 ** 48 - 1 }).map(unixMs);

describe('ids', () => {
  it('are version 7 UUIDs that carry their moment', () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        const id = newUuid(at);
        expect(isUuid(id)).toBe(true);
        expect(id[14]).toBe('7');
        expect('89ab').toContain(id[19]);
        expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(at);
      }),
    );
  });

  it('sort as text in the order of their moments', () => {
    fc.assert(
      fc.property(anyMoment, anyMoment, (first, second) => {
        fc.pre(first !== second);
        expect(newUuid(first) < newUuid(second)).toBe(first < second);
      }),
    );
  });

  it('do not repeat within one millisecond', () => {
    const at = unixMs(1_700_000_000_000);
    const ids = new Set(Array.from({ length: 5000 }, () => newUuid(at)));
    expect(ids.size).toBe(5000);
  });

  it.each([
    '',
    '018bcfe5-6800-7000-8000-00000000000',
    '018BCFE5-6800-7000-8000-000000000000',
    '018bcfe5-6800-0000-8000-000000000000',
    '018bcfe5-6800-7000-c000-000000000000',
    '018bcfe568007000800000000000000a',
    "018bcfe5-6800-7000-8000-00000000000'",
    '018bcfe5-6800-7000-8000-000000000000\n',
  ])('refuses %j as an id', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
