// Promise: what two people let go is looked at anew when a deposit is taken back before it may be signed, and
// what a chain confirmed is watched until it stays. (PRODUCT 9; RELIABILITY K5, K8)
import { DAY_MS, type UnixMs, type UserId, ensure, plusMs } from '@candor/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { entryOf, pays as moves } from '../../../test/books.ts';
import { type TestCashier, testCashier } from '../../../test/cashier.ts';
import { type UserWithdrawal, hashOf, payoutsOf } from '../../../test/payouts.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { commitEntries, findHoldings } from '../../ledger/index.ts';

let product: TestDesk;
let cashier: TestCashier;
let pays: ReturnType<typeof payoutsOf>;
let maker: TestMember;
let checker: TestMember;

beforeAll(async () => {
  cashier = testCashier({ isScreened: true });
  product = await startTestDesk({ cashier: cashier.given });
  pays = payoutsOf(product, cashier);
  maker = await product.member('cashierMaker');
  checker = await product.member('cashierChecker');
});
afterAll(() => product.stop());
afterEach(() => {
  cashier.blockTime = null;
  cashier.blockHash = 'block';
  cashier.whileAsked = async () => {};
  cashier.hanging.clear();
});

const YES = { verdict: 'approved', reason: 'as-proposed' } as const;
const withdrawals = () => product.app.cashier.withdrawals;

/** Looks at what waits, after screening said what it says of it. */
async function advance(): Promise<void> {
  await withdrawals().advance();
  await withdrawals().screened();
  await withdrawals().advance();
}

/** A withdrawal that screening has answered about. */
async function asked(amount: string): Promise<UserWithdrawal> {
  const one = await pays.asked(amount);
  await advance();
  return one;
}

/** The chain takes a deposit back that was spent already. */
async function takeBack(userId: UserId, units: bigint): Promise<void> {
  const at = product.clock.now();
  const taken = moves('user:reversed', 'world:tron', units);
  const entry = entryOf('deposit-reversal', userId, [taken], { at });
  await product.db.transaction((tx) => commitEntries(tx, [entry], at));
}

const casesOf = ({ userId }: UserWithdrawal) =>
  product.db.query<{ id: string; state: string; facts: string }>(
    `select id, state, facts from cases.case where kind = 'withdrawal' and user_id = $1
     order by opened_at, number`,
    [userId],
  );

async function approve(id: string): Promise<void> {
  expect((await pays.decide(maker, id, YES)).code).toBe('200');
  expect((await pays.decide(checker, id, YES)).code).toBe('200');
  await product.app.cases.carryOutAll();
  await advance();
}

describe('a deposit that is taken back', () => {
  test('after two people approved, and before the export, holds the withdrawal again', async () => {
    const one = await asked('1500');
    const [first] = await casesOf(one);
    await approve(ensure(first, 'it has a case').id);
    expect((await pays.get(one)).state).toBe('approved');
    const made = await product.desk('payouts.make', {
      cookie: maker.cookie,
      body: { network: 'tron' },
    });
    product.clock.advance(5 * 60_000);
    await takeBack(one.userId, 7_000_000n);
    const out = { cookie: maker.cookie, params: { id: made.result.id } };
    expect((await product.desk('payouts.export', out)).code).toBe('11075');
    expect(await pays.get(one)).toMatchObject({
      state: 'held',
      reason: 'review',
      holder: 'operator',
      deadline: plusMs(product.clock.now(), DAY_MS),
    });
    const [, second, ...more] = await casesOf(one);
    expect(more).toEqual([]);
    expect(JSON.parse(ensure(second, 'it has another').facts)).toMatchObject({
      causes: expect.stringContaining('reversed'),
      owed: 'USDT:7000000',
    });
    const seen = await product.desk('cases.get', {
      cookie: checker.cookie,
      params: { id: ensure(second, 'it has another').id },
    });
    const told = new Map(seen.result.facts.map(({ key, value }) => [key, value]));
    // Who decides reads amounts, and what screening said.
    expect([told.get('owed'), told.get('screening')]).toEqual(['7 USDT', 'clear']);
    expect(seen.result.subject).toContain('(Tron)');
    // What was approved before lets nothing go any more.
    await expect(
      product.db.query(
        `update cashier.withdrawal set state = 'approved', reason = null, holder = null,
        deadline = null where id = $1`,
        [one.id],
      ),
    ).rejects.toThrow('newest case');
    await advance();
    expect((await pays.get(one)).state).toBe('held');
    await approve(ensure(second, 'it has another').id);
    expect((await pays.get(one)).state).toBe('approved');
    const next = await pays.exported(maker);
    expect(next.document['items']).toMatchObject([{ withdrawalId: one.id }]);
    await settle(one, next);
  });

  test('while a node is asked for the export keeps the batch here', async () => {
    const one = await asked('200');
    const body = { network: 'tron' };
    const made = await product.desk('payouts.make', { cookie: maker.cookie, body });
    cashier.whileAsked = () => takeBack(one.userId, 1_000_000n);
    const out = { cookie: maker.cookie, params: { id: made.result.id } };
    expect((await product.desk('payouts.export', out)).code).toBe('11075');
    await advance();
    expect(await pays.get(one)).toMatchObject({ state: 'held', reason: 'review' });
    expect((await pays.cancel(one)).code).toBe('200');
  });

  test('while staff look is said in their case, and a first yes is void', async () => {
    const one = await asked('1500');
    const [waiting] = await casesOf(one);
    const { id } = ensure(waiting, 'it has a case');
    expect((await pays.decide(maker, id, YES)).code).toBe('200');
    await takeBack(one.userId, 3_000_000n);
    await advance();
    const [now, ...more] = await casesOf(one);
    expect(more).toEqual([]);
    expect(JSON.parse(ensure(now, 'it stays').facts)).toMatchObject({ owed: 'USDT:3000000' });
    expect(now?.state).not.toBe('firstYes');
    expect((await pays.cancel(one)).code).toBe('200');
  });
});

/** Hands in the hash of a batch's only withdrawal, and mines it. */
async function settle(
  one: UserWithdrawal,
  { id, document }: { id: string; document: Record<string, unknown> },
): Promise<string> {
  const [{ to, units }] = document['items'] as [{ to: string; units: string }];
  const hash = hashOf(one.id);
  mine(hash, { to, units: BigInt(units) });
  const body = { batch: document['batch'], hashes: [{ withdrawalId: one.id, hash }] };
  expect((await pays.send(id, checker, body)).code).toBe('200');
  return hash;
}

function mine(hash: string, paid: { to: string; units: bigint }): void {
  cashier.mined.set(hash, {
    state: 'mined',
    block: { height: cashier.height, hash: 'b' },
    paid: [{ asset: 'USDT', ...paid }],
    gas: null,
  });
}

const holdingOf = async ({ userId }: UserWithdrawal) => {
  const found = await findHoldings(product.db, [{ userId, mode: 'real' }]);
  const own = found.get(`${userId}/real`)?.USDT ?? {};
  return { cash: own['user:cash'] ?? 0n, leaving: own['user:leaving'] ?? 0n };
};

const watchedOf = ({ id }: UserWithdrawal) =>
  product.db.query<{ state: string }>(
    `select state from cashier.confirmation where withdrawal_id = $1 order by state <> 'gone'`,
    [id],
  );

/** What stops an account while a node is asked what an export needs. */
const STOPS = {
  'a freeze': (userId: UserId, now: UnixMs) =>
    product.owner.query(
      'insert into accounts.freeze (user_id, since) values ($1, platform.from_ms($2))',
      [userId, now],
    ),
  'a hold': (userId: UserId, now: UnixMs) =>
    product.owner.query(
      `insert into accounts.hold (user_id, id, reason, at, until)
       values ($1, gen_random_uuid(), 'password-changed', platform.from_ms($2), platform.from_ms($3))`,
      [userId, now, plusMs(now, DAY_MS)],
    ),
};

describe.each([
  ['a freeze', 'frozen'],
  ['a hold', 'credentials'],
] as const)('%s', (what, reason) => {
  test('that begins while a node is asked for the export keeps the batch here', async () => {
    const one = await asked('200');
    const beside = await asked('201');
    const body = { network: 'tron' };
    const made = await product.desk('payouts.make', { cookie: maker.cookie, body });
    cashier.whileAsked = async () => {
      await STOPS[what](one.userId, product.clock.now());
    };
    const out = { cookie: maker.cookie, params: { id: made.result.id } };
    expect((await product.desk('payouts.export', out)).code).toBe('11075');
    cashier.whileAsked = async () => {};
    // Asked again, it stays here, and what nothing holds leaves.
    const again = await product.desk('payouts.export', out);
    const { items } = JSON.parse(again.result.document) as { items: object[] };
    expect(items).toMatchObject([{ withdrawalId: beside.id }]);
    expect(await pays.get(one)).toMatchObject({ state: 'held', reason });
    expect((await pays.cancel(one)).code).toBe('200');
    await settle(beside, { id: made.result.id, document: JSON.parse(again.result.document) });
  });
});

describe('a confirmed withdrawal', () => {
  test('whose block leaves the chain is sent again, and told, until it is confirmed anew', async () => {
    const one = await asked('200');
    const hash = await settle(one, await pays.exported(maker));
    const mined = ensure(cashier.mined.get(hash), 'it was mined');
    cashier.height += 25;
    await withdrawals().watch();
    expect((await pays.get(one)).state).toBe('confirmed');
    expect(await holdingOf(one)).toEqual({ cash: 4_800_000_000n, leaving: 0n });
    // A node that forgot it, or that is behind, says nothing; its block still stands.
    cashier.mined.delete(hash);
    await withdrawals().watch();
    cashier.blockTime = 1 as UnixMs;
    cashier.blockHash = 'b';
    await withdrawals().watch();
    expect((await pays.get(one)).state).toBe('confirmed');
    cashier.blockHash = 'another';
    await withdrawals().watch();
    expect(await pays.get(one)).toMatchObject({ state: 'broadcast', reason: 'block-gone' });
    expect((await pays.get(one)).steps.at(-1)).toMatchObject({ by: 'chain', holder: 'chain' });
    expect(await holdingOf(one)).toEqual({ cash: 4_800_000_000n, leaving: 200_000_000n });
    expect(await withdrawals().problems()).toBe(1);
    const figures = (await product.app.http.inject('/metrics')).body;
    expect(figures).toContain('candor_withdrawals_unconfirmed_total 1');
    // Mined once more, it counts once more.
    cashier.mined.set(hash, {
      ...mined,
      block: { height: cashier.height, hash: 'another' },
    } as never);
    cashier.height += 25;
    await withdrawals().watch();
    expect((await pays.get(one)).state).toBe('confirmed');
    expect(await holdingOf(one)).toEqual({ cash: 4_800_000_000n, leaving: 0n });
    expect(await withdrawals().problems()).toBe(0);
    expect((await watchedOf(one)).map(({ state }) => state)).toEqual(['gone', 'counted']);
    cashier.height += 40;
    await withdrawals().watch();
    expect((await watchedOf(one)).map(({ state }) => state)).toEqual(['gone', 'final']);
    // From then on it stays.
    cashier.mined.delete(hash);
    cashier.blockHash = 'a third';
    await withdrawals().watch();
    expect((await pays.get(one)).state).toBe('confirmed');
  });

  test('is looked at, however many before it cannot be read', async () => {
    const [before, ...later] = ['201', '202', '203', '204', '205', '206', '207'];
    const all = [await asked(before ?? '')];
    for (const amount of later) all.push(await asked(amount));
    const { id, document } = await pays.exported(maker);
    const items = document['items'] as { withdrawalId: string; to: string; units: string }[];
    for (const { withdrawalId, to, units } of items) {
      mine(hashOf(withdrawalId), { to, units: BigInt(units) });
    }
    const hashes = items.map(({ withdrawalId }) => ({ withdrawalId, hash: hashOf(withdrawalId) }));
    const said = { batch: document['batch'], hashes };
    expect((await pays.send(id, checker, said)).code).toBe('200');
    cashier.height += 25;
    await withdrawals().watch();
    const stateOf = async (one: UserWithdrawal) => (await pays.get(one)).state;
    expect(new Set(await Promise.all(all.map(stateOf)))).toEqual(new Set(['confirmed']));
    // In the order in which they are looked at: all but the last one cannot be read, and its block is gone.
    const rows = await product.db.query<{ id: string }>(
      `select withdrawal_id as id from cashier.confirmation
       where withdrawal_id = any($1::uuid[]) order by at, ctid`,
      [all.map((one) => one.id)],
    );
    const gone = ensure(
      all.find((one) => one.id === rows.at(-1)?.id),
      'it was confirmed',
    );
    for (const one of all) {
      if (one === gone) cashier.mined.delete(hashOf(one.id));
      else cashier.mined.set(hashOf(one.id), 'odd' as never);
    }
    cashier.blockTime = 1 as UnixMs;
    cashier.blockHash = 'another';
    await withdrawals().watch();
    await withdrawals().watch();
    expect(await stateOf(gone)).toBe('broadcast');
  });

  test('goes back in the database only with what confirmed it', async () => {
    const one = await asked('200');
    await settle(one, await pays.exported(maker));
    cashier.height += 25;
    await withdrawals().watch();
    await expect(
      product.db.query(`update cashier.withdrawal set state = 'broadcast' where id = $1`, [one.id]),
    ).rejects.toThrow('stays confirmed');
    await expect(
      product.owner.query(`update cashier.confirmation set height = 1 where withdrawal_id = $1`, [
        one.id,
      ]),
    ).rejects.toThrow('stays');
  });
});

test('screening that hangs on one withdrawal delays no other', async () => {
  let answer = (): void => {};
  cashier.hanging.set('201', new Promise((resolve) => (answer = resolve)));
  const first = await pays.asked('201');
  const second = await pays.asked('202');
  await withdrawals().advance();
  await expect
    .poll(
      async () => {
        await withdrawals().advance();
        return (await pays.get(second)).state;
      },
      { timeout: 15_000 },
    )
    .toBe('approved');
  expect((await pays.get(first)).state).toBe('requested');
  answer();
  await advance();
  expect((await pays.get(first)).state).toBe('approved');
  for (const one of [first, second]) expect((await pays.cancel(one)).code).toBe('200');
});

test('who exported a batch does not hand its hashes in', async () => {
  const one = await asked('200');
  const body = { network: 'tron' };
  const made = await product.desk('payouts.make', { cookie: maker.cookie, body });
  const both = await product.member('cashierMaker', 'cashierChecker');
  const out = await product.desk('payouts.export', {
    cookie: both.cookie,
    params: { id: made.result.id },
  });
  const document = JSON.parse(out.result.document) as Record<string, unknown>;
  const hashes = [{ withdrawalId: one.id, hash: hashOf(one.id) }];
  const said = { batch: document['batch'], hashes };
  expect((await pays.send(made.result.id, both, said)).code).toBe('11074');
  await expect(
    product.db.query(`update cashier.batch set sent_by = exported_by where id = $1`, [
      made.result.id,
    ]),
  ).rejects.toThrow('batch_exporter_sends_not');
  expect((await pays.send(made.result.id, checker, said)).code).toBe('200');
});

test('a batch whose making broke off has its audit row, and the next one is made', async () => {
  const one = await asked('200');
  const before = await product.db.query<{ number: string }>(
    `insert into cashier.batch (id, network, made_by, made_at)
     values (gen_random_uuid(), 'tron', gen_random_uuid()::text, now()) returning number`,
  );
  const { id, document } = await pays.exported(maker);
  expect(document['items']).toMatchObject([{ withdrawalId: one.id }]);
  const { result } = await product.desk('payouts.list', { cookie: maker.cookie });
  const left = result.batches.find(({ number }) => number === before[0]?.number);
  expect(left?.state).toBe('ended');
  // What is written down first is that it is made, whatever comes after.
  const rows = await product.owner.query<{ action: string }>(
    `select action from audit.record where subject = $1 order by action`,
    [document['batch']],
  );
  expect(rows.map(({ action }) => action)).toEqual(['payouts.export', 'payouts.make']);
  await settle(one, { id, document });
});

test('quotes that ended are dropped, also those of users who never came back', async () => {
  const put = (count: number, ends: string) =>
    product.db.query(
      `insert into cashier.withdrawal_quote (user_id, id, asset, network, address_id, amount, fee,
         network_fee, receive, expires_at)
       select gen_random_uuid(), gen_random_uuid(), 'USDT', 'tron', gen_random_uuid(), 3, 1, 1, 1,
         platform.from_ms($2) + $3::interval
       from generate_series(1, $1)`,
      [count, product.clock.now(), ends],
    );
  await product.db.query('delete from cashier.withdrawal_quote');
  await put(1_234, '-61 seconds');
  // These ended too, and their owners may still be asking by them.
  await put(2, '-59 seconds');
  await put(1, '1 second');
  await withdrawals().sweepQuotes();
  const left = await product.db.query('select id from cashier.withdrawal_quote');
  expect(left).toHaveLength(3);
});
