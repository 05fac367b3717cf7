// Promise: a withdrawal takes exactly what its quote says, needs a second factor bound to that quote, waits
// where it must and says why, and comes back whole until it may be signed. (PRODUCT 9; RELIABILITY K4–K10)
import { randomUUID } from 'node:crypto';
import {
  DAY_MS,
  HOUR_MS,
  SECOND_MS,
  type UserId,
  ensure,
  formatMoney,
  plusMs,
} from '@candor/kernel';
import type { CallResult } from '@candor/protocol/light';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestCashier, depositOf, testCashier } from '../../../test/cashier.ts';
import { entryOf, pays } from '../../../test/books.ts';
import { type CodeApp, newOwner } from '../../../test/factors.ts';
import { decideAll } from '../../../test/pay-in-keys.ts';
import { type Answered, type TestApp, startTestApp } from '../../../test/start-app.ts';
import { commitEntries, findHoldings } from '../../ledger/index.ts';
import { hashSecret, newSecret } from '../../platform/secrets/session.ts';
import { EDGES } from './rules.ts';

let product: TestApp;
let cashier: TestCashier;

beforeAll(async () => {
  cashier = testCashier();
  product = await startTestApp({ cashier: cashier.given });
});
afterAll(() => product.stop());

const USDT = (whole: number): bigint => BigInt(whole) * 1_000_000n;

/** A confirmation as it stands after its proof, without the half minute a code app takes. */
async function confirmationOf(userId: UserId, subject: string): Promise<string> {
  const stepUp = newSecret();
  await product.db.query(
    `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
     values ($1, $2, 'withdrawal', $3, platform.from_ms($4))`,
    [hashSecret(stepUp), userId, subject, plusMs(product.clock.now(), HOUR_MS)],
  );
  return stepUp;
}

type Customer = {
  readonly token: string;
  readonly userId: UserId;
  readonly addressId: string;
  body(amount: string, change?: object): Record<string, unknown>;
  quote(amount: string, change?: object): Promise<Answered<'cashier.quote-withdrawal'>>;
  /** Quotes, confirms and asks. */
  withdraw(amount: string, change?: object): Promise<CallResult<'cashier.withdraw'>>;
  /** A confirmation of a quote, by the code app. */
  confirm(quoteId: string): Promise<string>;
  held(asset?: 'USDT' | 'BTC'): Promise<{ cash: bigint; leaving: bigint }>;
};

/** A user with a code app whose holds are over, money and an address. */
async function newCustomer(units = USDT(5_000)): Promise<Customer> {
  const owner = await newOwner(product);
  const { app }: { app: CodeApp } = await owner.addCodeApp();
  const { result } = await product.call('portfolio.info', { token: owner.token, mode: 'real' });
  const userId = result.id as UserId;
  if (units > 0n) await product.deposit(userId, units);
  const addressId = cashier.addAddress(userId);
  const { token } = owner;
  const body = (amount: string, change: object = {}) => ({
    asset: 'USDT',
    network: 'tron',
    addressId,
    amount,
    ...change,
  });
  const customer: Customer = {
    token,
    userId,
    addressId,
    body,
    quote: (amount, change) =>
      product.call('cashier.quote-withdrawal', { token, mode: 'real', odd: body(amount, change) }),
    async confirm(quoteId) {
      // Each code counts once.
      product.clock.advance(30 * SECOND_MS);
      return owner.confirm('withdrawal', { subject: quoteId, proof: { totp: app.code() } });
    },
    async withdraw(amount, change) {
      const quoted = await customer.quote(amount, change);
      expect([quoted.code, quoted.refused.name]).toEqual(['200', undefined]);
      const { quoteId } = quoted.result;
      const stepUp = await confirmationOf(userId, quoteId);
      const odd = { ...body(amount, change), quoteId, stepUp, requestId: randomUUID() };
      const asked = await product.call('cashier.withdraw', { token, mode: 'real', odd });
      expect([asked.code, asked.refused.name]).toEqual(['200', undefined]);
      return asked.result;
    },
    async held(asset = 'USDT') {
      const found = await findHoldings(product.db, [{ userId, mode: 'real' }]);
      const own = found.get(`${userId}/real`)?.[asset] ?? {};
      return { cash: own['user:cash'] ?? 0n, leaving: own['user:leaving'] ?? 0n };
    },
  };
  return customer;
}

/** As its owner reads it; a session would be over after the days these tests wait. */
const get = async (who: Customer, id: string) =>
  ensure(await product.app.cashier.withdrawals.get({ userId: who.userId, id }), 'it is there');

const advance = () => product.app.cashier.withdrawals.advance();

describe('a withdrawal', () => {
  test('takes what its quote said, and is approved by itself below the limit', async () => {
    const who = await newCustomer();
    const asked = await who.withdraw('200');
    expect(asked).toMatchObject({
      amount: '200',
      fee: '0.2',
      networkFee: '1',
      receive: '198.8',
      state: 'requested',
      canCancel: true,
      address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    });
    expect(await who.held()).toEqual({ cash: USDT(4_800), leaving: USDT(200) });
    await advance();
    const now = await get(who, asked.id);
    expect(now.steps.map(({ state }) => state)).toEqual(['requested', 'approved']);
    const seen = { token: who.token, params: { id: asked.id } };
    expect((await product.call('cashier.get-withdrawal', seen)).result).toEqual(now);
    const { result } = await product.call('cashier.list-withdrawals', { token: who.token });
    expect(result).toMatchObject({ total: 1, records: [{ id: asked.id, state: 'approved' }] });
  });

  test('is found by state, asset, network and time', async () => {
    const who = await newCustomer();
    const first = await who.withdraw('200');
    await product.call('cashier.cancel-withdrawal', {
      token: who.token,
      mode: 'real',
      params: { id: first.id },
      body: { requestId: randomUUID() },
    });
    product.clock.advance(SECOND_MS);
    const between = product.clock.now();
    product.clock.advance(SECOND_MS);
    const second = await who.withdraw('210');
    const found = async (narrowed: object) => {
      const query = { page: 1, size: 20, ...narrowed };
      const { token } = who;
      const { result } = await product.call('cashier.list-withdrawals', { token, query });
      expect(result.total).toBe(result.records.length);
      return result.records.map(({ id }) => id);
    };
    expect(await found({})).toEqual([second.id, first.id]);
    expect(await found({ state: 'open' })).toEqual([second.id]);
    expect(await found({ state: 'cancelled' })).toEqual([first.id]);
    expect(await found({ state: 'confirmed' })).toEqual([]);
    expect(await found({ asset: 'USDT', network: 'tron' })).toEqual([second.id, first.id]);
    expect(await found({ network: 'ethereum' })).toEqual([]);
    expect(await found({ from: between })).toEqual([second.id]);
    expect(await found({ to: between })).toEqual([first.id]);
  });

  test('of a whole balance may be below the minimum', async () => {
    const who = await newCustomer(USDT(90));
    const refused = await who.quote('80');
    expect(refused.refused).toMatchObject({ name: 'quantity-refused', field: 'amount' });
    expect(await who.withdraw('90')).toMatchObject({ amount: '90', receive: '88.91' });
    expect(await who.held()).toEqual({ cash: 0n, leaving: USDT(90) });
  });

  test('comes back whole when its owner takes it back, once', async () => {
    const who = await newCustomer();
    const { id } = await who.withdraw('300');
    const cancel = { token: who.token, mode: 'real', params: { id } } as const;
    const body = { requestId: randomUUID() };
    const first = await product.call('cashier.cancel-withdrawal', { ...cancel, body });
    expect(first.result).toMatchObject({ state: 'cancelled', canCancel: false });
    const again = await product.call('cashier.cancel-withdrawal', { ...cancel, body });
    expect(again.text).toBe(first.text);
    const other = { requestId: randomUUID() };
    const late = await product.call('cashier.cancel-withdrawal', { ...cancel, body: other });
    expect(late.refused.name).toBe('already-closed');
    expect(await who.held()).toEqual({ cash: USDT(5_000), leaving: 0n });
  });

  test('is nobody else’s', async () => {
    const who = await newCustomer();
    const { id } = await who.withdraw('300');
    const stranger = await newCustomer(0n);
    const { token } = stranger;
    const seen = await product.call('cashier.get-withdrawal', { token, params: { id } });
    expect(seen.refused.name).toBe('not-found');
    const body = { requestId: randomUUID() };
    const taken = await product.call('cashier.cancel-withdrawal', {
      token,
      mode: 'real',
      params: { id },
      body,
    });
    expect(taken.refused.name).toBe('not-found');
    const own = await stranger.quote('100', { addressId: who.addressId });
    expect(own.refused).toMatchObject({ name: 'not-found', field: 'addressId' });
  });
});

describe('a request', () => {
  test('needs a second factor made for its quote', async () => {
    const who = await newCustomer();
    const quoted = await who.quote('200');
    const { quoteId } = quoted.result;
    const ask = (more: object) =>
      product.call('cashier.withdraw', {
        token: who.token,
        mode: 'real',
        odd: { ...who.body('200'), quoteId, requestId: randomUUID(), ...more },
      });
    expect((await ask({})).refused.name).toBe('second-factor-needed');
    const other = await who.confirm(randomUUID());
    expect((await ask({ stepUp: other })).refused.name).toBe('second-factor-needed');
    // A refusal used neither the quote nor the confirmation.
    const stepUp = await who.confirm(quoteId);
    expect((await ask({ stepUp, amount: '201' })).refused.name).toBe('quote-expired');
    const done = await ask({ stepUp });
    expect(done.message).toBe('20003');
    const twice = await ask({ stepUp: await who.confirm(quoteId) });
    expect(twice.refused.name).toBe('quote-expired');
  });

  test('of a user without a second factor says that one is needed first', async () => {
    const owner = await newOwner(product);
    const { result } = await product.call('portfolio.info', { token: owner.token, mode: 'real' });
    const userId = result.id as UserId;
    await product.deposit(userId, USDT(500));
    const addressId = cashier.addAddress(userId);
    const body = { asset: 'USDT', network: 'tron', addressId, amount: '200' } as const;
    const { token } = owner;
    const quoted = await product.call('cashier.quote-withdrawal', { token, mode: 'real', body });
    const { quoteId } = quoted.result;
    const stepUp = await confirmationOf(userId, quoteId);
    const odd = { ...body, quoteId, stepUp, requestId: randomUUID() };
    const asked = await product.call('cashier.withdraw', { token, mode: 'real', odd });
    expect(asked.refused).toMatchObject({ name: 'second-factor-needed', facts: { why: 'none' } });
  });

  test('with a quote that ended is refused', async () => {
    const who = await newCustomer();
    const { quoteId } = (await who.quote('200')).result;
    product.clock.advance(5 * 60 * SECOND_MS);
    const stepUp = await who.confirm(quoteId);
    const odd = { ...who.body('200'), quoteId, stepUp, requestId: randomUUID() };
    const asked = await product.call('cashier.withdraw', { token: who.token, mode: 'real', odd });
    expect(asked.refused.name).toBe('quote-expired');
    expect(await who.held()).toEqual({ cash: USDT(5_000), leaving: 0n });
  });

  test.each([
    ['more than is there', '5000.1', {}, 'free-margin-short'],
    ['finer than the asset', '200.1234567', {}, 'quantity-refused'],
    ['below the minimum', '100', {}, 'quantity-refused'],
    ['that leaves dust', '4999.5', {}, 'quantity-refused'],
    ['over a network that does not carry it', '200', { network: 'bitcoin' }, 'method-missing'],
    ['over no network of ours', '200', { network: 'solana' }, 'method-missing'],
    ['to an address nobody has', '200', { addressId: randomUUID() }, 'not-found'],
    ['to no address', '200', { addressId: undefined }, 'address-missing'],
  ])('%s is refused', async (_, amount, change, name) => {
    const who = await newCustomer();
    expect((await who.quote(amount, change)).refused.name).toBe(name);
  });

  test('to an address that waits, or that nobody said is theirs, is refused', async () => {
    const who = await newCustomer();
    const usableAt = plusMs(product.clock.now(), HOUR_MS);
    const waiting = cashier.addAddress(who.userId, { usableAt });
    expect((await who.quote('200', { addressId: waiting })).refused).toMatchObject({
      name: 'address-not-usable-yet',
      facts: { until: String(usableAt) },
    });
    const unproven = cashier.addAddress(who.userId, { needsProof: true });
    const first = await who.quote('200', { addressId: unproven });
    expect(first.refused.name).toBe('wallet-authorization-first');
  });

  test('in the demo mode is refused', async () => {
    const who = await newCustomer();
    const { token } = who;
    const asked = { token, mode: 'demo', odd: who.body('200') } as const;
    const { refused } = await product.call('cashier.quote-withdrawal', asked);
    expect(refused.name).toBe('real-account-needed');
  });

  test('of a frozen account waits for its owner; staff and exclusion keep nothing in', async () => {
    const who = await newCustomer();
    await product.call('accounts.freeze', { token: who.token });
    expect((await who.quote('200')).refused).toMatchObject({
      name: 'user-status-forbids',
      facts: { why: 'freeze' },
    });
    await product.owner.query('delete from accounts.freeze where user_id = $1', [who.userId]);
    await product.owner.query(
      `insert into accounts.staff_freeze (user_id, since, until, reason, by)
       values ($1, platform.from_ms($2), platform.from_ms($3), 'identity-check', $4)`,
      [who.userId, product.clock.now(), plusMs(product.clock.now(), DAY_MS), randomUUID()],
    );
    expect((await who.quote('200')).code).toBe('200');
  });

  test('is one of twenty within a day', async () => {
    const who = await newCustomer(USDT(50_000));
    const { token } = who;
    for (let turn = 0; turn < 20; turn += 1) {
      const { id } = await who.withdraw('200');
      const body = { requestId: randomUUID() };
      await product.call('cashier.cancel-withdrawal', {
        token,
        mode: 'real',
        params: { id },
        body,
      });
    }
    expect((await who.quote('200')).refused.name).toBe('limit-reached');
  });
});

describe('a hold', () => {
  test('after a changed credential ends to the second', async () => {
    const who = await newCustomer();
    const until = plusMs(product.clock.now(), HOUR_MS);
    await product.owner.query(
      `insert into accounts.hold (user_id, id, reason, at, until)
       values ($1, $2, 'password-changed', platform.from_ms($3), platform.from_ms($4))`,
      [who.userId, randomUUID(), product.clock.now(), until],
    );
    const { id } = await who.withdraw('200');
    await advance();
    expect(await get(who, id)).toMatchObject({
      state: 'held',
      reason: 'credentials',
      holder: 'time',
      deadline: until,
      canCancel: true,
    });
    product.clock.advance(until - product.clock.now() - SECOND_MS);
    await advance();
    expect((await get(who, id)).state).toBe('held');
    product.clock.advance(SECOND_MS);
    await advance();
    expect((await get(who, id)).state).toBe('approved');
  });

  test('by a freeze that comes later stops what was approved', async () => {
    const who = await newCustomer();
    const { id } = await who.withdraw('200');
    await advance();
    await product.call('accounts.freeze', { token: who.token });
    await advance();
    expect(await get(who, id)).toMatchObject({ state: 'held', reason: 'frozen', holder: 'owner' });
    await product.owner.query('delete from accounts.freeze where user_id = $1', [who.userId]);
    await advance();
    expect((await get(who, id)).state).toBe('approved');
  });

  test('above the limit opens one case, and time decides nothing', async () => {
    const who = await newCustomer();
    const addressId = cashier.addAddress(who.userId, { proof: 'declared', holder: 'Kraken' });
    const { id } = await who.withdraw('1500', { addressId });
    await advance();
    await advance();
    expect(await get(who, id)).toMatchObject({
      state: 'held',
      reason: 'review',
      holder: 'operator',
    });
    product.clock.advance(40 * DAY_MS);
    await advance();
    expect((await get(who, id)).state).toBe('held');
    // Who decides reads whom its owner names.
    const cases = await product.db.query(
      `select kind, facts::json ->> 'holder' as holder from cases.case where user_id = $1`,
      [who.userId],
    );
    expect(cases).toEqual([{ kind: 'withdrawal', holder: 'Kraken' }]);
  });

  test('by a deposit the chain took back stops what was approved, until staff decided', async () => {
    const who = await newCustomer(USDT(200));
    const { id } = await who.withdraw('200');
    await advance();
    expect((await get(who, id)).state).toBe('approved');
    const at = product.clock.now();
    const taken = pays('user:reversed', 'world:tron', USDT(100));
    const entry = entryOf('deposit-reversal', who.userId, [taken], { at });
    await product.db.transaction((tx) => commitEntries(tx, [entry], at));
    await advance();
    await advance();
    expect(await get(who, id)).toMatchObject({ state: 'held', reason: 'review' });
    const cases = await product.db.query(`select kind from cases.case where user_id = $1`, [
      who.userId,
    ]);
    expect(cases).toEqual([{ kind: 'withdrawal' }]);
  });

  test('catches what was cut into parts', async () => {
    const who = await newCustomer();
    const first = await who.withdraw('600');
    const second = await who.withdraw('600');
    await advance();
    expect((await get(who, first.id)).state).toBe('approved');
    expect(await get(who, second.id)).toMatchObject({ state: 'held', reason: 'review' });
  });
});

describe('each second', () => {
  const due = () => product.app.cashier.withdrawals.advanceDue();

  test('only those are looked at whose moment came; the others each minute', async () => {
    const who = await newCustomer();
    const { id } = await who.withdraw('200');
    await due();
    expect((await get(who, id)).state).toBe('approved');
    await product.call('accounts.freeze', { token: who.token });
    await due();
    expect((await get(who, id)).state).toBe('approved');
    await advance();
    const frozen = await get(who, id);
    expect(frozen).toMatchObject({ state: 'held', reason: 'frozen' });
    product.clock.advance(ensure(frozen.deadline, 'it has one') - product.clock.now());
    await due();
    const again = await get(who, id);
    expect(again).toMatchObject({ state: 'held', reason: 'frozen' });
    expect(again.deadline).toBe(product.clock.now() + DAY_MS);
    await product.owner.query('delete from accounts.freeze where user_id = $1', [who.userId]);
    await advance();
    expect((await get(who, id)).state).toBe('approved');
  });

  test('what two people let go goes, and what staff are late with waits', async () => {
    const who = await newCustomer();
    const { id } = await who.withdraw('1500');
    await due();
    expect((await get(who, id)).reason).toBe('review');
    product.clock.advance(2 * DAY_MS);
    await due();
    expect((await get(who, id)).steps.map(({ state }) => state)).toEqual(['requested', 'held']);
    await decideAll(product, 'withdrawal');
    await due();
    expect((await get(who, id)).state).toBe('approved');
  });
});

describe('the database', () => {
  test('knows the same edges', async () => {
    const rows = await product.db.query<{ from_state: string; to_state: string }>(
      'select from_state, to_state from cashier.withdrawal_edge order by 1, 2',
    );
    const own = EDGES.filter(({ from }) => from !== null).map(
      ({ from, to }) => `${String(from)} ${to}`,
    );
    expect(rows.map((row) => `${row.from_state} ${row.to_state}`).toSorted()).toEqual(
      own.toSorted(),
    );
  });

  test.each([
    ['the address', `address = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'`, 'permission denied|stay'],
    ['the sum', 'receive = receive + 1, amount = amount + 1', 'stay'],
    ['the way', `state = 'confirmed', tx_hash = repeat('a', 64)`, 'does not go'],
    ['a case nobody decided', 'approved_case = gen_random_uuid()', 'two people'],
  ])('refuses to change %s, even its owner', async (_, change, message) => {
    const who = await newCustomer();
    const { id } = await who.withdraw('200');
    await expect(
      product.owner.query(`update cashier.withdrawal set ${change} where id = $1`, [id]),
    ).rejects.toThrow(new RegExp(message));
  });
});

/** Some seconds of a machine that has nothing else to do. */
const PATIENCE_MS = 240_000;

test(
  'of 500 random amounts each takes and brings what was quoted, to the unit',
  async () => {
    // Twenty a day are the most there may be of one user.
    const users = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const { token, userId } = await product.register();
        await product.owner.query(
          `insert into accounts.totp (user_id, sealed, created_at, last_step)
         values ($1, 'a test', now(), 0)`,
          [userId],
        );
        await product.deposit(userId, USDT(5_000_000));
        return { token, userId, addressId: cashier.addAddress(userId) };
      }),
    );
    const between = { min: USDT(200), max: USDT(40_000) };
    const amounts = fc.sample(fc.bigInt(between), { numRuns: 500, seed: 15 });
    const quoted = new Map<string, readonly string[]>();
    const ask = async ({ token, userId, addressId }: (typeof users)[number], units: bigint) => {
      const amount = formatMoney({ asset: 'USDT', units });
      const body = { asset: 'USDT', network: 'tron', addressId, amount } as const;
      const asking = { token, mode: 'real' } as const;
      const promised = await product.call('cashier.quote-withdrawal', { ...asking, body });
      expect([promised.code, promised.refused.name]).toEqual(['200', undefined]);
      const { quoteId, fee, networkFee, receive } = promised.result;
      const stepUp = await confirmationOf(userId, quoteId);
      const said = { ...body, quoteId, stepUp, requestId: randomUUID() };
      const { code, result } = await product.call('cashier.withdraw', { ...asking, odd: said });
      expect([code, result.amount]).toEqual(['200', amount]);
      expect([result.fee, result.networkFee, result.receive]).toEqual([fee, networkFee, receive]);
      quoted.set(result.id, [amount, fee, networkFee, receive]);
    };
    await Promise.all(
      users.map(async (user, place) => {
        for (const units of amounts.slice(place * 20, place * 20 + 20)) await ask(user, units);
      }),
    );
    const posted = await product.owner.query<{ id: string; units: string; parts: string[] }>(
      `select e.subject as id, p.amount::text as units,
       array[w.fee, w.network_fee, w.receive]::text[] as parts
     from ledger.entry e join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
     join cashier.withdrawal w on w.user_id = e.user_id and w.id = e.subject
     where e.kind = 'withdrawal-request' and e.user_id = any ($1::uuid[])
       and p.from_class = 'user:cash' and p.to_class = 'user:leaving'`,
      [users.map(({ userId }) => userId)],
    );
    const text = (units: string) => formatMoney({ asset: 'USDT', units: BigInt(units) });
    const charged = posted.map(
      ({ id, units, parts }) => [id, [units, ...parts].map(text)] as const,
    );
    expect(charged).toHaveLength(amounts.length);
    expect(new Map(charged)).toEqual(quoted);
    for (const { units, parts } of posted) {
      expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(units));
    }
  },
  PATIENCE_MS,
);

test('200 withdrawals of one balance at once: exactly the covered ones leave', async () => {
  const who = await newCustomer(USDT(1_000));
  const { token, userId, addressId } = who;
  const until = plusMs(product.clock.now(), HOUR_MS);
  const figures = ['200000000', '200000', '1000000', '198800000'];
  // Two hundred promises and confirmations that stand at one moment, as no user could gather them.
  const asked = await product.db.transaction(async (tx) => {
    const made: { quoteId: string; stepUp: string }[] = [];
    for (let turn = 0; turn < 200; turn += 1) {
      const quoteId = randomUUID();
      await tx.query(
        `insert into cashier.withdrawal_quote values ($1, $2, 'USDT', 'tron', $3, $4, $5, $6, $7,
           platform.from_ms($8))`,
        [userId, quoteId, addressId, ...figures, until],
      );
      const stepUp = await confirmationOf(userId, quoteId);
      made.push({ quoteId, stepUp });
    }
    return made;
  });
  const answers = await Promise.all(
    asked.map((one) =>
      product.call('cashier.withdraw', {
        token,
        mode: 'real',
        odd: { ...who.body('200'), ...one, requestId: randomUUID() },
      }),
    ),
  );
  const names = answers.map(({ code, refused }) => (code === '200' ? 'done' : refused.name));
  expect(names.filter((name) => name === 'done')).toHaveLength(5);
  expect(names.filter((name) => name === 'free-margin-short')).toHaveLength(195);
  expect(await who.held()).toEqual({ cash: 0n, leaving: USDT(1_000) });
});

describe('BTC', () => {
  const at = { asset: 'BTC', network: 'bitcoin' } as const;
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

  async function newHolder(): Promise<Customer & { readonly to: object }> {
    const who = await newCustomer(0n);
    await depositOf(product, who.userId, { asset: 'BTC', units: 10_000_000n });
    return { ...who, to: { ...at, addressId: cashier.addAddress(who.userId, { ...at, address }) } };
  }
  const causesOf = async (id: string) =>
    (
      await product.owner.query('select value, causes from cashier.withdrawal where id = $1', [id])
    )[0];

  test('leaves too, at its own scale; without a price staff look at it', async () => {
    const who = await newHolder();
    const asked = await who.withdraw('0.1', who.to);
    expect(asked).toMatchObject({ fee: '0.0001', networkFee: '0.00005', receive: '0.09985' });
    await advance();
    expect(await get(who, asked.id)).toMatchObject({ state: 'held', reason: 'review' });
    expect(await who.held('BTC')).toEqual({ cash: 0n, leaving: 10_000_000n });
  });

  test('is weighed by a price that is fresh, and by none that is old', async () => {
    const who = await newHolder();
    await product.price('BTC/USDT', '6000', '6001');
    const fresh = await who.withdraw('0.1', who.to);
    expect(await causesOf(fresh.id)).toEqual({ value: '600000000', causes: [] });
    const late = await newHolder();
    product.clock.advance(10 * SECOND_MS);
    const stale = await late.withdraw('0.1', late.to);
    expect(await causesOf(stale.id)).toEqual({ value: null, causes: ['unvalued'] });
  });
});

test('what a transaction pays is found by its hash, on every network, without a look at all', async () => {
  const plan = await product.db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    return tx.query<{ 'QUERY PLAN': string }>(
      `explain select user_id, id from cashier.withdrawal
       where network = 'bitcoin' and tx_hash = 'a' order by ordinal`,
    );
  });
  expect(plan.map((row) => row['QUERY PLAN']).join(' ')).toContain('withdrawal_paid_by');
});
