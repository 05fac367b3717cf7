import type { InstrumentCode, OptionId, UnixMs, UserId } from '@candor/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDueList } from './due.ts';

const option = (name: number | string, settleAt: number) => ({
  id: String(name) as OptionId,
  userId: 'u' as UserId,
  mode: 'demo' as const,
  code: 'BTC/USDT' as InstrumentCode,
  feed: 'test',
  settleAt: settleAt as UnixMs,
});

test('what ends first stands first, whatever the order in which it was bought', () => {
  const list = createDueList();
  for (const [name, at] of [
    ['c', 30],
    ['a', 10],
    ['b', 20],
  ] as const) {
    list.add(option(name, at));
  }
  expect(list.upTo(20 as UnixMs).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(list.upTo(9 as UnixMs)).toEqual([]);
  expect(list.size()).toBe(3);
});

test('heard of twice it stands there once, and once removed it is gone', () => {
  const list = createDueList();
  list.add(option('a', 10));
  list.add(option('a', 10));
  expect(list.size()).toBe(1);
  list.remove('a' as OptionId);
  list.remove('a' as OptionId);
  expect(list.upTo(100 as UnixMs)).toEqual([]);
});

test('any additions and removals leave what a sorted list of the rest is', () => {
  const ends = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });
  fc.assert(
    fc.property(ends, fc.array(fc.nat(59)), fc.integer({ min: 0, max: 20 }), (times, gone, now) => {
      const list = createDueList();
      times.forEach((at, name) => list.add(option(name, at)));
      const removed = new Set(gone);
      for (const name of removed) list.remove(String(name) as OptionId);
      const left = times.map((at, name) => ({ at, name })).filter(({ name }) => !removed.has(name));
      const due = left.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
      expect(list.upTo(now as UnixMs).map(({ settleAt }) => settleAt)).toEqual(
        due.map(({ at }) => at),
      );
      expect(list.size()).toBe(left.length);
    }),
  );
});
