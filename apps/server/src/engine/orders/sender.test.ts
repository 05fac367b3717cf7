import type { UserId } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { type Purpose, createSender } from './sender.ts';

const user = (name: string): UserId => name as UserId;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Jobs that end when they are told to, in the order in which they were begun. */
function setUp() {
  const failures: unknown[] = [];
  const sender = createSender((error) => failures.push(error));
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const give = (who: string, what: string, purpose: Purpose = 'protects'): void =>
    sender.push({
      userId: user(who),
      purpose,
      run() {
        begun.push(what);
        return new Promise((resolve) => ends.push(resolve));
      },
    });
  return { sender, begun, ends, give, failures };
}

describe('commands on their way', () => {
  test('of one account begin in their order, some at once, and hold up no other', async () => {
    const { begun, ends, give } = setUp();
    for (let index = 0; index < 500; index += 1) give('one', `one ${index}`);
    give('two', 'two 0');
    expect(begun).toEqual([...Array.from({ length: 8 }, (_, index) => `one ${index}`), 'two 0']);
    ends[0]?.();
    await nextTurn();
    expect(begun.at(-1)).toBe('one 8');
  });

  test('are never more than some hundreds, however many wait', async () => {
    const { sender, begun, ends, give } = setUp();
    for (let index = 0; index < 150_000; index += 1) give(`user ${index % 300}`, String(index));
    expect(begun.length).toBe(512);
    expect(sender.waiting()).toBe(150_000 - 512);
    let done = 0;
    while (done < 150_000) {
      const some = ends.splice(0);
      done += some.length;
      for (const end of some) end();
      await nextTurn();
    }
    await sender.idle();
    expect(new Set(begun).size).toBe(150_000);
  });

  test('that fill orders have few places of their own: what protects finds all of its own', () => {
    const { begun, give } = setUp();
    for (let index = 0; index < 10_000; index += 1) give(`user ${index % 700}`, 'fill', 'fills');
    expect(begun).toHaveLength(128);
    for (let index = 0; index < 700; index += 1) give(`user ${index}`, 'stop');
    expect(begun.filter((what) => what === 'stop')).toHaveLength(512);
    expect(begun).toHaveLength(640);
  });

  test('of an account whose orders fill begin beside those fills', () => {
    const { begun, give } = setUp();
    for (let index = 0; index < 500; index += 1) give('one', 'fill', 'fills');
    give('one', 'stop');
    expect(begun.at(-1)).toBe('stop');
  });

  test('that throw are said, and the next begins', async () => {
    const { sender, failures, begun, give } = setUp();
    for (let index = 0; index < 8; index += 1) {
      const run = (): Promise<void> => Promise.reject(new Error(String(index)));
      sender.push({ userId: user('one'), purpose: 'protects', run });
    }
    give('one', 'after');
    await nextTurn();
    expect(failures).toHaveLength(8);
    expect(begun).toEqual(['after']);
  });

  test('are awaited at the end, and what was not begun is let go', async () => {
    const { sender, begun, ends, give } = setUp();
    for (let index = 0; index < 20; index += 1) give('one', String(index));
    const ended = sender.end();
    give('two', 'too late');
    for (const end of ends.splice(0)) end();
    await ended;
    expect(begun).toHaveLength(8);
  });
});
