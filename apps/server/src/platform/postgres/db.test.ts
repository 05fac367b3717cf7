import { availableParallelism } from 'node:os';
import { unixMs } from '@candor/kernel';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase, sqlState } from './db.ts';
import { longTexts } from './sql-values.ts';

vi.mock('node:os', { spy: true });

let clone: TestDatabase;
let db: Database;
let owner: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase({ ...clone.config, max: 4 });
  owner = openDatabase({ ...clone.ownerConfig, max: 2 });
  await owner.query('create table public.note (id int primary key, n int not null default 0)');
  await owner.query('grant all on public.note to candor_app');
});

afterAll(async () => {
  await db.end();
  await owner.end();
  await clone.drop();
});

const noteOf = async (id: number): Promise<number | undefined> =>
  (await db.query<{ n: number }>('select n from public.note where id = $1', [id]))[0]?.n;

describe('a row', () => {
  test('brings money and counters as text, so that no digit passes through a float', async () => {
    const [row] = await db.query(
      `select 12345678901234567890123456789012345678::numeric(38,0) as money,
              0.123456789012345678::numeric(38,18) as price,
              9007199254740993::int8 as counter, 5::int4 as small, null::numeric as nothing`,
    );
    expect(row).toEqual({
      money: '12345678901234567890123456789012345678',
      price: '0.123456789012345678',
      counter: '9007199254740993',
      small: 5,
      nothing: null,
    });
  });

  test('brings moments as Unix ms and days as text, whatever the server’s time zone', async () => {
    const elsewhere = openDatabase({ ...clone.ownerConfig, max: 1 });
    await owner.query(
      `do $$ begin execute format('alter database %I set timezone = %L', current_database(),
       'Asia/Kolkata'); end $$`,
    );
    const at = 1_704_067_199_987;
    for (const one of [db, elsewhere]) {
      const [row] = await one.query(
        `select platform.from_ms($1) as at, timestamptz '2024-07-01 00:00:00.0009+02' as micros,
                date '2024-02-29' as day, timestamptz '1969-12-31 23:59:59.999Z' as before`,
        [at],
      );
      expect(row).toEqual({ at, micros: 1_719_784_800_000, day: '2024-02-29', before: -1 });
    }
    await elsewhere.end();
  });

  test('keeps every millisecond it is given', async () => {
    for (const at of [0, 1, 999, 1_704_067_200_001, 4_102_444_799_999, 253_402_300_799_999]) {
      const [row] = await db.query<{ at: number }>('select platform.from_ms($1) as at', [
        unixMs(at),
      ]);
      expect(row?.at).toBe(at);
    }
  });
});

describe('a transaction', () => {
  test('that throws leaves nothing, and its connection is as good as new', async () => {
    for (let round = 0; round < 10; round += 1) {
      const broken = db.transaction(async (tx) => {
        await tx.query('insert into public.note (id) values (1)');
        throw new Error('no');
      });
      await expect(broken).rejects.toThrow('no');
      const refused = db.transaction((tx) => tx.query('select 1 / 0'));
      await expect(refused).rejects.toMatchObject({ code: '22012' });
    }
    expect(await noteOf(1)).toBeUndefined();
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('answers what its work answers, after the commit', async () => {
    const answer = await db.transaction(async (tx) => {
      await tx.query('insert into public.note (id, n) values (2, 5)');
      return 'done';
    });
    expect([answer, await noteOf(2)]).toEqual(['done', 5]);
  });

  test('refused at its commit counts as refused', async () => {
    await owner.query(
      `create table public.later (id int primary key, other int
       references public.later deferrable initially deferred)`,
    );
    await owner.query('grant all on public.later to candor_app');
    const broken = db.transaction((tx) => tx.query('insert into public.later values (1, 99)'));
    await expect(broken).rejects.toMatchObject({ code: '23503' });
    expect(await db.query('select id from public.later')).toEqual([]);
  });

  test('that could not be serialized is tried again, and its work counts once', async () => {
    await db.query('insert into public.note (id, n) values (3, 0)');
    let tries = 0;
    await db.transaction(async (tx) => {
      tries += 1;
      await tx.query('set transaction isolation level repeatable read');
      const [seen] = await tx.query<{ n: number }>('select n from public.note where id = 3');
      if (tries === 1) await db.query('update public.note set n = n + 10 where id = 3');
      await tx.query('update public.note set n = $1 where id = 3', [(seen?.n ?? 0) + 1]);
    });
    expect([tries, await noteOf(3)]).toEqual([2, 11]);
  });

  test('in a deadlock is tried again: both of two that wait for each other go through', async () => {
    await db.query('insert into public.note (id, n) values (4, 0), (5, 0)');
    let tries = 0;
    const both = Promise.withResolvers<void>();
    let begun = 0;
    const cross = (first: number, second: number): Promise<void> =>
      db.transaction(async (tx) => {
        tries += 1;
        await tx.query('update public.note set n = n + 1 where id = $1', [first]);
        begun += 1;
        if (begun === 2) both.resolve();
        await both.promise;
        await tx.query('update public.note set n = n + 1 where id = $1', [second]);
      });
    await Promise.all([cross(4, 5), cross(5, 4)]);
    expect(tries).toBeGreaterThan(2);
    expect([await noteOf(4), await noteOf(5)]).toEqual([2, 2]);
  });

  test('that never succeeds is given up after three tries', async () => {
    let tries = 0;
    const hopeless = db.transaction(async (tx) => {
      tries += 1;
      await tx.query(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
    });
    await expect(hopeless).rejects.toSatisfy((error) => sqlState(error) === '40001');
    expect(tries).toBe(3);
  });

  test('is not tried again for a refusal', async () => {
    let tries = 0;
    const refused = db.transaction(async (tx) => {
      tries += 1;
      await tx.query('insert into public.note (id) values (2)');
    });
    await expect(refused).rejects.toSatisfy((error) => sqlState(error) === '23505');
    expect(tries).toBe(1);
  });

  test('whose connection was cut rejects, and the next one gets a whole connection', async () => {
    const cut = db.transaction(async (tx) => {
      const [me] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await owner.query('select pg_terminate_backend($1)', [me?.pid]);
      await tx.query('select 1 as one');
    });
    await expect(cut).rejects.toThrow();
    for (let round = 0; round < 5; round += 1) {
      expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
    }
  });

  test('more at once than there are connections wait their turn', async () => {
    await db.query('insert into public.note (id, n) values (6, 0)');
    await Promise.all(
      Array.from({ length: 60 }, () =>
        db.transaction((tx) => tx.query('update public.note set n = n + 1 where id = 6')),
      ),
    );
    expect(await noteOf(6)).toBe(60);
  });
});

test('an error that is not the database’s has no state', () => {
  expect([sqlState(new Error('x')), sqlState(null), sqlState({ code: '40001' })]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a list arrives as it was given, whatever stands in it', async () => {
  const odd = [
    '',
    ' a ',
    '"',
    '\\\\',
    'a\\"b',
    '{1,2}',
    ',',
    'NULL',
    'null',
    null,
    'ع\n\t',
    '{"a":"\\\\"}',
    '"\u0001😀\\',
  ];
  const [row] = await db.query<{ list: string[] }>('select $1::text[] as list', [odd]);
  expect(row?.list).toEqual(odd);
  const [others] = await db.query(
    'select $1::int[] as whole, $2::bool[] as yes, $3::numeric[]::text[] as units, $4::text[] as none',
    [[1, null, -3], [true, false], [10n ** 30n, null], []],
  );
  expect(others).toEqual({
    whole: [1, null, -3],
    yes: [true, false],
    units: [`1${'0'.repeat(30)}`, null],
    none: [],
  });
});

test('long texts arrive as they were given, one or many', async () => {
  const odd = ['', 'NULL', '{"a":"\\\\"}', 'ع\n\t"\u0001😀\\', 'x'.repeat(100_000)];
  for (const texts of [odd, odd.slice(0, 1)]) {
    const [row] = await db.query('select $1::text[] as list', [longTexts(texts)]);
    expect(row).toEqual({ list: texts });
  }
});

describe('statements committed at once', () => {
  const add = (id: number, n = 0) => ({
    text: 'insert into public.note (id, n) values ($1, $2)',
    values: [id, n],
  });
  const failing = { text: 'select 1 / $1::int', values: [0] };

  test('are one transaction: all of them or none, whichever fails', async () => {
    await db.commitAll([add(701, 7), add(702, 8), { text: 'select $1::text[]', values: [['a']] }]);
    expect([await noteOf(701), await noteOf(702)]).toEqual([7, 8]);
    await expect(db.commitAll([add(703), failing, add(704)])).rejects.toThrow('division by zero');
    await expect(db.commitAll([add(705), add(701)])).rejects.toThrow('note_pkey');
    expect([await noteOf(703), await noteOf(704), await noteOf(705)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('carry bytes and big numbers, alone and in lists, nothing among them too', async () => {
    const bytes = [Buffer.from('00ff5c22', 'hex'), null, Buffer.alloc(0)];
    const all = {
      text: `select $1::bytea[] as list, $2::bytea as one, $3::numeric as big, $4::boolean as yes,
                    $5::numeric[]::text[] as bigs, $6::text as none`,
      values: [bytes, bytes[0], 10n ** 30n, true, [10n ** 30n, null], undefined],
    };
    const [row] = await db.commitAll([add(730), all]);
    const big = `1${'0'.repeat(30)}`;
    expect(row).toEqual({
      list: bytes,
      one: bytes[0],
      big,
      yes: true,
      bigs: [big, null],
      none: null,
    });
  });

  test('answer the rows of the last', async () => {
    const last = { text: 'select n from public.note where id = $1', values: [731] };
    expect(await db.commitAll([add(731, 7), last])).toEqual([{ n: 7 }]);
    expect(await db.commitAll([last, add(732)])).toEqual([]);
  });

  test('send nothing where one of them holds a value that cannot be sent', async () => {
    const odd = { text: 'select $1::text', values: [{ toPostgres: () => 'x' }] };
    await expect(db.commitAll([add(733), odd])).rejects.toThrow(TypeError);
    const throws = { text: 'select $1::text[]', values: [[new Date(0)]] };
    await expect(db.commitAll([add(734), throws, add(735)])).rejects.toThrow(TypeError);
    expect([await noteOf(733), await noteOf(734), await noteOf(735)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('fail when the commit itself is refused', async () => {
    await owner.query('create table public.late (n int unique deferrable initially deferred)');
    await owner.query('grant all on public.late to candor_app');
    const one = { text: 'insert into public.late values ($1)', values: [1] };
    await expect(db.commitAll([one, one, add(706)])).rejects.toThrow('late_n_key');
    expect(await noteOf(706)).toBeUndefined();
  });

  test('leave the connection usable after each failure, and are planned once', async () => {
    const fresh = openDatabase(clone.config);
    const whose = { text: 'insert into public.note values ($1, pg_backend_pid())' };
    await fresh.commitAll([add(711), add(712)]);
    await fresh.commitAll([{ ...whose, values: [720] }]);
    await expect(fresh.commitAll([add(713), failing])).rejects.toMatchObject({ code: '22012' });
    // What was planned before the one that failed is known, what comes behind it is not.
    const never = { text: 'select 4 / $1::int', values: [1] };
    await expect(fresh.commitAll([failing, never])).rejects.toThrow('division by zero');
    await expect(fresh.commitAll([failing, failing, never])).rejects.toThrow('division by zero');
    await fresh.commitAll([never, add(713)]);
    const planned = `insert into public.note
      select $1, count(*) from pg_prepared_statements
      where statement = 'insert into public.note (id, n) values ($1, $2)'
         or statement like 'select % / $1::int'`;
    await fresh.commitAll([
      { ...whose, values: [721] },
      { text: planned, values: [722] },
    ]);
    expect(await noteOf(713)).toBe(0);
    expect(await noteOf(721)).toBe(await noteOf(720));
    expect(await noteOf(722)).toBe(3);
    await fresh.end();
  });

  describe('behind one another', () => {
    const whose = { text: 'insert into public.note values ($1, pg_backend_pid())' };
    const mine = (id: number) => ({ ...whose, values: [id] });
    /** Waits while the gate is held. */
    const nap = { text: 'select pg_advisory_xact_lock_shared($1)', values: [77] };
    const boom = { text: 'select 3 / $1::int', values: [0] };
    const end = (now: boolean) => ({
      text: 'select pg_terminate_backend(pg_backend_pid()) where $1::boolean',
      values: [now],
    });
    let few: Database;

    /** Holds the gate until all that is to be begun meanwhile was begun. */
    const gated = (begin: () => Promise<void>): Promise<void> =>
      owner.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock(77)');
        await begin();
      });
    const isAtGate = async (): Promise<void> => {
      const waiting = async (): Promise<number> =>
        (await owner.query(`select from pg_locks where objid = 77 and not granted`)).length;
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    };
    /** One that stops at the gate, and another that is begun while it does; how both ended. */
    async function behind(
      first: () => Promise<unknown>,
      second: () => Promise<unknown>,
    ): Promise<string[]> {
      const ended: Promise<string>[] = [];
      const note = (one: Promise<unknown>): void => {
        ended.push(
          one.then(
            () => 'fulfilled',
            () => 'rejected',
          ),
        );
      };
      await gated(async () => {
        note(first());
        await isAtGate();
        note(second());
      });
      return Promise.all(ended);
    }

    beforeAll(async () => {
      vi.mocked(availableParallelism).mockReturnValue(2);
      few = openDatabase({ ...clone.config, max: 4 });
      await few.commitAll([mine(800), nap, { ...boom, values: [1] }, end(false)]);
    });
    afterAll(async () => {
      vi.mocked(availableParallelism).mockReset();
      await few.end();
    });

    test('share a connection, and are there in their order', async () => {
      const ended: number[] = [];
      await behind(
        () => few.commitAll([nap, mine(801)]).then(() => ended.push(801)),
        () => few.commitAll([mine(802)]).then(() => ended.push(802)),
      );
      expect(ended).toEqual([801, 802]);
      expect(await noteOf(802)).toBe(await noteOf(801));
    });

    test('stand by themselves: one that fails takes nobody along', async () => {
      const ended = await behind(
        () => few.commitAll([nap, mine(803), boom]),
        () => few.commitAll([mine(804)]),
      );
      expect(ended).toEqual(['rejected', 'fulfilled']);
      expect(await noteOf(803)).toBeUndefined();
      expect(await noteOf(804)).toBeDefined();
    });

    test('are two at most, and none follows where something is planned', async () => {
      const begun: Promise<unknown>[] = [];
      await gated(async () => {
        begun.push(few.commitAll([nap, mine(805)]));
        await isAtGate();
        begun.push(few.commitAll([add(806), nap]));
        await few.commitAll([mine(807)]);
      });
      await Promise.all(begun);
      expect(await noteOf(807)).not.toBe(await noteOf(805));
      const fresh = { text: 'insert into public.note values ($1, 5)', values: [809] };
      await behind(
        () => few.commitAll([nap, add(808)]),
        () => Promise.all([few.commitAll([fresh]), few.commitAll([mine(810)])]),
      );
      expect([await noteOf(808), await noteOf(809)]).toEqual([0, 5]);
      expect(await noteOf(810)).toBeDefined();
    });

    test('fail together when their connection is lost, and the next ones have another', async () => {
      // With a connection alone, which has planned all of it: none follows where something is new.
      const alone = openDatabase({ ...clone.config, max: 4 });
      await alone.commitAll([nap, mine(814), end(false)]);
      const ended = await behind(
        () => alone.commitAll([nap, mine(811), end(true)]),
        () => alone.commitAll([mine(812)]),
      );
      expect(ended).toEqual(['rejected', 'rejected']);
      expect([await noteOf(811), await noteOf(812)]).toEqual([undefined, undefined]);
      await alone.commitAll([mine(813)]);
      expect(await noteOf(813)).toBeDefined();
      await alone.end();
    });

    test('are not, on many cores or where the database has its own', async () => {
      vi.mocked(availableParallelism).mockReturnValueOnce(8);
      const many = openDatabase({ ...clone.config, max: 4 });
      const apart = openDatabase({ ...clone.config, max: 4 }, 'elsewhere');
      const begun: Promise<unknown>[] = [];
      for (const [index, one] of [many, apart].entries()) {
        const id = 820 + index * 10;
        await one.commitAll([nap, mine(id)]);
        await gated(async () => {
          begun.push(one.commitAll([nap, mine(id + 1)]));
          await isAtGate();
          await one.commitAll([mine(id + 2)]);
        });
        await Promise.all(begun);
        expect(await noteOf(id + 2)).not.toBe(await noteOf(id + 1));
        await one.end();
      }
    });
  });

  test('fail when the connection is lost on the way', async () => {
    const killed = db.commitAll([
      { text: 'select pg_sleep($1)', values: [0.2] },
      { text: 'select pg_terminate_backend(pg_backend_pid()) where $1', values: [true] },
      add(715),
    ]);
    await expect(killed).rejects.toThrow();
    await db.commitAll([add(716)]);
    expect([await noteOf(715), await noteOf(716)]).toEqual([undefined, 0]);
  });
});
