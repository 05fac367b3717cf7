// Promise: what was decided is done, by the product's role, just as it was decided and once; nothing
// else can pay from or to the operator.
import { KINDS_ABOVE } from '../case-kinds.ts';
import {
  type EntryId,
  type UnixMs,
  type UserId,
  DAY_MS,
  HOUR_MS,
  newUuid,
  plusMs,
} from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { entryOf, pays } from '../../test/books.ts';
import { ADJUSTS_ANY, STAFF, type TestCases, openTestCases } from '../../test/cases.ts';
import { decidedCase, fundHouse } from '../../test/decided-case.ts';
import { type Entry, HOUSE, commitEntries, reconcile, sumHouse } from '../ledger/index.ts';
import { sqlState } from '../platform/postgres/db.ts';
import { type AdjustedAccounts, type Cases, createCases } from './index.ts';
import { createLog } from '../platform/process/log.ts';

let staged: TestCases;
let userId: UserId;

beforeAll(async () => {
  staged = await openTestCases();
  userId = await staged.newUser(100_000_000n);
});
afterAll(async () => {
  expect((await reconcile(staged.db)).faults).toEqual([]);
  await staged.stop();
});
beforeEach(() => staged.clock.advance(1_000));

const adjust = (units: bigint, of: UserId = userId) =>
  staged.propose({
    kind: 'adjustment',
    userId: of,
    username: 'anna',
    mode: 'real',
    asset: 'USDT',
    units,
  });

async function cashOf(of: UserId): Promise<string> {
  const [row] = await staged.owner.query<{ amount: string }>(
    `select amount::text from ledger.balance
     where user_id = $1 and mode = 'real' and asset = 'USDT' and class = 'user:cash'`,
    [of],
  );
  return row?.amount ?? '0';
}
const entriesOf = async (id: string): Promise<number> =>
  (await staged.owner.query('select from ledger.entry where subject = $1', [id])).length;
const capital = (accountClass: 'house:capital' | 'house:goodwill' = 'house:capital') =>
  sumHouse(staged.db, { accountClass, mode: 'real', asset: 'USDT' });
const appliedAt = async (id: string) => {
  const got = await staged.cases.get(STAFF.auditor, id);
  return got.ok ? got.value.appliedAt : null;
};

describe('an approved adjustment', () => {
  test('pays from goodwill, once, however often and by however many it is carried out', async () => {
    const of = await staged.newUser(1_000_000n);
    const id = await adjust(5_000_000n, of);
    expect(await staged.cases.carryOut(id)).toBe(false);
    expect(await cashOf(of)).toBe('1000000');
    await staged.approve(id);
    expect(await cashOf(of)).toBe('1000000');
    const all = await Promise.all(Array.from({ length: 10 }, () => staged.cases.carryOut(id)));
    await staged.cases.carryOutAll();
    expect(all).toEqual(all.map(() => true));
    expect([await cashOf(of), await entriesOf(id)]).toEqual(['6000000', 1]);
    expect(await appliedAt(id)).toBe(staged.clock.now());
    expect(await capital('house:goodwill')).toBe(-5_000_000n);
  });

  test('is done at the next start when the process died between the decision and its effect', async () => {
    const of = await staged.newUser();
    const id = await adjust(2_000_000n, of);
    await staged.approve(id);
    // The effect was written and the process died before the commit: nothing of it stays.
    const dying = {
      ...staged.db,
      transaction: async (work: (tx: never) => Promise<unknown>) =>
        staged.db.transaction(async (tx) => {
          await work(tx as never);
          throw new Error('killed');
        }),
    };
    const parts = {
      clock: staged.clock,
      parameters: staged.parameters,
      committed: () => undefined,
    };
    const dead = createCases({
      ...parts,
      db: dying as never,
      deskDb: staged.desk,
      log: createLog({ level: 'silent' }),
      kinds: KINDS_ABOVE,
      adjusted: ADJUSTS_ANY,
      members: { active: async () => [], namesOf: async () => new Map(), isOwn: async () => false },
    });
    await expect(dead.carryOut(id)).rejects.toThrow('killed');
    expect([await cashOf(of), await entriesOf(id), await appliedAt(id)]).toEqual(['0', 0, null]);
    await staged.cases.carryOutAll();
    expect([await cashOf(of), await entriesOf(id)]).toEqual(['2000000', 1]);
  });

  test('that takes back waits while the books cannot take it, and is done when they can', async () => {
    const of = await staged.newUser(3_000_000n);
    const id = await adjust(-3_000_000n, of);
    await staged.approve(id);
    const spent = entryOf('contract-open', of, [pays('user:cash', 'user:margin', 1_000_000n)]);
    await staged.db.transaction((tx) => commitEntries(tx, [spent], staged.clock.now()));
    expect(await staged.cases.carryOut(id)).toBe(false);
    expect((await staged.cases.figures()).undoneSeconds).toBeGreaterThanOrEqual(0);
    const back = entryOf('contract-void', of, [pays('user:margin', 'user:cash', 1_000_000n)]);
    await staged.db.transaction((tx) => commitEntries(tx, [back], staged.clock.now()));
    await staged.cases.carryOutAll();
    expect(await cashOf(of)).toBe('0');
  });

  test('that takes back is void after a week: money that comes later is not taken', async () => {
    const of = await staged.newUser(3_000_000n);
    const id = await adjust(-3_000_000n, of);
    await staged.approve(id);
    const spent = entryOf('contract-open', of, [pays('user:cash', 'user:margin', 3_000_000n)]);
    await staged.db.transaction((tx) => commitEntries(tx, [spent], staged.clock.now()));
    staged.clock.advance(7 * DAY_MS - 10_000);
    expect(await staged.cases.carryOut(id)).toBe(false);
    staged.clock.advance(10_000);
    await staged.cases.carryOutAll();
    const deposit = entryOf('deposit', of, [pays('world:tron', 'user:cash', 9_000_000n)]);
    await staged.db.transaction((tx) => commitEntries(tx, [deposit], staged.clock.now()));
    await staged.cases.carryOutAll();
    expect([await cashOf(of), await entriesOf(id)]).toEqual(['9000000', 0]);
    const { records } = await staged.cases.ofUser({ userId: of, page: 1, size: 10 });
    const kinds = records.flatMap(({ steps }) => steps.map(({ kind }) => kind));
    expect(kinds).toEqual(['opened', 'approved', 'voided']);
    const told = await staged.owner.query(
      `select from platform.outbox where topic = 'cases.CaseClosed' and payload like '%' || $1 || '%'`,
      [id],
    );
    expect(told).toEqual([]);
  });

  test('ends in a timeline that its user reads, however many notes it has', async () => {
    const of = await staged.newUser();
    const id = await adjust(1_000_000n, of);
    await staged.owner.query(
      `insert into cases.step (case_id, id, at, kind, by, text, is_for_user)
       select $1, gen_random_uuid(), now(), 'noted', 'a', 'a note', true
       from generate_series(1, 600)`,
      [id],
    );
    await staged.approve(id);
    await staged.cases.carryOut(id);
    const { records } = await staged.cases.ofUser({ userId: of, page: 1, size: 10 });
    expect(records.flatMap(({ steps }) => steps).at(-1)?.kind).toBe('applied');
  });

  test('is done although a hundred older ones wait', async () => {
    const poor = await staged.newUser(1_000_000n);
    for (let at = 0; at < 100; at += 1) {
      const facts = { mode: 'real' };
      const decided = { kind: 'adjustment', userId: poor, units: -2_000_000n, facts } as const;
      await decidedCase(staged.owner, { ...decided, at: staged.clock.now() });
    }
    staged.clock.advance(1_000);
    const of = await staged.newUser();
    const id = await adjust(2_000_000n, of);
    await staged.approve(id);
    await staged.cases.carryOutAll();
    expect(await cashOf(of)).toBe('2000000');
  });

  test('is told with its fact, a rejected one too, and only then', async () => {
    const topics = async (id: string) =>
      (
        await staged.owner.query(
          `select from platform.outbox where topic = 'cases.CaseClosed' and payload like '%' || $1 || '%'`,
          [id],
        )
      ).length;
    const rejected = await adjust(1_000_000n);
    await staged.decide(rejected, STAFF.maker, 'reject');
    expect(await topics(rejected)).toBe(0);
    await staged.cases.carryOutAll();
    await staged.cases.carryOutAll();
    expect([await topics(rejected), await entriesOf(rejected)]).toEqual([1, 0]);
  });

  test('cannot be proposed where the books cannot take it', async () => {
    const poor = await staged.newUser();
    await expect(adjust(-1n, poor)).rejects.toThrow('case-impossible');
    await expect(adjust(0n, poor)).rejects.toThrow('case-impossible');
  });
});

describe('money of the operator', () => {
  const house = (kind: 'houseFunding' | 'takeOut', units: bigint) =>
    staged.propose({ kind, asset: 'USDT', units, account: 'tron', reference: 'abcd1234' });

  test('comes in and goes out by two people each, and never below the floor', async () => {
    const before = await capital();
    const id = await house('houseFunding', 50_000_000n);
    await staged.approve(id);
    expect(await staged.cases.carryOut(id)).toBe(true);
    expect(await capital()).toBe(before + 50_000_000n);
    const at = staged.clock.now();
    const stated = { key: 'house.floorNewBusiness', value: '20', from: at, note: 'x' } as const;
    expect((await staged.parameters.set(stated)).ok).toBe(true);
    const out = await house('takeOut', before + 25_000_000n);
    const both = [out, await house('takeOut', before + 25_000_000n)];
    for (const one of both) await staged.approve(one);
    const done = await Promise.all(both.map((one) => staged.cases.carryOut(one)));
    // Together they would take the house below what the operator stated.
    expect(done.toSorted()).toEqual([false, true]);
    expect(await capital()).toBe(25_000_000n);
    await expect(house('takeOut', 10_000_000n)).rejects.toThrow('case-impossible');
  });

  test('what was paid for coins is no longer there, and does not go out', async () => {
    const of = { asset: 'ETH', account: 'ethereum' } as const;
    const out = (units: bigint) =>
      staged.propose({ kind: 'takeOut', ...of, units, reference: 'abcd1234' });
    await fundHouse(staged, 500n, staged.clock.now(), 'ETH');
    await staged.db.transaction((tx) => {
      const at = staged.clock.now();
      const given = pays('house:exchange', 'user:cash', 200n, 'ETH');
      return commitEntries(tx, [entryOf('convert', userId, [given], { at })], at);
    });
    await expect(out(301n)).rejects.toThrow('case-impossible');
    const id = await out(300n);
    await staged.approve(id);
    expect(await staged.cases.carryOut(id)).toBe(true);
  });
});

describe('an exchange cover', () => {
  const balances = async () => {
    const of = { mode: 'real', asset: 'BTC' } as const;
    const exchange = await sumHouse(staged.db, { ...of, accountClass: 'house:exchange' });
    return [exchange, await sumHouse(staged.db, { ...of, accountClass: 'house:capital' })];
  };
  const cover = (units: bigint) => staged.propose({ kind: 'exchangeCover', asset: 'BTC', units });
  const post = (kind: 'deposit' | 'convert', from: string, to: string, units: bigint) =>
    staged.db.transaction((tx) => {
      const at = staged.clock.now();
      const paid = pays(from as 'user:cash', to as 'user:cash', units, 'BTC');
      return commitEntries(tx, [entryOf(kind, userId, [paid], { at })], at);
    });

  test('evens out what conversions left, by two people, both ways, and never past zero', async () => {
    await fundHouse(staged, 500n, staged.clock.now(), 'BTC');
    await post('deposit', 'world:bitcoin', 'user:cash', 300n);
    // Nothing was converted yet: there is nothing to cover.
    await expect(cover(1n)).rejects.toThrow('case-impossible');
    await expect(cover(-1n)).rejects.toThrow('case-impossible');
    await post('convert', 'user:cash', 'house:exchange', 300n);
    await expect(cover(1n)).rejects.toThrow('case-impossible');
    await expect(cover(-301n)).rejects.toThrow('case-impossible');
    const ids = [await cover(-300n), await cover(-200n)];
    expect(await balances()).toEqual([300n, 500n]);
    for (const id of ids) await staged.approve(id);
    // Together they would take the exchange past zero: the first is done, once, the other waits.
    const both = await Promise.all(
      ids.flatMap((id) => [id, id]).map((id) => staged.cases.carryOut(id)),
    );
    expect(new Set(both)).toEqual(new Set([true, false]));
    const entries = await Promise.all(ids.map(entriesOf));
    expect(entries.reduce((sum, one) => sum + one, 0)).toBe(1);
    const [exchange = 0n, capital = 0n] = await balances();
    expect(exchange + capital).toBe(800n);
    await post('convert', 'house:exchange', 'user:cash', exchange + 100n);
    const left = await cover(100n);
    await staged.approve(left);
    expect(await staged.cases.carryOut(left)).toBe(true);
    expect(await balances()).toEqual([0n, capital - 100n]);
  });

  test('is what the case decided: no other amount, no other way, and not without one', async () => {
    await post('deposit', 'world:bitcoin', 'user:cash', 50n);
    await post('convert', 'user:cash', 'house:exchange', 50n);
    const decided = (units: bigint) =>
      decidedCase(staged.owner, { kind: 'exchangeCover', asset: 'BTC', units });
    const put = (subject: string | null, units: bigint, isBack: boolean) =>
      staged.db.transaction((tx) => {
        const at = staged.clock.now();
        const paid = isBack
          ? pays('house:exchange', 'house:capital', units, 'BTC')
          : pays('house:capital', 'house:exchange', units, 'BTC');
        const rest = { at, cause: 'case', subject } as const;
        return commitEntries(tx, [entryOf('exchange-cover', HOUSE, [paid], rest)], at);
      });
    const other = newUuid(staged.clock.now());
    await expect(put(other, 50n, true)).rejects.toThrow('not what a case decided');
    await expect(put(await decided(-50n), 49n, true)).rejects.toThrow('not what a case decided');
    await expect(put(await decided(-50n), 50n, false)).rejects.toThrow('not what a case decided');
    const funding = await decidedCase(staged.owner, {
      kind: 'houseFunding',
      asset: 'BTC',
      units: 50n,
    });
    await expect(put(funding, 50n, false)).rejects.toThrow('not what a case decided');
    const id = await decided(-50n);
    await put(id, 50n, true);
    await expect(put(id, 50n, true)).rejects.toThrow(/entry_of_cover_case/);
  });
});

describe('money brought in by a chain', () => {
  const HASH = '0xABCD1234';
  const fund = (reference: string, account: 'ethereum' | 'outside' = 'ethereum') =>
    staged.propose({ kind: 'houseFunding', asset: 'USDT', units: 4_000_000n, account, reference });

  test('is written down once for each of its transactions', async () => {
    const before = await capital();
    const first = await fund(HASH);
    await expect(fund(HASH.toLowerCase())).rejects.toThrow('case-impossible');
    await staged.decide(first, STAFF.maker, 'reject');
    const id = await fund(HASH);
    await staged.approve(id);
    await staged.cases.carryOut(id);
    await expect(fund(HASH)).rejects.toThrow('case-impossible');
    // Proposed at one moment, and both decided.
    const facts = { account: 'ethereum', reference: HASH };
    const said = {
      kind: 'houseFunding',
      units: 4_000_000n,
      facts,
      at: staged.clock.now(),
    } as const;
    const twin = await decidedCase(staged.owner, said);
    await staged.cases.carryOutAll();
    expect([await entriesOf(twin), await capital()]).toEqual([0, before + 4_000_000n]);
  });

  test('is as often as there are transfers where a bank gives no number of its own', async () => {
    const both = [await fund('the same words', 'outside'), await fund('the same words', 'outside')];
    for (const id of both) {
      await staged.approve(id);
      await staged.cases.carryOut(id);
      expect(await entriesOf(id)).toBe(1);
    }
  });
});

describe('a changed parameter', () => {
  const key = 'contract.feeRate';
  const propose = (from: UnixMs, value = '0.002') =>
    staged.propose({ kind: 'parameterChange', key, value, from });

  test('counts no sooner than a day after it was decided, and until then the value before', async () => {
    const proposed = plusMs(staged.clock.now(), DAY_MS);
    const id = await propose(proposed);
    staged.clock.advance(DAY_MS / 2);
    await staged.approve(id);
    const decidedAt = staged.clock.now();
    expect(await staged.cases.carryOut(id)).toBe(true);
    await staged.parameters.reload();
    const [newest] = staged.parameters.history(key).toReversed();
    expect(newest).toMatchObject({ value: '0.002', from: plusMs(decidedAt, DAY_MS) });
    expect(newest?.note).toMatch(/^P-\d{6}: a test$/);
    expect(staged.parameters.text(key)).toBe('0.001');
    staged.clock.set(plusMs(decidedAt, DAY_MS - 1));
    expect(staged.parameters.text(key)).toBe('0.001');
    staged.clock.advance(1);
    expect(staged.parameters.text(key)).toBe('0.002');
  });

  test('is not taken back to a value that another change has put aside meanwhile', async () => {
    const of = 'leverage.gold';
    const days = (count: number) => plusMs(staged.clock.now(), count * DAY_MS);
    const change = async (value: string, from: UnixMs) => {
      const id = await staged.propose({ kind: 'parameterChange', key: of, value, from });
      await staged.approve(id);
      await staged.cases.carryOut(id);
      await staged.parameters.reload();
      return staged.parameters.history(of).at(-1)?.version ?? 0;
    };
    const wrong = await change('3', days(9));
    // What two people look at says that the value of today stays.
    const back = await staged.propose({ kind: 'parameterChange', key: of, version: wrong });
    await change('7', days(4));
    await staged.approve(back);
    expect(await staged.cases.carryOut(back)).toBe(true);
    await staged.parameters.reload();
    expect(staged.parameters.at(of, days(10)).value).toBe('3');
    const got = await staged.cases.get(STAFF.auditor, back);
    const kinds = got.ok ? got.value.steps.map(({ kind }) => kind) : [];
    expect(kinds.slice(-2)).toEqual(['voided', 'noted']);
  });

  test('is taken back before it counts; decided too late, the value before comes back a day after', async () => {
    const of = 'leverage.index';
    const change = async () => {
      const from = plusMs(staged.clock.now(), 2 * DAY_MS);
      const id = await staged.propose({ kind: 'parameterChange', key: of, value: '10', from });
      await staged.approve(id);
      await staged.cases.carryOut(id);
      await staged.parameters.reload();
      return staged.parameters.history(of).at(-1);
    };
    const takeBack = async (version = 0, late = false) => {
      const id = await staged.propose({ kind: 'parameterChange', key: of, version });
      if (late) staged.clock.advance(3 * DAY_MS);
      await staged.approve(id);
      await staged.cases.carryOut(id);
      await staged.parameters.reload();
      return staged.parameters.history(of).at(-1);
    };
    const first = await change();
    expect(await takeBack(first?.version)).toMatchObject({ value: '20', from: first?.from });
    staged.clock.set(first?.from ?? staged.clock.now());
    expect(staged.parameters.text(of)).toBe('20');
    const second = await change();
    const back = await takeBack(second?.version, true);
    expect(staged.parameters.text(of)).toBe('10');
    expect(back).toMatchObject({ value: '20', from: plusMs(staged.clock.now(), DAY_MS) });
    await expect(takeBack(second?.version)).rejects.toThrow('case-impossible');
  });

  test('is not proposed for less than a day ahead, nor with a value it cannot have', async () => {
    const now = staged.clock.now();
    await expect(propose(plusMs(now, DAY_MS - 1))).rejects.toThrow('case-impossible');
    await expect(propose(plusMs(now, 2 * DAY_MS), '0.5')).rejects.toThrow('case-impossible');
    const odd = { kind: 'parameterChange', key: 'market.price', value: '1', from: now } as const;
    await expect(staged.propose(odd)).rejects.toThrow('parameter-unknown');
  });
});

describe('carrying out', () => {
  const caseLines = async (
    work: (cases: Cases) => Promise<void>,
    adjusted: AdjustedAccounts = ADJUSTS_ANY,
  ): Promise<string[]> => {
    const lines: string[] = [];
    const log = createLog({ level: 'error', destination: { write: (line) => lines.push(line) } });
    const { db, clock, parameters } = staged;
    const cases = createCases({
      ...{ db, clock, parameters, log },
      deskDb: staged.desk,
      committed: () => undefined,
      kinds: KINDS_ABOVE,
      adjusted,
      members: { active: async () => [], namesOf: async () => new Map(), isOwn: async () => false },
    });
    await work(cases);
    return lines.filter((line) => line.includes('could not be carried out'));
  };

  test('a house funding is done once by two processes at once, and neither tells of a failure', async () => {
    const before = await capital();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push(await decidedCase(staged.owner, { kind: 'houseFunding', units: 1_000_000n }));
    }
    const lines = await Promise.all([1, 2].map(() => caseLines((cases) => cases.carryOutAll())));
    expect(lines.flat()).toEqual([]);
    expect(await capital()).toBe(before + 5_000_000n);
    expect(await Promise.all(ids.map(entriesOf))).toEqual(ids.map(() => 1));
  });

  test('a case that fails is told of once, then after twice as many tries each time', async () => {
    const id = await decidedCase(staged.owner, { kind: 'adjustment', userId, units: 5_000_000n });
    const isOpen = () => Promise.reject(new Error('cannot be read'));
    const lines = await caseLines(
      async (cases) => {
        for (let count = 0; count < 9; count += 1) {
          await cases.carryOutAll();
          staged.clock.advance(HOUR_MS);
        }
      },
      { ...ADJUSTS_ANY, isOpen },
    );
    const told = lines.map((line) => JSON.parse(line) as { caseId: string; tries: number });
    const tries = told.flatMap((one) => (one.caseId === id ? one.tries : []));
    expect(tries).toEqual([1, 2, 4, 8]);
    expect(await staged.cases.carryOut(id)).toBe(true);
  });
});

describe('the database refuses an entry that is not what a case decided', () => {
  const UNITS = 7_000_000n;
  const pay = (subject: string | null, more: Partial<Entry> = {}, units = UNITS): Entry =>
    entryOf('adjustment', userId, [pays('house:goodwill', 'user:cash', units)], {
      cause: 'case',
      subject,
      ...more,
    });
  const tried = (...entries: Entry[]) =>
    staged.db
      .transaction((tx) => commitEntries(tx, entries, staged.clock.now()))
      .then(
        () => 'done',
        (error: unknown) => `${sqlState(error)} ${String(error)}`,
      );
  const fresh = (more: Partial<Parameters<typeof decidedCase>[1]> = {}) =>
    decidedCase(staged.owner, { kind: 'adjustment', userId, units: UNITS, ...more });

  test('without a case, of another case, another amount, user, mode, asset or kind', async () => {
    const other = await staged.newUser();
    const bad: Entry[] = [
      pay(null),
      pay(newUuid(staged.clock.now())),
      pay(await adjust(UNITS)),
      pay(await fresh(), {}, UNITS + 1n),
      pay(await fresh({ userId: other })),
      pay(await fresh(), { mode: 'demo' }),
      pay(await fresh(), { postings: [pays('house:goodwill', 'user:cash', UNITS, 'BTC')] }),
      pay(await fresh(), { cause: 'timer' }),
      pay(await fresh({ kind: 'takeOut' })),
      pay(await fresh({ units: -UNITS })),
      entryOf('house-funding', HOUSE, [pays('world:tron', 'house:capital', UNITS)], {
        cause: 'case',
        subject: await fresh({ kind: 'houseFunding', facts: { account: 'outside' } }),
      }),
    ];
    for (const entry of bad) expect(await tried(entry)).toMatch(/^23514 .*not what a case decided/);
    expect(await tried(pay(await fresh()))).toBe('done');
  });

  test('a case one person decided, a second entry of one case, and taking one back', async () => {
    const alone = newUuid(staged.clock.now());
    await staged.db.query(
      `insert into cases.case (id, letter, kind, user_id, subject, amount, asset, facts, people,
         opened_by, opened_at, deadline)
       values ($1, 'Z', 'adjustment', $2, 'x', $3, 'USDT', '{"mode":"real"}', 1, 'a', now(), now())`,
      [alone, userId, UNITS.toString()],
    );
    await staged.desk.query(
      `update cases.case set state = 'decided', verdict = 'approved', decided_by = 'b',
         decided_at = now() where id = $1`,
      [alone],
    );
    expect(await tried(pay(alone))).toMatch(/^23514/);
    const once = await fresh();
    const entry = pay(once);
    expect(await tried(entry)).toBe('done');
    expect(await tried(pay(once))).toMatch(/^23505/);
    const reversal: Entry = {
      ...entry,
      id: newUuid(staged.clock.now()) as EntryId,
      requestId: 'back',
      reverses: entry.id,
      postings: [pays('user:cash', 'house:goodwill', UNITS)],
    };
    expect(await tried(reversal)).toMatch(/^23/);
    const applied = await fresh();
    await staged.owner.query('update cases.case set applied_at = now() where id = $1', [applied]);
    expect(await tried(pay(applied))).toMatch(/^23514/);
  });

  test('and a posting slipped in behind one that fits', async () => {
    const entry = pay(await fresh());
    const slipped = staged.db.transaction(async (tx) => {
      await commitEntries(tx, [entry], staged.clock.now());
      await tx.query(
        `insert into ledger.posting
           (user_id, entry_id, line, mode, kind, asset, from_class, to_class, amount)
         values ($1, $2, 1, 'real', 'adjustment', 'USDT', 'house:goodwill', 'user:cash', 1)`,
        [userId, entry.id],
      );
    });
    await expect(slipped).rejects.toThrow('not what a case decided');
  });

  test('the house cannot be funded by anything else', async () => {
    await fundHouse(staged, 1_000_000n, staged.clock.now());
    const bare = entryOf('house-funding', HOUSE, [pays('world:outside', 'house:capital', 1n)]);
    expect(await tried(bare)).toMatch(/^23514/);
  });
});
