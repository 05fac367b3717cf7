// Promise: what is the same for all who ask is made once for those of some time, and once at a time; a
// failed one is made again.
import { unixMs } from '@candor/kernel';
import { expect, test } from 'vitest';
import { keptFor } from './kept-for.ts';

const AT = unixMs(1_795_000_000_000);
const later = (ms: number) => unixMs(AT + ms);

test('serves what it made until its time is over', async () => {
  let made = 0;
  const ask = keptFor(1_000, async () => (made += 1));
  expect(await Promise.all([ask(AT), ask(later(999))])).toEqual([1, 1]);
  expect(await ask(later(1_000))).toBe(2);
});

test('makes one at a time, however long it takes', async () => {
  const gate = Promise.withResolvers<void>();
  let made = 0;
  const ask = keptFor(1_000, async () => {
    made += 1;
    await gate.promise;
    return made;
  });
  const asked = [ask(AT), ask(later(5_000)), ask(later(9_000))];
  gate.resolve();
  expect(await Promise.all(asked)).toEqual([1, 1, 1]);
});

test('keeps no failure', async () => {
  let made = 0;
  const ask = keptFor(1_000, async () => {
    made += 1;
    if (made === 1) throw new Error('gone');
    return made;
  });
  await expect(ask(AT)).rejects.toThrow('gone');
  expect(await ask(later(1))).toBe(2);
});
