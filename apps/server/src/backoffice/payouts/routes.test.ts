// Promise: what two people and the holds let go leaves in a batch signed elsewhere, its hashes come from
// another member than its maker, and the chain says what became of it. (PRODUCT 9; RELIABILITY K3–K8, P38)
import { randomUUID } from 'node:crypto';
import { type UserId, ensure } from '@candor/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestCashier, putIntoBatch, testCashier } from '../../../test/cashier.ts';
import { hashOf, payoutsOf } from '../../../test/payouts.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { findHoldings } from '../../ledger/index.ts';

let product: TestDesk;
let cashier: TestCashier;
let maker: TestMember;
let checker: TestMember;
let pays: ReturnType<typeof payoutsOf>;

beforeAll(async () => {
  cashier = testCashier();
  product = await startTestDesk({ cashier: cashier.given });
  pays = payoutsOf(product, cashier);
  maker = await product.member('cashierMaker');
  checker = await product.member('cashierChecker');
});
afterAll(() => product.stop());
afterEach(() => {
  cashier.whileAsked = async () => {};
});

const TO = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const withdrawals = () => product.app.cashier.withdrawals;

const asked = (amount: string) => pays.asked(amount);

const stateOf = async (of: { userId: UserId; id: string }) =>
  ensure(await withdrawals().get(of), 'it is there').state;

const as = (member: TestMember) => ({ cookie: member.cookie });

const exported = () => pays.exported(maker);
const send = (...said: Parameters<typeof pays.send>) => pays.send(...said);

/** What the signer hands back, and what the chain knows of it. */
function signed(
  document: Record<string, unknown>,
  paid: (item: { to: string; units: string }) => object | null = ({ to, units }) => ({
    asset: 'USDT',
    to,
    units: BigInt(units),
  }),
) {
  const items = document['items'] as {
    withdrawalId: string;
    to: string;
    units: string;
    unsigned: { txID: string };
  }[];
  const hashes = items.map((item) => {
    const pays = paid(item);
    // What failed is told by its own hash.
    const hash = pays === null ? item.unsigned.txID : hashOf(item.withdrawalId);
    cashier.mined.set(hash, {
      state: pays === null ? 'failed' : 'mined',
      block: { height: cashier.height, hash: 'b' },
      paid: pays === null ? [] : [pays as never],
      gas: null,
    });
    return { withdrawalId: item.withdrawalId, hash };
  });
  return { batch: document['batch'], hashes };
}

const bookOf = async (userId: UserId) => {
  const found = await findHoldings(product.db, [{ userId, mode: 'real' }]);
  const own = found.get(`${userId}/real`)?.USDT ?? {};
  return { cash: own['user:cash'] ?? 0n, leaving: own['user:leaving'] ?? 0n };
};

describe('a batch', () => {
  test('leaves unsigned, comes back as hashes, and is confirmed by its chain alone', async () => {
    const one = await asked('200');
    const { id, document } = await exported();
    expect(document).toMatchObject({
      network: 'tron',
      items: [{ withdrawalId: one.id, to: TO, asset: 'USDT', units: '198800000' }],
    });
    const hashes = signed(document);
    expect((await send(id, maker, hashes)).code).toBe('403');
    expect((await send(id, checker, { ...hashes, batch: 'W-999999' })).code).toBe('11075');
    expect((await send(id, checker, hashes)).code).toBe('200');
    expect(await stateOf(one)).toBe('broadcast');
    await withdrawals().watch();
    expect(await stateOf(one)).toBe('broadcast');
    cashier.height += 19;
    await withdrawals().watch();
    await withdrawals().watch();
    expect(await stateOf(one)).toBe('confirmed');
    expect(await bookOf(one.userId)).toEqual({ cash: 4_800_000_000n, leaving: 0n });
    const listed = await product.desk('payouts.list', as(maker));
    expect(listed.result.batches[0]).toMatchObject({ state: 'sent', items: [{ id: one.id }] });
  });

  test('that may be signed takes nothing back; before that its owner may', async () => {
    const [gone, kept] = [await asked('200'), await asked('300')];
    const made = await product.desk('payouts.make', { ...as(maker), body: { network: 'tron' } });
    const { id } = made.result;
    const { cancel } = pays;
    expect((await cancel(gone)).code).toBe('200');
    const again = await product.desk('payouts.make', { ...as(maker), body: { network: 'tron' } });
    expect(again.code).toBe('11075');
    const out = await product.desk('payouts.export', { ...as(maker), params: { id } });
    const document = JSON.parse(out.result.document) as Record<string, unknown>;
    expect(document['items']).toMatchObject([{ withdrawalId: kept.id }]);
    expect((await cancel(kept)).refused.name).toBe('already-closed');
    await expect(
      product.owner.query(`update cashier.withdrawal set state = 'cancelled' where id = $1`, [
        kept.id,
      ]),
    ).rejects.toThrow('may be signed');
    expect((await send(id, checker, signed(document))).code).toBe('200');
    cashier.height += 30;
    await withdrawals().watch();
    expect(await stateOf(kept)).toBe('confirmed');
    expect(await bookOf(gone.userId)).toEqual({ cash: 5_000_000_000n, leaving: 0n });
  });

  test('whose transaction pays another is never confirmed, and says so', async () => {
    const one = await asked('200');
    const { id, document } = await exported();
    const wrong = signed(document, ({ units }) => ({
      asset: 'USDT',
      to: 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9',
      units: BigInt(units),
    }));
    expect((await send(id, checker, wrong)).code).toBe('200');
    cashier.height += 30;
    await withdrawals().watch();
    expect(await stateOf(one)).toBe('broadcast');
    expect(await withdrawals().problems()).toBe(1);
    expect(await bookOf(one.userId)).toEqual({ cash: 4_800_000_000n, leaving: 200_000_000n });
  });

  test("is neither confirmed nor paid back by a transaction of another's wallet", async () => {
    const one = await asked('200');
    const { id, document } = await exported();
    const hashes = signed(document, () => null);
    const hash = ensure(hashes.hashes[0], 'it has one').hash;
    const failed = ensure(cashier.mined.get(hash), 'it was mined');
    cashier.mined.set(hash, { ...failed, from: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' } as never);
    expect((await send(id, checker, hashes)).code).toBe('200');
    cashier.height += 30;
    const before = await withdrawals().problems();
    await withdrawals().watch();
    expect(await stateOf(one)).toBe('broadcast');
    expect(await withdrawals().problems()).toBe(before + 1);
    expect(await bookOf(one.userId)).toEqual({ cash: 4_800_000_000n, leaving: 200_000_000n });
  });

  test('is not paid back by another transaction of the wallet that failed', async () => {
    const one = await asked('200');
    const { id, document } = await exported();
    const hash = hashOf('an older one that failed');
    const block = { height: cashier.height, hash: 'b' };
    cashier.mined.set(hash, { state: 'failed', block, paid: [], gas: null });
    const handed = { batch: document['batch'], hashes: [{ withdrawalId: one.id, hash }] };
    expect((await send(id, checker, handed)).code).toBe('200');
    cashier.height += 30;
    const before = await withdrawals().problems();
    await withdrawals().watch();
    expect(await stateOf(one)).toBe('broadcast');
    expect(await withdrawals().problems()).toBe(before + 1);
    expect(await bookOf(one.userId)).toEqual({ cash: 4_800_000_000n, leaving: 200_000_000n });
  });

  test('of two payments alike has two transactions', async () => {
    const all = [await asked('250'), await asked('250')];
    const { id, document } = await exported();
    const items = document['items'] as { unsigned: { txID: string } }[];
    expect(new Set(items.map(({ unsigned }) => unsigned.txID)).size).toBe(all.length);
    expect((await send(id, checker, signed(document))).code).toBe('200');
  });

  test('whose transaction failed on the chain is paid back whole, once', async () => {
    const one = await asked('200');
    const { id, document } = await exported();
    expect(
      (
        await send(
          id,
          checker,
          signed(document, () => null),
        )
      ).code,
    ).toBe('200');
    cashier.height += 40;
    await withdrawals().watch();
    await withdrawals().watch();
    const now = ensure(await withdrawals().get(one), 'it is there');
    expect(now.steps.map(({ state }) => state)).toEqual([
      'requested',
      'approved',
      'broadcast',
      'failed',
      'refunded',
    ]);
    expect(await bookOf(one.userId)).toEqual({ cash: 5_000_000_000n, leaving: 0n });
  });
});

test('cancel against export: one winner, whoever comes first', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const one = await asked('200');
    const made = await product.desk('payouts.make', { ...as(maker), body: { network: 'tron' } });
    const { id } = made.result;
    const [cancelled, out] = await Promise.all([
      product.call('cashier.cancel-withdrawal', {
        token: one.token,
        mode: 'real',
        params: { id: one.id },
        body: { requestId: randomUUID() },
      }),
      product.desk('payouts.export', { ...as(maker), params: { id } }),
    ]);
    const wins = [cancelled.code === '200', out.code === '200'];
    expect(wins.filter(Boolean)).toHaveLength(1);
    if (out.code === '200') {
      const document = JSON.parse(out.result.document) as Record<string, unknown>;
      expect((await send(id, checker, signed(document))).code).toBe('200');
    }
  }
  cashier.height += 30;
  await withdrawals().watch();
});

test('above the limit two people let it go by a passkey over the row; a rejection pays back', async () => {
  const [approved, rejected] = [await asked('1500'), await asked('1600')];
  expect(await stateOf(approved)).toBe('held');
  const caseOf = async (of: { id: string }): Promise<string> => {
    const rows = await product.db.query<{ id: string }>(
      `select id from cases.case where kind = 'withdrawal' and facts::jsonb ->> 'id' = $1`,
      [of.id],
    );
    return ensure(rows[0], 'it has a case').id;
  };
  const { decide } = pays;
  const id = await caseOf(approved);
  const yes = { verdict: 'approved', reason: 'as-proposed' } as const;
  expect((await decide(maker, id, yes)).code).toBe('200');
  await withdrawals().advance();
  expect(await stateOf(approved)).toBe('held');
  // Who said the first yes is not asked for the second.
  const seen = await product.desk('cases.get', { ...as(maker), params: { id } });
  const { rowHash } = seen.result;
  const own = { ...as(maker), params: { id }, body: { rowHash } };
  expect((await product.desk('cases.challenge', own)).code).not.toBe('200');
  expect((await decide(checker, id, yes)).code).toBe('200');
  await product.app.cases.carryOutAll();
  await withdrawals().advance();
  expect(await stateOf(approved)).toBe('approved');
  const no = { verdict: 'rejected', reason: 'account-at-risk' } as const;
  expect((await decide(maker, await caseOf(rejected), no)).code).toBe('200');
  await product.app.cases.carryOutAll();
  const now = ensure(await withdrawals().get(rejected), 'it is there');
  expect([now.state, now.reason]).toEqual(['rejected', 'account-at-risk']);
  expect(await bookOf(rejected.userId)).toEqual({ cash: 5_000_000_000n, leaving: 0n });
});

describe('an export', () => {
  test('is made without a lock on what a trader waits for, however slow the node is', async () => {
    const one = await asked('200');
    let rows = 0;
    cashier.whileAsked = async () => {
      // A turn of the product's own may hold it for a moment.
      const row = 'select id from cashier.withdrawal where id = $1 for update skip locked';
      const free = async () => (rows = (await product.owner.query(row, [one.id])).length);
      await expect.poll(free, { timeout: 15_000 }).toBe(1);
    };
    const { id, document } = await exported();
    expect(rows).toBe(1);
    expect((await send(id, checker, signed(document))).code).toBe('200');
  });

  test('leaves what its owner froze since it was made', async () => {
    const one = await asked('200');
    const made = await product.desk('payouts.make', { ...as(maker), body: { network: 'tron' } });
    await product.call('accounts.freeze', { token: one.token });
    const { id } = made.result;
    const out = await product.desk('payouts.export', { ...as(maker), params: { id } });
    expect(out.code).toBe('11075');
    expect(await stateOf(one)).toBe('held');
  });

  test('takes nothing in once it was exported', async () => {
    const first = await asked('200');
    const { id, document } = await exported();
    const late = await asked('200');
    const isIn = await product.db.transaction((tx) =>
      putIntoBatch(tx, late, { batchId: id, place: 1 }),
    );
    expect(isIn).toBe(false);
    expect((await send(id, checker, signed(document))).code).toBe('200');
    expect(await stateOf(first)).toBe('broadcast');
    const next = await exported();
    expect(next.document['items']).toMatchObject([{ withdrawalId: late.id }]);
    expect((await send(next.id, checker, signed(next.document))).code).toBe('200');
  });
});

test('a transaction that cannot be read holds no other one up', async () => {
  const [first, second] = [await asked('200'), await asked('300')];
  const { id, document } = await exported();
  const hashes = signed(document);
  // What a node says in another shape.
  cashier.mined.set(hashOf(first.id), 'odd' as never);
  expect((await send(id, checker, hashes)).code).toBe('200');
  cashier.height += 30;
  // The first may be a turn that had begun before.
  await withdrawals().watch();
  await withdrawals().watch();
  expect([await stateOf(first), await stateOf(second)]).toEqual(['broadcast', 'confirmed']);
});

test('more transactions that cannot be read than a turn takes starve no other, and are told', async () => {
  const asking = ['201', '202', '203', '204', '205', '206'];
  const unread = [];
  for (const amount of asking) unread.push(await asked(amount));
  const good = await asked('207');
  const { id, document } = await exported();
  const hashes = signed(document);
  const mined = unread.map((one) => [hashOf(one.id), cashier.mined.get(hashOf(one.id))] as const);
  for (const [hash] of mined) cashier.mined.set(hash, 'odd' as never);
  expect((await send(id, checker, hashes)).code).toBe('200');
  cashier.height += 30;
  const problemsOf = async () => {
    const { result } = await product.desk('payouts.list', as(checker));
    const batch = result.batches.find((one) => one.id === id);
    return batch?.items.map((item) => item.problem) ?? [];
  };
  // The first may be a turn that had begun before.
  await withdrawals().watch();
  await withdrawals().watch();
  await withdrawals().watch();
  expect(await stateOf(good)).toBe('confirmed');
  // By now each had three turns that could not read it.
  for (let turn = 0; turn < 4; turn += 1) await withdrawals().watch();
  const said = asking.map(() => 'the transaction cannot be read');
  expect(await problemsOf()).toEqual([...said, null]);
  expect(await withdrawals().problems()).toBeGreaterThanOrEqual(asking.length);
  for (const [hash, found] of mined) cashier.mined.set(hash, found as never);
  await withdrawals().watch();
  await withdrawals().watch();
  expect(await Promise.all(unread.map(stateOf))).toEqual(asking.map(() => 'confirmed'));
  expect(await problemsOf()).toEqual(Array(asking.length + 1).fill(null));
});
