import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

type Command = { key: string; n: number };

const until = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Commands on keys of their own unless told. */
const command = (n: number, key = `k${n}`): Command => ({ n, key });

/** A group commit whose transactions end when told, each written down when it begins. */
function held() {
  const begun: Command[][] = [];
  const ends: (() => void)[] = [];
  const group = createGroupCommit<Command, number>({
    keyOf: ({ key }) => key,
    async runAll(commands) {
      begun.push([...commands]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return commands.map(({ n }) => n * 10);
    },
  });
  return {
    group,
    begun,
    end: () => ends.shift()?.(),
    numbers: () => begun.map((one) => one.map((c) => c.n)),
  };
}

describe('commands', () => {
  test('each get their own answer', async () => {
    const group = createGroupCommit<Command, number>({
      keyOf: ({ key }) => key,
      runAll: async (commands) => commands.map(({ n }) => n * 10),
    });
    const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => group.run(command(n))));
    expect(answers).toEqual(Array.from({ length: 150 }, (_, n) => n * 10));
  });

  test('that arrive together share transactions of at most 64; alone, nothing waits', async () => {
    const { group, numbers, end } = held();
    const done = Promise.all(Array.from({ length: 150 }, (_, n) => group.run(command(n))));
    await until(0);
    expect(numbers().map((one) => one.length)).toEqual([64, 64]);
    end();
    await until(0);
    expect(numbers().map((one) => one.length)).toEqual([64, 64, 22]);
    end();
    end();
    await done;
  });

  test('that arrive while all lanes are busy make the next gathering larger', async () => {
    const { group, numbers, end } = held();
    const all: Promise<number>[] = [];
    for (const n of [0, 1, 2, 3, 4, 5]) {
      all.push(group.run(command(n)));
      await until(1);
    }
    expect(numbers()).toEqual([[0], [1]]);
    end();
    await until(0);
    expect(numbers()).toEqual([[0], [1], [2, 3, 4, 5]]);
    end();
    end();
    await Promise.all(all);
  });

  test('of one key run one after another, in their order, others pass by', async () => {
    const { group, numbers, end } = held();
    const all = [command(1, 'a'), command(2, 'a'), command(3, 'b'), command(4, 'a')].map(group.run);
    await until(0);
    expect(numbers()).toEqual([[1, 3]]);
    all.push(group.run(command(5, 'a')), group.run(command(6, 'c')));
    await until(0);
    expect(numbers()).toEqual([[1, 3], [6]]);
    for (const expected of [[2], [4], [5]]) {
      end();
      await until(0);
      // The lane of 6 ends with the first round; the key "a" goes on alone.
      if (expected[0] === 2) end();
      await until(0);
      expect(numbers().at(-1)).toEqual(expected);
    }
    end();
    await Promise.all(all);
  });

  test('of one key are never together and never at once, whatever arrives when', async () => {
    const arrivals = fc.array(
      fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), afterMs: fc.nat({ max: 2 }) }),
      { minLength: 1, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, async (drawn) => {
        const busy = new Set<string>();
        const order = new Map<string, number[]>();
        const group = createGroupCommit<Command, number>({
          keyOf: ({ key }) => key,
          async runAll(commands) {
            for (const { key, n } of commands) {
              expect(busy.has(key)).toBe(false);
              busy.add(key);
              order.set(key, [...(order.get(key) ?? []), n]);
            }
            await until(1);
            for (const { key } of commands) busy.delete(key);
            return commands.map(({ n }) => n);
          },
        });
        const all: Promise<number>[] = [];
        for (const [n, { key, afterMs }] of drawn.entries()) {
          if (afterMs > 0) await until(afterMs);
          all.push(group.run(command(n, key)));
        }
        expect(await Promise.all(all)).toEqual(drawn.map((_, n) => n));
        for (const seen of order.values()) {
          expect(seen).toEqual(seen.toSorted((a, b) => a - b));
        }
        await group.idle();
      }),
      { numRuns: 25 },
    );
  });
});

describe('a poisoned command', () => {
  test('fails alone; its neighbours are answered and each is decided once more at most', async () => {
    const decided = new Map<number, number>();
    const group = createGroupCommit<Command, number>({
      keyOf: ({ key }) => key,
      async runAll(commands) {
        for (const { n } of commands) decided.set(n, (decided.get(n) ?? 0) + 1);
        if (commands.some(({ n }) => n === 7)) throw new Error('poison');
        return commands.map(({ n }) => n);
      },
    });
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => group.run(command(n))),
    );
    for (const [n, end] of ends.entries()) {
      if (n === 7) expect(end).toEqual({ status: 'rejected', reason: new Error('poison') });
      else expect(end).toEqual({ status: 'fulfilled', value: n });
    }
    expect(Math.max(...decided.values())).toBe(2);
  });

  test('frees its key and its lane', async () => {
    const group = createGroupCommit<Command, number>({
      keyOf: ({ key }) => key,
      runAll: ([first]) =>
        first?.n === 0 ? Promise.reject(new Error('poison')) : Promise.resolve([1]),
    });
    for (let round = 0; round < 5; round += 1) {
      await expect(group.run(command(0, 'a'))).rejects.toThrow('poison');
    }
    expect(await group.run(command(1, 'a'))).toBe(1);
    await group.idle();
  });
});

test('idle is when the last one has been answered', async () => {
  const { group, end } = held();
  await group.idle();
  let isIdle = false;
  const done = group.run(command(1));
  const idle = group.idle().then(() => {
    isIdle = true;
  });
  await until(1);
  expect(isIdle).toBe(false);
  end();
  await done;
  await idle;
});
