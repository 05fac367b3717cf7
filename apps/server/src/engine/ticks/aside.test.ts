// Promise: ticks that could not act are tried again, ever more rarely, and never grow without end.
import { type TickId, type UnixMs, price } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { expect, test } from 'vitest';
import { createAsideTicks } from './aside.ts';

const ms = (at: number): UnixMs => at as UnixMs;
const quote = (place: number): Quote =>
  ({
    code: 'BTC/USDT',
    tickId: `2026-03-04/${place}` as TickId,
    bid: price('1'),
    ask: price('2'),
    receivedAt: ms(place),
  }) as Quote;

test('what cannot act is tried after a second, then ever more rarely, at least once a minute', () => {
  const aside = createAsideTicks();
  aside.put([quote(5), quote(9)], ms(0));
  const waits: number[] = [];
  let now = 0;
  for (let tries = 0; tries < 9; tries += 1) {
    const began = now;
    let one = aside.take(ms(now));
    while (one === null) {
      now += 100;
      one = aside.take(ms(now));
    }
    waits.push(now - began);
    aside.putBack(one, one.from, ms(now));
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000));
  expect(aside.began()).toBe('2026-03-04/5');
});

test('what has acted is let go, and a start begins before it until trailing stops have gone back', () => {
  const aside = createAsideTicks();
  aside.put([quote(5), quote(9)], ms(0));
  aside.put([quote(20)], ms(500));
  expect([aside.count(), aside.began()]).toEqual([2, '2026-03-04/5']);
  expect(aside.take(ms(1_000))?.to).toBe('2026-03-04/9');
  expect([aside.count(), aside.began()]).toEqual([1, '2026-03-04/5']);
  expect(aside.take(ms(1_000))).toBeNull();
  expect(aside.take(ms(1_500))?.from).toBe('2026-03-04/20');
  expect([aside.count(), aside.began()]).toEqual([0, '2026-03-04/5']);
  aside.retraced(true);
  expect(aside.began()).toBeNull();
});

test('however many fail, few are kept apart, and none is lost', () => {
  const aside = createAsideTicks();
  for (let place = 1; place <= 1_000; place += 1) aside.put([quote(place)], ms(place));
  expect(aside.count()).toBeLessThanOrEqual(20);
  const spans: [string, string][] = [];
  for (let one = aside.take(ms(9_999)); one !== null; one = aside.take(ms(9_999))) {
    spans.push([one.from, one.to]);
  }
  expect([spans[0]?.[0], spans.at(-1)?.[1]]).toEqual(['2026-03-04/1', '2026-03-04/1000']);
});
