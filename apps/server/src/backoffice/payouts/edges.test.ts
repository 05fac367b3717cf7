// Promise: a withdrawal goes every way that is written down, each of them in a test, and no other; of
// what is done at one moment by two, one is done. (WIRE 7; RELIABILITY B17, K5–K8)
import { randomUUID } from 'node:crypto';
import { HOUR_MS, type UnixMs, ensure, plusMs } from '@candor/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestCashier, testCashier } from '../../../test/cashier.ts';
import { EDGES, type UserWithdrawal, hashOf, payoutsOf } from '../../../test/payouts.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { findHoldings } from '../../ledger/index.ts';
import { hashSecret, newSecret } from '../../platform/secrets/session.ts';

let product: TestDesk;
let cashier: TestCashier;
let pays: ReturnType<typeof payoutsOf>;
let maker: TestMember;
let checker: TestMember;
let risk: TestMember;
let second: TestMember;

beforeAll(async () => {
  cashier = testCashier({ isScreened: true });
  product = await startTestDesk({ cashier: cashier.given });
  pays = payoutsOf(product, cashier);
  maker = await product.member('cashierMaker');
  checker = await product.member('cashierChecker');
  risk = await product.member('risk');
  second = await product.member('cashierChecker');
});
afterAll(() => product.stop());
afterEach(() => {
  cashier.blockTime = null;
  cashier.blockHash = 'block';
  cashier.hanging.clear();
});

const withdrawals = () => product.app.cashier.withdrawals;
const as = (member: TestMember) => ({ cookie: member.cookie });

async function advance(): Promise<void> {
  await withdrawals().advance();
  await withdrawals().screened();
  await withdrawals().advance();
}

async function asked(amount: string): Promise<UserWithdrawal> {
  const one = await pays.asked(amount);
  await advance();
  return one;
}

async function freeze({ token }: UserWithdrawal): Promise<void> {
  expect((await product.call('accounts.freeze', { token })).code).toBe('200');
  await advance();
}

/** Two people, or one who rejects, decide the newest open case about a withdrawal. */
async function decideReview(one: UserWithdrawal, verdict: 'approved' | 'rejected'): Promise<void> {
  const rows = await product.db.query<{ id: string }>(
    `select id from cases.case where kind = 'withdrawal' and facts::jsonb ->> 'id' = $1`,
    [one.id],
  );
  const { id } = ensure(rows[0], 'it has a case');
  if (verdict === 'rejected') {
    const no = { verdict, reason: 'account-at-risk' } as const;
    expect((await pays.decide(maker, id, no)).code).toBe('200');
  } else {
    const yes = { verdict, reason: 'as-proposed' } as const;
    expect((await pays.decide(maker, id, yes)).code).toBe('200');
    expect((await pays.decide(checker, id, yes)).code).toBe('200');
  }
  await product.app.cases.carryOutAll();
  await advance();
}

type Batch = { readonly id: string; readonly document: Record<string, unknown> };
type Item = { to: string; units: string; unsigned: { txID: string } };
const itemOf = ({ document }: Batch): Item => ensure((document['items'] as Item[])[0], 'it is one');

/** Hands a hash in, of a transaction that is mined now. */
async function send(one: UserWithdrawal, batch: Batch, how: 'paid' | 'failed'): Promise<string> {
  const { to, units, unsigned } = itemOf(batch);
  const hash = how === 'paid' ? hashOf(one.id) : unsigned.txID;
  cashier.mined.set(hash, {
    state: how === 'paid' ? 'mined' : 'failed',
    block: { height: cashier.height, hash: 'b' },
    paid: how === 'paid' ? [{ asset: 'USDT', to, units: BigInt(units) }] : [],
    gas: null,
  });
  const hashes = [{ withdrawalId: one.id, hash }];
  const said = { batch: batch.document['batch'], hashes };
  expect((await pays.send(batch.id, checker, said)).code).toBe('200');
  return hash;
}

async function sent(how: 'paid' | 'failed' = 'paid'): Promise<UserWithdrawal> {
  const one = await asked('200');
  await send(one, await pays.exported(maker), how);
  // So deep that nothing takes its place.
  cashier.height += 40;
  return one;
}

/** Two people decide that a batch whose time is over can never be sent. */
async function voided(batch: Batch): Promise<void> {
  cashier.blockTime = 3 as UnixMs;
  const proposed = await pays.propose(batch.id, checker);
  expect(proposed.code).toBe('200');
  const yes = { verdict: 'approved', reason: 'never-sent' } as const;
  const { id } = proposed.result;
  expect((await pays.decide(risk, id, yes)).code).toBe('200');
  expect((await pays.decide(second, id, yes)).code).toBe('200');
  await withdrawals().proveVoids();
  await product.app.cases.carryOutAll();
}

/** How each way is gone: what it is called, and the withdrawal that went it. */
const WAYS: Readonly<Record<string, () => Promise<UserWithdrawal>>> = {
  'null requested': () => pays.asked('200'),
  'requested approved': () => asked('200'),
  'requested held': () => asked('1500'),
  async 'requested cancelled'() {
    let answer = (): void => {};
    cashier.hanging.set('205', new Promise((resolve) => (answer = resolve)));
    const one = await pays.asked('205');
    expect((await pays.get(one)).state).toBe('requested');
    expect((await pays.cancel(one)).code).toBe('200');
    answer();
    await withdrawals().screened();
    return one;
  },
  async 'held held'() {
    const one = await asked('1500');
    await freeze(one);
    return one;
  },
  async 'held approved'() {
    const one = await asked('1500');
    await decideReview(one, 'approved');
    return one;
  },
  async 'held cancelled'() {
    const one = await asked('1500');
    expect((await pays.cancel(one)).code).toBe('200');
    return one;
  },
  async 'held rejected'() {
    const one = await asked('1500');
    await decideReview(one, 'rejected');
    return one;
  },
  async 'approved held'() {
    const one = await asked('200');
    await freeze(one);
    return one;
  },
  async 'approved cancelled'() {
    const one = await asked('200');
    expect((await pays.cancel(one)).code).toBe('200');
    return one;
  },
  async 'approved approved'() {
    const one = await asked('200');
    await voided(await pays.exported(maker));
    return one;
  },
  'approved broadcast': () => sent(),
  async 'broadcast confirmed'() {
    const one = await sent();
    await withdrawals().watch();
    return one;
  },
  async 'broadcast approved'() {
    const one = await asked('200');
    const batch = await pays.exported(maker);
    // What was handed in was never mined, and its time is over.
    cashier.mined.delete(await send(one, batch, 'paid'));
    await voided(batch);
    return one;
  },
  async 'broadcast failed'() {
    const one = await sent('failed');
    await withdrawals().watch();
    return one;
  },
  async 'confirmed broadcast'() {
    const one = await sent();
    await withdrawals().watch();
    cashier.mined.delete(hashOf(one.id));
    cashier.blockTime = 1 as UnixMs;
    cashier.blockHash = 'another';
    await withdrawals().watch();
    return one;
  },
  async 'failed refunded'() {
    const one = await sent('failed');
    await withdrawals().watch();
    return one;
  },
};

const nameOf = ({ from, to }: { from: string | null; to: string }): string => `${from} ${to}`;

/** Money that is the user's: free and leaving. */
async function moneyOf({ userId }: UserWithdrawal): Promise<{ cash: bigint; leaving: bigint }> {
  const found = await findHoldings(product.db, [{ userId, mode: 'real' }]);
  const own = found.get(`${userId}/real`)?.USDT ?? {};
  return { cash: own['user:cash'] ?? 0n, leaving: own['user:leaving'] ?? 0n };
}

const PAID_IN = 5_000_000_000n;
const OVER: ReadonlySet<string> = new Set(['cancelled', 'rejected', 'refunded']);

test('each way that is written down is gone by one test, and none besides', () => {
  expect(Object.keys(WAYS).toSorted()).toEqual(EDGES.map(nameOf).toSorted());
});

describe('a way', () => {
  test.each(EDGES)('from $from to $to, by $by', async (edge) => {
    const one = await ensure(WAYS[nameOf(edge)], 'it is gone by a test')();
    const now = await pays.get(one);
    const gone = now.steps.map(({ state }, place) => ({
      from: place === 0 ? null : (now.steps[place - 1]?.state ?? null),
      to: state,
      by: now.steps[place]?.by,
    }));
    expect(gone.map(nameOf)).toContain(nameOf(edge));
    const known = EDGES.map(({ from, to, by }) => ({ from, to, by }));
    for (const step of gone) expect(known).toContainEqual(step);
    // What waits says why, for whom and until when.
    for (const { state, reason, holder, deadline } of now.steps) {
      const isSaid = reason !== undefined && holder !== undefined && deadline !== undefined;
      if (state === 'held') expect(isSaid).toBe(true);
    }
    // None took more than was asked for: all of it is there, or on its way, or was paid out.
    const { cash, leaving } = await moneyOf(one);
    const amount = BigInt(now.amount) * 1_000_000n;
    const isPaid = now.state === 'confirmed';
    expect(cash).toBe(OVER.has(now.state) ? PAID_IN : PAID_IN - amount);
    expect(leaving).toBe(OVER.has(now.state) || isPaid ? 0n : amount);
    if (now.canCancel) expect((await pays.cancel(one)).code).toBe('200');
  });
});

describe('a transaction that failed', () => {
  const stateNow = async (one: UserWithdrawal) => {
    await withdrawals().watch();
    return [(await pays.get(one)).state, await moneyOf(one)];
  };
  const leaving = { cash: PAID_IN - 200_000_000n, leaving: 200_000_000n };

  test('and succeeds in the block that takes its place pays once, and nothing comes back', async () => {
    const one = await asked('200');
    const batch = await pays.exported(maker);
    const hash = await send(one, batch, 'failed');
    // Deep enough for a payment to count, not for its failure.
    cashier.height += 38;
    expect(await stateNow(one)).toEqual(['broadcast', leaving]);
    const { to, units } = itemOf(batch);
    const block = { height: cashier.height, hash: 'its place' };
    const paid = [{ asset: 'USDT' as const, to, units: BigInt(units) }];
    cashier.mined.set(hash, { state: 'mined', block, paid, gas: null });
    cashier.height += 40;
    expect(await stateNow(one)).toEqual(['confirmed', { ...leaving, leaving: 0n }]);
  });

  test('comes back once its block is as deep as what nothing replaces', async () => {
    const one = await asked('200');
    await send(one, await pays.exported(maker), 'failed');
    cashier.height += 38;
    expect(await stateNow(one)).toEqual(['broadcast', leaving]);
    cashier.height += 1;
    expect(await stateNow(one)).toEqual(['refunded', { cash: PAID_IN, leaving: 0n }]);
  });
});

describe('of two at one moment', () => {
  test('a quote is used once, however many confirmations there are for it', async () => {
    const one = await asked('200');
    const { userId, token } = one;
    const addressId = cashier.addAddress(userId);
    const body = { asset: 'USDT', network: 'tron', addressId, amount: '300' };
    for (let turn = 0; turn < 3; turn += 1) {
      const asking = { token, mode: 'real', odd: body } as const;
      const { quoteId } = (await product.call('cashier.quote-withdrawal', asking)).result;
      const until = plusMs(product.clock.now(), HOUR_MS);
      const request = async () => {
        const stepUp = newSecret();
        await product.db.query(
          `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
           values ($1, $2, 'withdrawal', $3, platform.from_ms($4))`,
          [hashSecret(stepUp), userId, quoteId, until],
        );
        const odd = { ...body, quoteId, stepUp, requestId: randomUUID() };
        return product.call('cashier.withdraw', { token, mode: 'real', odd });
      };
      const answers = await Promise.all(Array.from({ length: 8 }, request));
      const names = answers.map(({ code, refused }) => (code === '200' ? 'done' : refused.name));
      expect(names.toSorted()).toEqual([
        'done',
        ...Array.from({ length: 7 }, () => 'quote-expired'),
      ]);
    }
    const { cash, leaving } = await moneyOf(one);
    expect([cash, leaving]).toEqual([PAID_IN - 1_100_000_000n, 1_100_000_000n]);
    const { result } = await product.call('cashier.list-withdrawals', { token });
    for (const { id } of result.records)
      expect((await pays.cancel({ ...one, id })).code).toBe('200');
    expect(await moneyOf(one)).toEqual({ cash: PAID_IN, leaving: 0n });
  });

  test('a batch is made once and exported once: both get the same document', async () => {
    const one = await asked('200');
    const make = (member: TestMember) =>
      product.desk('payouts.make', { ...as(member), body: { network: 'tron' } });
    const other = await product.member('cashierMaker');
    const made = await Promise.all([make(maker), make(other)]);
    expect(made.map(({ code }) => code).toSorted()).toEqual(['11075', '200']);
    const { id } = ensure(
      made.find(({ code }) => code === '200'),
      'one was made',
    ).result;
    const take = (member: TestMember) =>
      product.desk('payouts.export', { ...as(member), params: { id } });
    const exports = await Promise.all([take(maker), take(other), take(maker), take(other)]);
    expect(exports.map(({ code }) => code)).toEqual(['200', '200', '200', '200']);
    const documents = new Set(exports.map(({ result }) => result.document));
    expect(documents.size).toBe(1);
    const document = JSON.parse([...documents][0] ?? '') as Record<string, unknown>;
    const rows = await product.owner.query(
      `select from audit.record where subject = $1 and action = 'payouts.export'`,
      [document['batch']],
    );
    expect(rows).toHaveLength(1);
    await send(one, { id, document }, 'paid');
  });

  test('a cancellation and the hash of its batch: the money leaves or comes back, never both', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const one = await asked('200');
      const batch = await pays.exported(maker);
      const said = {
        batch: batch.document['batch'],
        hashes: [{ withdrawalId: one.id, hash: hashOf(one.id) }],
      };
      const [cancelled, handed] = await Promise.all([
        pays.cancel(one),
        pays.send(batch.id, checker, said),
      ]);
      // It may be signed since the export: the hash always wins.
      expect([cancelled.refused.name, handed.code]).toEqual(['already-closed', '200']);
      expect(await moneyOf(one)).toEqual({ cash: PAID_IN - 200_000_000n, leaving: 200_000_000n });
    }
  });

  test('members of staff who say yes: the same one twice is one, and one is not enough', async () => {
    const one = await asked('1500');
    const rows = await product.db.query<{ id: string }>(
      `select id from cases.case where kind = 'withdrawal' and facts::jsonb ->> 'id' = $1`,
      [one.id],
    );
    const { id } = ensure(rows[0], 'it has a case');
    const yes = { verdict: 'approved', reason: 'as-proposed' } as const;
    const said = await Promise.allSettled([
      pays.decide(maker, id, yes),
      pays.decide(maker, id, yes),
    ]);
    const done = said.filter((each) => each.status === 'fulfilled' && each.value.code === '200');
    expect(done).toHaveLength(1);
    await product.app.cases.carryOutAll();
    await advance();
    expect((await pays.get(one)).state).toBe('held');
    await expect(
      product.owner.query(
        `update cases.case set state = 'decided', verdict = 'approved', decided_by = first_by,
           decided_at = now() where id = $1`,
        [id],
      ),
    ).rejects.toThrow();
    expect((await pays.cancel(one)).code).toBe('200');
  });
});
