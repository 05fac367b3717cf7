import * as fc from 'fast-check';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Admission, createGroupCommit } from './group-commit.ts';
import { Busy, fromDatabase } from '../postgres/unavailable.ts';

type Command = { key: string; n: number };

/** A moment later, and once what was planned for the end of that turn has run. */
const until = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(() => setImmediate(resolve), ms));

/** What was planned for the end of this turn has run. */
const turn = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Commands on keys of their own unless told. */
const command = (n: number, key = `k${n}`): Command => ({ n, key });

/** A group commit whose transactions end when told, each written down when it begins. */
function held(admissionOf: (one: Command) => Admission = () => 'limited') {
  const begun: Command[][] = [];
  const ends: (() => void)[] = [];
  const group = createGroupCommit<Command, number>({
    keyOf: ({ key }) => key,
    admissionOf,
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

  test('that arrive while a transaction runs wait some milliseconds for more to share the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { group, numbers, end } = held();
    const all = [group.run(command(0))];
    await turn();
    for (const n of [1, 2, 3]) {
      all.push(group.run(command(n)));
      await turn();
    }
    await vi.advanceTimersByTimeAsync(4);
    expect(numbers()).toEqual([[0]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(numbers()).toEqual([[0], [1, 2, 3]]);
    // Both lanes are busy now, however long it takes.
    for (const n of [4, 5]) all.push(group.run(command(n)));
    await vi.advanceTimersByTimeAsync(100);
    expect(numbers()).toHaveLength(2);
    end();
    end();
    await turn();
    await turn();
    expect(numbers()).toEqual([[0], [1, 2, 3], [4, 5]]);
    end();
    await Promise.all(all);
  });

  test('that are many, or go first, begin beside a transaction at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const many = held();
    const all = [many.group.run(command(0))];
    await turn();
    for (let n = 1; n <= 16; n += 1) all.push(many.group.run(command(n)));
    await turn();
    expect(many.numbers().map((one) => one.length)).toEqual([1, 16]);

    const few = held(({ n }) => (n === 2 ? 'first' : 'limited'));
    all.push(few.group.run(command(0)));
    await turn();
    all.push(few.group.run(command(1)), few.group.run(command(2)));
    await turn();
    expect(few.numbers()).toEqual([[0], [2, 1]]);
    for (const one of [many, many, few, few]) one.end();
    await Promise.all(all);
  });

  test('of one key run one after another, in their order, others pass by', async () => {
    const { group, numbers, end } = held();
    const all = [command(1, 'a'), command(2, 'a'), command(3, 'b'), command(4, 'a')].map((one) =>
      group.run(one),
    );
    await until(0);
    expect(numbers()).toEqual([[1, 3]]);
    all.push(group.run(command(5, 'a')), group.run(command(6, 'c')));
    await expect.poll(numbers).toEqual([[1, 3], [6]]);
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

describe('a pile of commands', () => {
  const PILE = 300_000;

  test('of 300,000 loses none and keeps the order of each key', async () => {
    const keys = 300;
    const ran = new Map<string, number>();
    let outOfOrder = 0;
    const group = createGroupCommit<Command, number>({
      keyOf: ({ key }) => key,
      admissionOf: () => 'first',
      async runAll(commands) {
        for (const { key, n } of commands) {
          if (n !== (ran.get(key) ?? 0)) outOfOrder += 1;
          ran.set(key, n + 1);
        }
        return commands.map(({ n }) => n);
      },
    });
    const all: Promise<number>[] = [];
    for (let n = 0; n < PILE / keys; n += 1) {
      for (let key = 0; key < keys; key += 1) all.push(group.run(command(n, `k${key}`)));
    }
    expect(group.waiting()).toBe(PILE);
    const answers = await Promise.all(all);
    await group.idle();
    expect(answers.every((n, index) => n === Math.floor(index / keys))).toBe(true);
    expect([...ran.values()].every((count) => count === PILE / keys)).toBe(true);
    expect([ran.size, outOfOrder, group.waiting()]).toEqual([keys, 0, 0]);
  });

  test('costs no more steps a command when ten times as many wait', async () => {
    /** How often a key is asked for: the queue was walked over where it is more than once each. */
    async function stepsOf(pile: number): Promise<number> {
      let steps = 0;
      const group = createGroupCommit<Command, number>({
        keyOf: ({ key }) => {
          steps += 1;
          return key;
        },
        admissionOf: () => 'kept',
        runAll: async (commands) => commands.map(({ n }) => n),
      });
      const asked = Array.from({ length: pile }, (_, n) => group.run(command(n, `k${n % 50}`)));
      await Promise.all(asked);
      return steps / pile;
    }
    const few = await stepsOf(1_000);
    expect(await stepsOf(10_000)).toBeLessThanOrEqual(few);
  });
});

describe('commands of callers', () => {
  type Ranked = Command & { admission: Admission };
  const caller = (n: number, key = `k${n}`): Ranked => ({ n, key, admission: 'limited' });

  /** A group whose transactions end when told, with the rank each command says itself. */
  function ranked() {
    const begun: number[][] = [];
    const ends: (() => void)[] = [];
    const group = createGroupCommit<Ranked, number>({
      keyOf: ({ key }) => key,
      admissionOf: ({ admission }) => admission,
      async runAll(commands) {
        begun.push(commands.map(({ n }) => n));
        await new Promise<void>((resolve) => ends.push(resolve));
        return commands.map(({ n }) => n);
      },
    });
    const endAll = async (): Promise<void> => {
      while (ends.length > 0 || group.waiting() > 0) {
        ends.shift()?.();
        await until(0);
      }
    };
    return { group, begun, endAll };
  }

  test('beyond the bound are refused with when to come again, and not looked at', async () => {
    const { group, begun, endAll } = ranked();
    const keyOf = (n: number): string => `k${n % 40}`;
    const answers = Array.from({ length: 4_200 }, (_, n) => group.run(caller(n, keyOf(n))));
    const settled = Promise.allSettled(answers);
    await endAll();
    const ended = await settled;
    const refused = ended.flatMap((one, n) => (one.status === 'rejected' ? [n] : []));
    expect(refused).toEqual(Array.from({ length: 200 }, (_, n) => 4_000 + n));
    for (const n of refused) {
      const { reason } = ended[n] as PromiseRejectedResult;
      expect(reason).toBeInstanceOf(Busy);
      expect((reason as Busy).retryAfter).toBeGreaterThan(0);
    }
    expect(begun.flat().toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 4_000 }, (_, n) => n),
    );
    // There is room again.
    const again = group.run(caller(1));
    await until(0);
    await endAll();
    expect(await again).toBe(1);
  });

  test('of a key with few of its own are taken while others fill the queue, up to a second bound', async () => {
    const { group, endAll } = ranked();
    const greedy = Array.from({ length: 4_000 }, (_, n) => group.run(caller(n, `g${n % 8}`)));
    const newcomers = Array.from({ length: 4_010 }, (_, n) => group.run(caller(n, `n${n}`)));
    const settled = Promise.allSettled([...greedy, ...newcomers]);
    await endAll();
    const refused = (await settled).flatMap((one, n) => (one.status === 'rejected' ? [n] : []));
    expect(refused).toEqual(Array.from({ length: 10 }, (_, n) => 8_000 + n));
  });

  test('of one key never come before a fill of its own', async () => {
    const { group, begun, endAll } = ranked();
    const all = Array.from({ length: 100 }, (_, n) => group.run(caller(n, 'a')));
    await until(0);
    all.push(group.run({ n: 900, key: 'a', admission: 'kept' }));
    await endAll();
    await Promise.all(all);
    expect(begun[1]).toEqual([900]);
  });

  test('of one key cannot fill the queue for others', async () => {
    const { group, endAll } = ranked();
    const greedy = Array.from({ length: 700 }, (_, n) => group.run(caller(n, 'greedy')));
    const refusals = Promise.allSettled(greedy);
    const other = group.run(caller(1, 'other'));
    await endAll();
    expect(await other).toBe(1);
    const refused = (await refusals).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(200);
  });

  test('never refuse or delay what goes first; it leaves them one place of four', async () => {
    const { group, begun, endAll } = ranked();
    const callers = Array.from({ length: 4_000 }, (_, n) => group.run(caller(n)));
    const stops = Array.from({ length: 1_000 }, (_, n) =>
      group.run({ n: 10_000 + n, key: `s${n}`, admission: 'first' }),
    );
    const fill = group.run({ n: 20_000, key: 'fill', admission: 'kept' });
    await until(0);
    const [first = []] = begun;
    expect(first).toHaveLength(64);
    expect(first.slice(0, 48)).toEqual(Array.from({ length: 48 }, (_, n) => 10_000 + n));
    expect(first.slice(48)).toEqual(Array.from({ length: 16 }, (_, n) => n));
    await endAll();
    expect(await Promise.all([...callers, ...stops, fill])).toHaveLength(5_001);
  });

  test('of one key wait behind a stop of the same key that came later', async () => {
    const { group, begun, endAll } = ranked();
    const all = [group.run(caller(1, 'a')), group.run(caller(2, 'a')), group.run(caller(3, 'a'))];
    await until(0);
    all.push(group.run({ n: 9, key: 'a', admission: 'first' }));
    await endAll();
    await Promise.all(all);
    expect(begun).toEqual([[1], [9], [2], [3]]);
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

describe('while the database does not answer', () => {
  type Ranked = Command & { admission: Admission };
  const ranked = (n: number, admission: Admission): Ranked => ({ n, key: `k${n}`, admission });
  /** What the driver says when a connection was not to be had in time. */
  const noConnection = (): unknown =>
    fromDatabase(new Error('timeout exceeded when trying to connect'));

  test('a batch is refused at once, not each command of it after a time-out of its own', async () => {
    const sizes: number[] = [];
    const group = createGroupCommit<Command, number>({
      keyOf: ({ key }) => key,
      runAll: (commands) => {
        sizes.push(commands.length);
        return Promise.reject(noConnection());
      },
    });
    const ends = await Promise.allSettled(
      Array.from({ length: 128 }, (_, n) => group.run(command(n))),
    );
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    expect(sizes).toEqual([64, 64]);
    await group.idle();
  });

  test('that goes away amid commands run one by one, those behind are refused with it', async () => {
    const sizes: number[] = [];
    const group = createGroupCommit<Command, number>({
      keyOf: ({ key }) => key,
      async runAll(commands) {
        sizes.push(commands.length);
        if (commands.length > 1) throw new Error('poison');
        if (commands[0]?.n === 2) throw noConnection();
        return commands.map(({ n }) => n);
      },
    });
    const all = Array.from({ length: 40 }, (_, n) => group.run(command(n)));
    const ends = (await Promise.allSettled(all)).map(({ status }) => status);
    // Two lanes share them evenly: 0 to 19, and the others.
    expect(ends.slice(0, 3)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(new Set(ends.slice(3, 20))).toEqual(new Set(['rejected']));
    expect(new Set(ends.slice(20))).toEqual(new Set(['fulfilled']));
    expect(sizes.filter((size) => size === 1)).toHaveLength(23);
  });

  test('a lock that one command waited for too long is no outage: its neighbours are answered', async () => {
    const held = new pg.DatabaseError('canceling statement due to lock timeout', 1, 'error');
    held.code = '55P03';
    const group = createGroupCommit<Command, number>({
      keyOf: ({ key }) => key,
      async runAll(commands) {
        if (commands.some(({ n }) => n === 3)) throw fromDatabase(held);
        return commands.map(({ n }) => n);
      },
    });
    const all = Array.from({ length: 8 }, (_, n) => group.run(command(n)));
    const ends = (await Promise.allSettled(all)).map(({ status }) => status);
    expect(ends.map((status) => status === 'fulfilled')).toEqual(ends.map((_, n) => n !== 3));
  });

  test('what a caller asked too long ago is refused and not looked at; stops have no age', async () => {
    let now = 0;
    const begun: number[][] = [];
    const ends: (() => void)[] = [];
    const group = createGroupCommit<Ranked, number>({
      keyOf: ({ key }) => key,
      admissionOf: ({ admission }) => admission,
      elapsedMs: () => now,
      async runAll(commands) {
        begun.push(commands.map(({ n }) => n));
        await new Promise<void>((resolve) => ends.push(resolve));
        return commands.map(({ n }) => n);
      },
    });
    const lanes = [group.run(ranked(1, 'kept')), group.run(ranked(2, 'kept'))];
    await until(0);
    lanes.push(group.run(ranked(3, 'kept')));
    await until(0);
    begun.length = 0;
    const old = group.run(ranked(10, 'limited'));
    const sameKey = group.run({ ...ranked(11, 'limited'), key: 'k10' });
    const stop = group.run(ranked(12, 'first'));
    const fill = group.run(ranked(13, 'kept'));
    const refused = Promise.allSettled([old, sameKey]);
    now = 10_001;
    const fresh = group.run(ranked(14, 'limited'));
    const end = async (): Promise<void> => {
      while (ends.length > 0 || group.waiting() > 0) {
        ends.shift()?.();
        await until(0);
      }
    };
    await end();
    for (const one of await refused) {
      expect(one.status).toBe('rejected');
      expect((one as PromiseRejectedResult).reason).toBeInstanceOf(Busy);
    }
    expect(await Promise.all([...lanes, stop, fill, fresh])).toEqual([1, 2, 3, 12, 13, 14]);
    expect(begun.flat()).not.toContain(10);
    expect(begun.flat()).not.toContain(11);
    await group.idle();
  });

  test('idle is told also when all that waited was too old', async () => {
    let now = 0;
    const ends: (() => void)[] = [];
    const group = createGroupCommit<Command, number>({
      keyOf: ({ key }) => key,
      elapsedMs: () => now,
      async runAll(commands) {
        await new Promise<void>((resolve) => ends.push(resolve));
        return commands.map(({ n }) => n);
      },
    });
    const running = group.run(command(1, 'a'));
    await until(0);
    const old = Promise.allSettled([group.run(command(2, 'a')), group.run(command(3, 'a'))]);
    const idle = group.idle();
    now = 60_000;
    ends.shift()?.();
    expect(await running).toBe(1);
    expect((await old).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await idle;
    expect(group.waiting()).toBe(0);
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
