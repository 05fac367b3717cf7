// Promise: withdrawals that are asked for at one moment are decided together, and each as if it were alone:
// its own answer, refusal and entry, once, with any others beside it and whatever breaks. (RELIABILITY B5, B17, K4–K10)
import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, ensure, plusMs } from '@candor/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestCashier, testCashier } from '../../../test/cashier.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type AskedWithdrawal, withdrawersOf } from '../../../test/withdrawing.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { Busy, fromDatabase } from '../../platform/postgres/unavailable.ts';
import { hashSecret } from '../../platform/secrets/session.ts';

/** What stands between the product and its database. */
const wire = {
  /** Sizes of the groups that were written down, in their order. */
  groups: [] as number[],
  /** Statements of the last transaction that wrote withdrawals down. */
  statements: [] as string[],
  /** Runs once the quotes of a group were looked at. */
  looked: async (): Promise<void> => {},
  /** Thrown once behind a commit that wrote withdrawals down. */
  lost: null as unknown,
};

const between = (db: Database): Database => ({
  ...db,
  async transaction(work) {
    let wrote = false;
    const statements: string[] = [];
    const value = await db.transaction(async (tx) => {
      const watched: Tx = {
        ...tx,
        async query(text, values = []) {
          statements.push(text);
          if (text.includes('insert into cashier.withdrawal ')) {
            wrote = true;
            wire.groups.push((values[0] as unknown[]).length);
          }
          const rows = await tx.query(text, values);
          if (text.includes('from cashier.withdrawal_quote q join')) await wire.looked();
          return rows as never;
        },
      };
      return work(watched);
    });
    if (wrote) wire.statements = statements;
    if (wrote && wire.lost !== null) {
      const { lost } = wire;
      wire.lost = null;
      throw lost;
    }
    return value;
  },
});

let product: TestApp;
let cashier: TestCashier;
let users: ReturnType<typeof withdrawersOf>;

beforeAll(async () => {
  cashier = testCashier();
  product = await startTestApp({ cashier: cashier.given, between });
  users = withdrawersOf(product, cashier);
});
afterAll(() => product.stop());
afterEach(() => {
  vi.restoreAllMocks();
  wire.looked = async () => {};
  wire.lost = null;
});

const USDT = (whole: number): bigint => BigInt(whole) * 1_000_000n;
const codes = (said: readonly AskedWithdrawal[]): string[] => said.map(({ code }) => code);

const TAKEN = { cash: USDT(800), leaving: USDT(200), rows: 1, entries: 1 };
const WHOLE = { cash: USDT(1_000), leaving: 0n, rows: 0, entries: 0 };
/** Codes of refusals as they were before requests were decided together. */
const SHORT = '10011';
const PAST_LIMIT = '11018';

describe('requests of one moment', () => {
  test('share their statements, and each has its own answer, number and entry, in their order', async () => {
    const all = await users.readyAll(await users.newCustomers(40));
    wire.groups.length = 0;
    const said = await Promise.all(all.map((one) => users.ask(one)));
    expect(new Set(codes(said))).toEqual(new Set(['200']));
    // A handful of groups, none of more than 64.
    expect(wire.groups.reduce((sum, size) => sum + size, 0)).toBe(40);
    expect(wire.groups.length).toBeLessThan(8);
    for (const one of all) expect(await users.left(one)).toEqual(TAKEN);
    // Ids begin with the moment, which is one group's own; numbers go as they were asked.
    const ids = said.map(({ result }) => result.id);
    const [first = 0] = wire.groups;
    const rows = await product.owner.query<{ id: string; place: string; number: string }>(
      `select w.id, w.ordinal::text as place, w.number from cashier.withdrawal w
       join ledger.entry e on e.user_id = w.user_id and e.subject = w.id
       where w.id = any ($1::uuid[]) order by e.seq`,
      [ids.slice(0, first)],
    );
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, first));
    expect(rows.map(({ number }) => number)).toEqual(
      said.slice(0, first).map(({ result }) => result.number),
    );
    const places = rows.map(({ place }) => Number.parseInt(place, 10));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('are at most 64 together, and of a table there is one statement for all of them', async () => {
    const all = await users.readyAll(await users.newCustomers(140));
    wire.groups.length = 0;
    const said = await Promise.all(all.map((one) => users.ask(one)));
    expect(new Set(codes(said))).toEqual(new Set(['200']));
    expect(Math.max(...wire.groups)).toBe(64);
    expect(wire.groups.reduce((sum, size) => sum + size, 0)).toBe(140);
    // The locks, twelve looks, seven writes: as many for 64 as for one.
    expect(wire.statements.length).toBeLessThanOrEqual(20);
  });

  test('of one user follow one another: together they take no more than is there', async () => {
    const who = await users.newCustomer(USDT(500));
    const others = await users.readyAll(await users.newCustomers(3));
    const own = [await users.ready(who, '300'), await users.ready(who, '300')];
    const [first, second, ...rest] = await Promise.all([
      ...own.map((one) => users.ask(one)),
      ...others.map((one) => users.ask(one)),
    ]);
    expect([first?.code, second?.code]).toEqual(['200', SHORT]);
    expect(codes(rest)).toEqual(['200', '200', '200']);
    expect(await users.left(who)).toEqual({
      cash: USDT(200),
      leaving: USDT(300),
      rows: 1,
      entries: 1,
    });
    for (const one of others) expect(await users.left(one)).toEqual(TAKEN);
  });

  test('of one user are counted one by one against the twenty of a day', async () => {
    const who = await users.newCustomer(USDT(10_000));
    const [other] = await users.readyAll(await users.newCustomers(1));
    for (let turn = 0; turn < 18; turn += 1) {
      expect((await users.ask(await users.ready(who, '200'))).code).toBe('200');
    }
    const own = await Promise.all([
      users.ready(who),
      users.ready(who),
      users.ready(who),
      users.ready(who),
    ]);
    const said = await Promise.all(
      [...own, ensure(other, 'there is one')].map((one) => users.ask(one)),
    );
    expect(codes(said)).toEqual(['200', '200', PAST_LIMIT, PAST_LIMIT, '200']);
    product.clock.advance(DAY_MS);
    expect((await users.ask(await users.ready(who))).code).toBe('200');
  });

  test('under one id are one request, answered word for word', async () => {
    const one = await users.ready(await users.newCustomer());
    const beside = await users.readyAll(await users.newCustomers(2));
    const requestId = randomUUID();
    const [first, ...rest] = await Promise.all([
      users.ask(one, { requestId }),
      ...beside.map((each) => users.ask(each)),
      users.ask(one, { requestId }),
    ]);
    expect(rest.at(-1)?.text).toBe(first?.text);
    expect((await users.ask(one, { requestId })).text).toBe(first?.text);
    expect(await users.left(one)).toEqual(TAKEN);
    const other = await users.ready(one);
    const reused = await users.ask(other, { requestId });
    expect(reused.code).not.toBe('200');
    expect(await users.left(one)).toEqual(TAKEN);
  });

  test('of somebody else’s quote or confirmation are refused, and leave both to their owner', async () => {
    const [owner, thief, other] = await users.newCustomers(3);
    const own = await users.ready(ensure(owner, 'there is one'));
    const theirs = await users.ready(ensure(thief, 'there is one'));
    const more = await users.ready(ensure(other, 'there is one'));
    const said = await Promise.all([
      users.ask({ ...theirs, quoteId: own.quoteId, stepUp: own.stepUp }),
      users.ask({ ...more, stepUp: own.stepUp }),
      users.ask(own),
    ]);
    expect(said.map(({ code }) => code === '200')).toEqual([false, false, true]);
    expect(await users.left(own)).toEqual(TAKEN);
    expect(await users.left(theirs)).toEqual(WHOLE);
    // A refusal used nothing up.
    expect(codes(await Promise.all([users.ask(theirs), users.ask(more)]))).toEqual(['200', '200']);
  });

  test('are each judged by their own holds, freezes and factors', async () => {
    const [free, frozen, held] = await users.newCustomers(3);
    const all = await users.readyAll(
      [free, frozen, held].map((one) => ensure(one, 'there is one')),
    );
    const bare = await users.newCustomer(USDT(1_000), false);
    const unproven = await users.ready(bare);
    const now = product.clock.now();
    await product.owner.query(
      'insert into accounts.freeze (user_id, since) values ($1, platform.from_ms($2))',
      [frozen?.userId, now],
    );
    const until = plusMs(now, HOUR_MS);
    await product.owner.query(
      `insert into accounts.hold (user_id, id, reason, at, until)
       values ($1, $2, 'password-changed', platform.from_ms($3), platform.from_ms($4))`,
      [held?.userId, randomUUID(), now, until],
    );
    const said = await Promise.all([...all, unproven].map((one) => users.ask(one)));
    expect(said.map(({ code }) => code === '200')).toEqual([true, false, true, false]);
    await product.app.cashier.withdrawals.advance();
    const states = await Promise.all(
      [0, 2].map((place) =>
        product.app.cashier.withdrawals.get({
          userId: ensure(all[place], 'there is one').userId,
          id: said[place]?.result.id ?? '',
        }),
      ),
    );
    expect(states).toMatchObject([
      { state: 'approved' },
      { state: 'held', reason: 'credentials', deadline: until },
    ]);
  });
});

describe('a request', () => {
  test('whose statement breaks takes nobody along', async () => {
    const all = await users.readyAll(await users.newCustomers(6));
    const said = await Promise.allSettled(
      all.map((one, place) => users.ask(place === 2 ? { ...one, quoteId: 'no id at all' } : one)),
    );
    expect(said.map(({ status }) => status)).toEqual(
      all.map((_, place) => (place === 2 ? 'rejected' : 'fulfilled')),
    );
    for (const [place, one] of all.entries()) {
      expect(await users.left(one)).toEqual(place === 2 ? WHOLE : TAKEN);
    }
    expect((await users.ask(ensure(all[2], 'there is one'))).code).toBe('200');
  });

  test('whose quote goes between the look and its use is refused, and those beside it leave', async () => {
    const all = await users.readyAll(await users.newCustomers(4));
    const gone = ensure(all[1], 'there is one');
    wire.looked = async () => {
      wire.looked = async () => {};
      await product.owner.query('delete from cashier.withdrawal_quote where id = $1', [
        gone.quoteId,
      ]);
    };
    const said = await Promise.all(all.map((one) => users.ask(one)));
    expect(said.map(({ code }) => code === '200')).toEqual([true, false, true, true]);
    expect(await users.left(gone)).toEqual(WHOLE);
    const [stepUp] = await product.owner.query(
      'select hash from accounts.step_up where hash = $1',
      [hashSecret(gone.stepUp)],
    );
    expect(stepUp).toBeDefined();
  });

  test('whose commit nobody answered is found answered when it is asked again', async () => {
    const all = await users.readyAll(await users.newCustomers(5));
    const named = all.map((one) => ({ one, requestId: randomUUID() }));
    // The connection ends behind the commit: all of it is there, and nobody was told.
    wire.lost = fromDatabase(new Error('Connection terminated unexpectedly'));
    const said = await Promise.allSettled(
      named.map(({ one, requestId }) => users.ask(one, { requestId })),
    );
    expect(said.map(({ status }) => status)).toEqual(all.map(() => 'rejected'));
    for (const one of all) expect(await users.left(one)).toEqual(TAKEN);
    const again = await Promise.all(
      named.map(({ one, requestId }) => users.ask(one, { requestId })),
    );
    expect(new Set(codes(again))).toEqual(new Set(['200']));
    for (const one of all) expect(await users.left(one)).toEqual(TAKEN);
  });

  test('that waited for more than ten seconds is turned away, and nothing of it is booked', async () => {
    const who = await users.newCustomer();
    const own = [await users.ready(who), await users.ready(who)];
    const [other] = await users.readyAll(await users.newCustomers(1));
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    wire.looked = () => held;
    const running = own.map((one) => users.ask(one));
    const settled = Promise.allSettled(running);
    await vi.waitFor(() => expect(product.app.cashier.withdrawals.waiting()).toBe(1));
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 10_001);
    wire.looked = async () => {};
    letGo();
    const [first, second] = await settled;
    expect(first).toMatchObject({ status: 'fulfilled', value: { code: '200' } });
    expect(second?.status === 'rejected' && second.reason).toBeInstanceOf(Busy);
    expect(await users.left(who)).toEqual(TAKEN);
    vi.restoreAllMocks();
    // Its quote and its confirmation stay: asked again, it leaves.
    const again = [ensure(own[1], 'there are two'), ensure(other, 'there is one')];
    expect(codes(await Promise.all(again.map((one) => users.ask(one))))).toEqual(['200', '200']);
  });

  test('that was taken over is decided before the process ends', async () => {
    const all = await users.readyAll(await users.newCustomers(20));
    const said = all.map((one) => users.ask(one));
    await product.app.cashier.withdrawals.requested();
    expect(product.app.cashier.withdrawals.waiting()).toBe(0);
    for (const one of all) expect(await users.left(one)).toEqual(TAKEN);
    expect(new Set(codes(await Promise.all(said)))).toEqual(new Set(['200']));
  });
});
