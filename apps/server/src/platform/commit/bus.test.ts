import { expect, test } from 'vitest';
import { type Bus, createBus } from './bus.ts';

async function tellAll(bus: Bus, topic: string, payload: object): Promise<boolean[]> {
  const told: boolean[] = [];
  for (const one of bus.subscriptions()) {
    if (one.topic === topic) told.push(await bus.tell(one, payload));
  }
  return told;
}

test('listeners have names of their own, in the order they came', () => {
  const bus = createBus(() => undefined);
  bus.subscribe('a', () => undefined);
  bus.subscribe('b', () => undefined);
  bus.subscribe('a', () => undefined);
  expect(bus.subscriptions().map(({ name, topic }) => [name, topic])).toEqual([
    ['a#0', 'a'],
    ['b#0', 'b'],
    ['a#1', 'a'],
  ]);
});

test('a listener that throws or rejects is reported with its tries, until it does not', async () => {
  const errors: unknown[] = [];
  const heard: string[] = [];
  const bus = createBus((error, topic, facts) => errors.push([error, topic, facts]));
  let isBroken = true;
  bus.subscribe('a', () => {
    if (isBroken) throw new Error('thrown');
  });
  bus.subscribe('a', () => (isBroken ? Promise.reject(new Error('rejected')) : undefined));
  bus.subscribe('a', () => void heard.push('me'));
  expect(await tellAll(bus, 'a', {})).toEqual([false, false, true]);
  expect(await tellAll(bus, 'a', {})).toEqual([false, false, true]);
  expect(bus.failing().listeners).toBe(2);
  expect(bus.failing().seconds).toBeGreaterThan(0);
  isBroken = false;
  expect(await tellAll(bus, 'a', {})).toEqual([true, true, true]);
  expect(bus.failing()).toEqual({ listeners: 0, seconds: 0 });
  expect(heard).toEqual(['me', 'me', 'me']);
  expect(errors).toEqual([
    [new Error('thrown'), 'a', { listener: 'a#0', tries: 1 }],
    [new Error('rejected'), 'a', { listener: 'a#1', tries: 1 }],
    [new Error('thrown'), 'a', { listener: 'a#0', tries: 2 }],
    [new Error('rejected'), 'a', { listener: 'a#1', tries: 2 }],
  ]);
});
