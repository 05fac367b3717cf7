// Promise: a batch that can never be sent holds nobody's money: the chain shows it, two people decide, the
// chain is asked again, and what it held waits for the next batch or comes back to its owner. (PRODUCT 9; H6)
import { type UnixMs, ensure, plusMs } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestCashier, testCashier } from '../../../test/cashier.ts';
import { type UserWithdrawal, hashOf, payoutsOf } from '../../../test/payouts.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { findHoldings } from '../../ledger/index.ts';

let product: TestDesk;
let cashier: TestCashier;
let pays: ReturnType<typeof payoutsOf>;
let maker: TestMember;
let risk: TestMember;
let checker: TestMember;
let second: TestMember;

beforeAll(async () => {
  cashier = testCashier();
  product = await startTestDesk({ cashier: cashier.given });
  pays = payoutsOf(product, cashier);
  maker = await product.member('cashierMaker');
  risk = await product.member('risk');
  checker = await product.member('cashierChecker');
  second = await product.member('cashierChecker');
});
afterAll(() => product.stop());
afterEach(() => {
  cashier.blockTime = null;
  cashier.silent.clear();
});

const HOT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0x27b1fdb04752bbc536007a920d24acb045561c26';
const YES = { verdict: 'approved', reason: 'never-sent' } as const;
const withdrawals = () => product.app.cashier.withdrawals;
const ethHash = (text: string): string => `0x${hashOf(text)}`;

const cashOf = async ({ userId }: UserWithdrawal) => {
  const found = await findHoldings(product.db, [{ userId, mode: 'real' }]);
  return found.get(`${userId}/real`)?.USDT ?? {};
};

/** A transaction the chain knows. */
function mine(
  hash: string,
  said: { from?: string; uses?: string[]; paid?: object[]; height?: number; failed?: true },
): string {
  const { from, uses, paid = [], height = cashier.height, failed } = said;
  cashier.mined.set(hash, {
    state: failed === true ? 'failed' : 'mined',
    block: { height, hash: 'b' },
    paid: paid as never,
    gas: null,
    ...(from !== undefined && { from }),
    ...(uses !== undefined && { uses }),
  });
  return hash;
}

/** Two people say yes, the chain is asked again, and the case is carried out. */
async function decided(caseId: string): Promise<void> {
  expect((await pays.decide(risk, caseId, YES)).code).toBe('200');
  expect((await pays.decide(second, caseId, YES)).code).toBe('200');
  await withdrawals().proveVoids();
  await product.app.cases.carryOutAll();
}

const batchOf = async (id: string) => {
  const { result } = await product.desk('payouts.list', { cookie: maker.cookie });
  return ensure(
    result.batches.find((one) => one.id === id),
    'it is listed',
  );
};

/** An Ethereum batch of one withdrawal whose nonce is known. */
async function onEthereum(nonce: number) {
  cashier.nonce = nonce;
  const one = await pays.asked('200', { asset: 'USDT', network: 'ethereum' });
  return { one, ...(await pays.exported(maker, 'ethereum')) };
}

const paidBy = (document: Record<string, unknown>, place = 0) => {
  const items = document['items'] as { to: string; units: string; asset: string }[];
  const { to, units, asset } = ensure(items[place], 'it is there');
  return { asset, to, units: BigInt(units) };
};

describe('on Ethereum', () => {
  test('a nonce that another transaction used up, deep enough, frees what waited for it', async () => {
    const { one, id } = await onEthereum(7);
    // Nothing shows it; the nonce of another wallet, another nonce and a young block do not either.
    expect((await pays.propose(id, checker)).code).toBe('11075');
    const foreign = mine(ethHash('foreign'), { from: OTHER, uses: ['nonce:7'], height: 1 });
    const other = mine(ethHash('other'), { from: HOT, uses: ['nonce:6'], height: 1 });
    const young = mine(ethHash('young'), {
      from: HOT,
      uses: ['nonce:7'],
      height: cashier.height - 62,
    });
    expect((await pays.propose(id, checker, [foreign, other, young])).code).toBe('11075');
    cashier.height += 1;
    const proposed = await pays.propose(id, checker, [young]);
    expect(proposed.code).toBe('200');
    const caseId = proposed.result.id;
    const seen = await product.desk('cases.get', {
      cookie: second.cookie,
      params: { id: caseId },
    });
    expect(JSON.stringify(seen.result)).toContain(`nonce:7 was used up by ${young}`);
    // Who proposed it gives no yes, and until two did nothing changes.
    expect((await pays.cancel(one)).refused.name).toBe('already-closed');
    expect((await pays.decide(risk, caseId, YES)).code).toBe('200');
    const own = { cookie: checker.cookie, params: { id: caseId } };
    const { rowHash } = (await product.desk('cases.get', own)).result;
    expect((await product.desk('cases.challenge', { ...own, body: { rowHash } })).code).not.toBe(
      '200',
    );
    await withdrawals().proveVoids();
    await product.app.cases.carryOutAll();
    expect((await pays.get(one)).steps.at(-1)).not.toHaveProperty('reason');
    expect((await pays.decide(second, caseId, YES)).code).toBe('200');
    await withdrawals().proveVoids();
    await product.app.cases.carryOutAll();
    const now = await pays.get(one);
    expect(now).toMatchObject({ state: 'approved', reason: 'batch-void', holder: 'operator' });
    expect(now.canCancel).toBe(true);
    expect(now.steps.at(-1)).toMatchObject({
      state: 'approved',
      by: 'operator',
      reason: 'batch-void',
      deadline: plusMs(product.clock.now(), 86_400_000),
    });
    expect(await batchOf(id)).toMatchObject({
      state: 'voided',
      items: [{ id: one.id, isVoided: true }],
    });
    // It goes with the next batch, by another nonce.
    cashier.nonce = 8;
    const next = await pays.exported(maker, 'ethereum');
    expect(next.document['items']).toMatchObject([{ withdrawalId: one.id }]);
    const hash = mine(ethHash(one.id), { from: HOT, paid: [paidBy(next.document)] });
    const handed = { batch: next.document['batch'], hashes: [{ withdrawalId: one.id, hash }] };
    expect((await pays.send(next.id, checker, handed)).code).toBe('200');
    cashier.height += 100;
    await withdrawals().watch();
    expect((await pays.get(one)).state).toBe('confirmed');
  });

  test('what paid it is no proof against it, and of three only the dead one leaves', async () => {
    cashier.nonce = 20;
    const all = [];
    for (let n = 0; n < 3; n += 1) {
      all.push(await pays.asked(`${n + 2}00`, { asset: 'USDT', network: 'ethereum' }));
    }
    const { id, document } = await pays.exported(maker, 'ethereum');
    const [paid, dead, sent] = all as [UserWithdrawal, UserWithdrawal, UserWithdrawal];
    const height = cashier.height - 100;
    const payment = mine(ethHash('payment'), {
      from: HOT,
      uses: ['nonce:20'],
      paid: [paidBy(document)],
      height,
    });
    const replaced = mine(ethHash('replaced'), { from: HOT, uses: ['nonce:21'], height });
    const last = mine(ethHash('last'), {
      from: HOT,
      uses: ['nonce:22'],
      paid: [paidBy(document, 2)],
    });
    const handed = {
      batch: document['batch'],
      hashes: [{ withdrawalId: sent.id, hash: last }],
    };
    expect((await pays.send(id, checker, handed)).code).toBe('200');
    const proposed = await pays.propose(id, maker, [payment, replaced, last]);
    expect(proposed.code).toBe('200');
    await decided(proposed.result.id);
    expect((await pays.get(dead)).reason).toBe('batch-void');
    expect([(await pays.get(paid)).state, (await pays.get(sent)).state]).toEqual([
      'approved',
      'broadcast',
    ]);
    // The others stay in the batch, and their hashes are taken still.
    expect(await batchOf(id)).toMatchObject({ state: 'exported' });
    const rest = { batch: document['batch'], hashes: [{ withdrawalId: paid.id, hash: payment }] };
    expect((await pays.send(id, checker, rest)).code).toBe('200');
    expect(await batchOf(id)).toMatchObject({ state: 'sent' });
    cashier.height += 100;
    await withdrawals().watch();
    expect([(await pays.get(paid)).state, (await pays.get(sent)).state]).toEqual([
      'confirmed',
      'confirmed',
    ]);
    // Its owner asks for it back instead.
    const before = await cashOf(dead);
    expect(before['user:leaving']).toBeGreaterThan(0n);
    expect((await pays.cancel(dead)).code).toBe('200');
    expect(await cashOf(dead)).toMatchObject({ 'user:cash': 5_000_000_000n });
  });

  test('a withdrawal whose hash pays another leaves by the same way, and keeps what was handed in', async () => {
    const { one, id, document } = await onEthereum(40);
    const wrong = mine(ethHash('wrong'), {
      from: HOT,
      uses: ['nonce:40'],
      paid: [{ ...paidBy(document), to: OTHER }],
    });
    const handed = { batch: document['batch'], hashes: [{ withdrawalId: one.id, hash: wrong }] };
    expect((await pays.send(id, checker, handed)).code).toBe('200');
    cashier.height += 100;
    await withdrawals().watch();
    expect(await withdrawals().problems()).toBe(1);
    const proposed = await pays.propose(id, maker, [wrong]);
    expect(proposed.code).toBe('200');
    await decided(proposed.result.id);
    expect(await pays.get(one)).toMatchObject({ state: 'approved', txHash: null });
    expect(await withdrawals().problems()).toBe(0);
    expect((await batchOf(id)).items).toMatchObject([{ txHash: wrong, isVoided: true }]);
    expect((await pays.cancel(one)).code).toBe('200');
  });
});

describe('the chain is asked again', () => {
  test('after the decision: what it does not show any more is not done', async () => {
    const { one, id, document } = await onEthereum(50);
    const height = cashier.height - 100;
    const replaced = mine(ethHash('gone'), { from: HOT, uses: ['nonce:50'], height });
    const { result } = await pays.propose(id, maker, [replaced]);
    cashier.mined.delete(replaced);
    await decided(result.id);
    expect((await pays.get(one)).reason).toBeNull();
    expect(await withdrawals().unprovenVoids()).toBe(1);
    // A node that is silent is no answer either.
    mine(replaced, { from: HOT, uses: ['nonce:50'], height });
    cashier.silent.add('ethereum');
    await withdrawals().proveVoids();
    await product.app.cases.carryOutAll();
    expect((await pays.get(one)).reason).toBeNull();
    // A hash that was handed in meanwhile is asked about as well.
    cashier.silent.clear();
    const hash = ethHash('late');
    cashier.mined.set(hash, { state: 'waiting' });
    const handed = { batch: document['batch'], hashes: [{ withdrawalId: one.id, hash }] };
    expect((await pays.send(id, checker, handed)).code).toBe('200');
    await withdrawals().proveVoids();
    await product.app.cases.carryOutAll();
    expect((await pays.get(one)).state).toBe('broadcast');
    cashier.mined.delete(hash);
    await withdrawals().proveVoids();
    await product.app.cases.carryOutAll();
    expect(await pays.get(one)).toMatchObject({ state: 'approved', reason: 'batch-void' });
    expect(await withdrawals().unprovenVoids()).toBe(0);
    expect((await pays.cancel(one)).code).toBe('200');
  });

  test('and one that was rejected leaves everything where it is', async () => {
    const { one, id, document } = await onEthereum(60);
    const height = cashier.height - 100;
    const replaced = mine(ethHash('rejected'), { from: HOT, uses: ['nonce:60'], height });
    const { result } = await pays.propose(id, maker, [replaced]);
    const no = { verdict: 'rejected', reason: 'may-be-sent' } as const;
    expect((await pays.decide(checker, result.id, no)).code).toBe('200');
    await withdrawals().proveVoids();
    await product.app.cases.carryOutAll();
    expect(await batchOf(id)).toMatchObject({ state: 'exported' });
    const hash = mine(ethHash(one.id), { from: HOT, paid: [paidBy(document)] });
    const handed = { batch: document['batch'], hashes: [{ withdrawalId: one.id, hash }] };
    expect((await pays.send(id, checker, handed)).code).toBe('200');
    cashier.height += 100;
    await withdrawals().watch();
    expect((await pays.get(one)).state).toBe('confirmed');
  });
});

test('on Bitcoin a coin that another transaction spent frees the batch', async () => {
  const coin = {
    txHash: hashOf('coin'),
    index: 3,
    units: 300_000_000n,
    script: new Uint8Array(22),
  };
  cashier.coins = [coin];
  const one = await pays.asked('0.5', { asset: 'BTC', network: 'bitcoin' });
  // Nothing says what a bitcoin is worth here: two people look at it first.
  const reviews = await product.db.query<{ id: string }>(
    `select id from cases.case where kind = 'withdrawal' and facts::jsonb ->> 'id' = $1`,
    [one.id],
  );
  const review = ensure(reviews[0], 'it has a case').id;
  const asProposed = { verdict: 'approved', reason: 'as-proposed' } as const;
  expect((await pays.decide(maker, review, asProposed)).code).toBe('200');
  expect((await pays.decide(checker, review, asProposed)).code).toBe('200');
  await product.app.cases.carryOutAll();
  await withdrawals().advance();
  const { id, document } = await pays.exported(maker, 'bitcoin');
  const uses = [`${coin.txHash}:3`];
  const height = cashier.height - 4;
  const bumped = mine(hashOf('bumped'), { uses, height, paid: [paidBy(document)] });
  const spent = mine(hashOf('spent'), { uses, height });
  expect((await pays.propose(id, maker, [spent])).code).toBe('11075');
  cashier.height += 1;
  expect((await pays.propose(id, maker, [bumped])).code).toBe('11075');
  const proposed = await pays.propose(id, maker, [spent]);
  expect(proposed.code).toBe('200');
  await decided(proposed.result.id);
  expect(await pays.get(one)).toMatchObject({ state: 'approved', reason: 'batch-void' });
  expect((await pays.cancel(one)).code).toBe('200');
});

test('on Tron a batch whose time is over and that is not on the chain is free', async () => {
  const one = await pays.asked('200');
  const { id, document } = await pays.exported(maker);
  const [{ unsigned }] = document['items'] as [{ unsigned: { txID: string } }];
  expect((await pays.propose(id, maker)).code).toBe('11075');
  cashier.blockTime = 2 as UnixMs;
  expect((await pays.propose(id, maker)).code).toBe('11075');
  cashier.blockTime = 3 as UnixMs;
  mine(unsigned.txID, { paid: [paidBy(document)] });
  expect((await pays.propose(id, maker)).code).toBe('11075');
  cashier.mined.delete(unsigned.txID);
  const proposed = await pays.propose(id, maker);
  expect(proposed.code).toBe('200');
  await decided(proposed.result.id);
  expect(await pays.get(one)).toMatchObject({ state: 'approved', reason: 'batch-void' });
  expect((await pays.cancel(one)).code).toBe('200');
  expect(await cashOf(one)).toMatchObject({ 'user:cash': 5_000_000_000n });
});

describe('the database', () => {
  test('refuses a void without its decided case, and without what the chain said since', async () => {
    const { one, id } = await onEthereum(70);
    const height = cashier.height - 100;
    const replaced = mine(ethHash('seventy'), { from: HOT, uses: ['nonce:70'], height });
    const { result } = await pays.propose(id, maker, [replaced]);
    const caseId = result.id;
    const leave = () =>
      product.db.query(
        `insert into cashier.voided
           (user_id, withdrawal_id, batch_id, batch_place, tx_hash, case_id, at)
         values ($1, $2, $3, 0, null, $4, platform.from_ms($5))`,
        [one.userId, one.id, id, caseId, product.clock.now()],
      );
    const prove = (dead: readonly string[]) =>
      product.db.query(
        `insert into cashier.void_proof (case_id, batch_id, asked_at, dead, said)
         values ($1, $2, platform.from_ms($3), $4, '')`,
        [caseId, id, product.clock.now(), dead],
      );
    await expect(leave()).rejects.toThrow('two people decide');
    await expect(prove([one.id])).rejects.toThrow('two people decided');
    await expect(
      product.db.query(
        `update cashier.withdrawal set batch_id = null, batch_place = null where id = $1`,
        [one.id],
      ),
    ).rejects.toThrow('may be signed');
    expect((await pays.decide(risk, caseId, YES)).code).toBe('200');
    await expect(leave()).rejects.toThrow('two people decide');
    expect((await pays.decide(second, caseId, YES)).code).toBe('200');
    await expect(leave()).rejects.toThrow('the chain says');
    await expect(
      product.db.query(`update cashier.batch set state = 'voided' where id = $1`, [id]),
    ).rejects.toThrow('does not end');
    await withdrawals().proveVoids();
    await product.app.cases.carryOutAll();
    expect((await pays.get(one)).reason).toBe('batch-void');
    expect((await pays.cancel(one)).code).toBe('200');
  });
});

test("a node that does not answer holds no other network's withdrawals", async () => {
  const sent: [Network, UserWithdrawal][] = [];
  for (const network of ['ethereum', 'tron'] as const) {
    cashier.nonce = 90;
    const one = await pays.asked('200', { asset: 'USDT', network });
    const { id, document } = await pays.exported(maker, network);
    const hash = mine(network === 'tron' ? hashOf(one.id) : ethHash(one.id), {
      paid: [paidBy(document)],
    });
    const handed = { batch: document['batch'], hashes: [{ withdrawalId: one.id, hash }] };
    expect((await pays.send(id, checker, handed)).code).toBe('200');
    sent.push([network, one]);
  }
  cashier.height += 100;
  cashier.silent.add('ethereum');
  await withdrawals().watch();
  const states = await Promise.all(sent.map(async ([, one]) => (await pays.get(one)).state));
  expect(states).toEqual(['broadcast', 'confirmed']);
});
