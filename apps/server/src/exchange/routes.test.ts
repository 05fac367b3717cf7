import { randomUUID } from 'node:crypto';
import { ASSETS, type Asset, type UnixMs, type UserId, ensure, formatMoney } from '@candor/kernel';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { decidedCase, fundHouse } from '../../test/decided-case.ts';
import { restrictInstrument } from '../../test/restrict.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { accountKey, findEntries, findHoldings, reconcile, sumHouse } from '../ledger/index.ts';

let product: TestApp;
let token: string;
let userId: UserId;

const USDT = 1_000_000n;
const COIN = { BTC: 10n ** 8n, ETH: 10n ** 18n };

beforeAll(async () => {
  product = await startTestApp();
  const at = product.clock.now();
  await fundHouse(product, 10_000_000n * USDT, at);
  await fundHouse(product, 100n * COIN.BTC, at, 'BTC');
  await fundHouse(product, 1_000n * COIN.ETH, at, 'ETH');
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId } = await product.register());
  await ticks();
});

/** A second passes, and both coins have a price that counts. */
async function ticks(): Promise<void> {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
  await product.price('ETH/USDT', '3000', '3001');
}

const asked = (change: object = {}) => ({
  from: 'USDT' as Asset,
  to: 'BTC' as Asset,
  amount: '1000',
  ...change,
});
const quote = (change: object = {}, as = token) =>
  product.call('exchange.quote', { token: as, mode: 'real', body: asked(change) });
const convert = (quoteId: string, requestId = randomUUID(), as = token) =>
  product.call('exchange.convert', { token: as, mode: 'real', body: { quoteId, requestId } });

async function quoted(change: object = {}) {
  const answer = await quote(change);
  expect([answer.code, answer.refused.facts]).toEqual(['200', undefined]);
  return answer.result;
}

async function cash(): Promise<Record<Asset, string>> {
  const account = { userId, mode: 'real' } as const;
  const held = ensure(
    (await findHoldings(product.db, [account])).get(accountKey(account)),
    'it is answered',
  );
  const of = (asset: Asset): string =>
    formatMoney({ asset, units: held[asset]['user:cash'] ?? 0n });
  return { USDT: of('USDT'), BTC: of('BTC'), ETH: of('ETH') };
}

/** Some seconds of a machine that has nothing else to do. */
const PATIENCE_MS = 240_000;

describe('user/convertible', () => {
  test('says what can be converted of each asset, of USDT the free margin', async () => {
    await product.deposit(userId, 1_000n * USDT);
    await product.deposit(userId, COIN.ETH, 'ETH');
    const answer = await product.call('exchange.convertible', { token, mode: 'real' });
    expect(answer.result).toEqual({
      available: { USDT: '1000', BTC: '0', ETH: '1' },
      spreadRate: '0.002',
    });
    const practice = await product.call('exchange.convertible', { token });
    expect(practice.code).toBe('11001');
  });
});

describe('user/convertQuote', () => {
  test('says what an amount brings at the ask, the spread and how long it holds', async () => {
    await product.deposit(userId, 1_000n * USDT);
    const held = await quoted();
    const at = held.prices[0]?.receivedAt ?? 0;
    expect(held).toMatchObject({
      from: 'USDT',
      to: 'BTC',
      amount: '1000',
      spreadRate: '0.002',
      spread: '2',
      receive: '0.01663056',
      rate: '0.000016663889351774',
      prices: [{ code: 'BTC/USDT', side: 'buy', price: '60010', source: 'Test venue' }],
      // Never longer than its tick may be filled on.
      expiresAt: at + 5_000,
    });
    expect((await cash()).USDT).toBe('1000');
  });

  test.each([
    [{ to: 'USDT' }, 'method-missing', 'to'],
    [{ to: 'DOGE' }, 'method-missing', 'to'],
    [{ amount: '1.0000001' }, 'quantity-refused', 'amount'],
    [{ amount: '0' }, 'quantity-refused', 'amount'],
    [{ amount: '0.000001' }, 'quantity-refused', 'amount'],
    [{ amount: '1000.000001' }, 'free-margin-short', 'amount'],
    [{ amount: '99999999999999999999' }, 'free-margin-short', 'amount'],
    [{ from: 'ETH', amount: '99999999999999999999' }, 'free-margin-short', 'amount'],
  ] as const)('%o is refused at its field: %s', async (change, name, field) => {
    await product.deposit(userId, 1_000n * USDT);
    const answer = await product.call('exchange.quote', {
      token,
      mode: 'real',
      odd: asked(change),
    });
    expect(answer.refused).toMatchObject({ name, field });
  });

  test('practice money is not converted', async () => {
    const answer = await product.call('exchange.quote', { token, body: asked() });
    expect(answer.code).toBe('11001');
    const body = { quoteId: randomUUID(), requestId: randomUUID() };
    const converted = await product.call('exchange.convert', { token, body });
    expect(converted.code).toBe('11001');
  });

  test('without a fresh price there is no quote', async () => {
    await product.deposit(userId, 1_000n * USDT);
    product.clock.advance(6_000);
    expect((await quote()).refused).toMatchObject({
      name: 'not-tradable-now',
      facts: { why: 'stale' },
    });
  });
});

describe('user/convert', () => {
  test('charges what the quote said, in one entry whose postings each stay in one asset', async () => {
    await product.deposit(userId, 1_000n * USDT);
    const { quoteId, receive } = await quoted();
    const from = product.clock.now();
    await product.price('BTC/USDT', '59000', '59010');
    const answer = await convert(quoteId);
    expect([answer.code, answer.message]).toEqual(['200', '20004']);
    expect(answer.result).toMatchObject({ receive, spread: '2', amount: '1000', at: from });
    expect(await cash()).toEqual({ USDT: '0', BTC: receive, ETH: '0' });
    const entries = await findEntries(product.db, [
      { userId, subject: answer.result.id, from, to: product.clock.now() },
    ]);
    expect(entries).toHaveLength(1);
    expect(entries[0]?.postings.map(({ from: a, to, units }) => [a, to, units])).toEqual([
      ['user:cash', 'house:fees', 2n * USDT],
      ['user:cash', 'house:exchange', 998n * USDT],
      ['house:exchange', 'user:cash', 1_663_056n],
    ]);
  });

  test('coin to coin goes through USDT and costs one spread', async () => {
    await product.deposit(userId, COIN.BTC, 'BTC');
    const { quoteId, spread, receive, prices } = await quoted({
      from: 'BTC',
      to: 'ETH',
      amount: '1',
    });
    expect({ spread, receive }).toEqual({ spread: '120', receive: '19.953348883705431522' });
    expect(prices.map(({ side, price }) => [side, price])).toEqual([
      ['sell', '60000'],
      ['buy', '3001'],
    ]);
    expect((await convert(quoteId)).code).toBe('200');
    expect(await cash()).toEqual({ USDT: '0', BTC: '0', ETH: receive });
  });

  test('the same request gets the same bytes, another body 422, another request nothing', async () => {
    await product.deposit(userId, 2_000n * USDT);
    const { quoteId } = await quoted();
    const other = await quoted();
    const requestId = randomUUID();
    const first = await convert(quoteId, requestId);
    expect(first.code).toBe('200');
    expect((await convert(quoteId, requestId)).text).toBe(first.text);
    expect((await convert(other.quoteId, requestId)).status).toBe(422);
    expect((await convert(quoteId)).refused).toMatchObject({
      name: 'quote-expired',
      field: 'quoteId',
    });
    expect((await cash()).USDT).toBe('1000');
  });

  test('a quote is its owner’s, and holds for its seconds; a refusal stays one', async () => {
    await product.deposit(userId, 1_000n * USDT);
    const { quoteId } = await quoted();
    const stranger = await product.register();
    const theirs = await convert(quoteId, randomUUID(), stranger.token);
    expect(theirs.refused.name).toBe('quote-expired');
    product.clock.advance(5_001);
    await ticks();
    const requestId = randomUUID();
    const late = await convert(quoteId, requestId);
    expect(late.refused.name).toBe('quote-expired');
    expect((await convert(quoteId, requestId)).text).toBe(late.text);
    expect((await cash()).USDT).toBe('1000');
  });

  test('margin of open contracts is not converted', async () => {
    await product.deposit(userId, 1_000n * USDT);
    await product.admit(userId);
    const { quoteId } = await quoted();
    const opened = await product.call('contracts.open', {
      token,
      mode: 'real',
      body: {
        code: 'BTC/USDT',
        direction: 'buy',
        orderType: 'market',
        lots: '0.01',
        leverage: 2,
        requestId: randomUUID(),
      },
    });
    expect(opened.code).toBe('200');
    expect((await convert(quoteId)).refused).toMatchObject({ name: 'free-margin-short' });
  });

  test('what was suspended since the quote is not converted', async () => {
    await product.deposit(userId, COIN.ETH, 'ETH');
    const { quoteId } = await quoted({ from: 'ETH', to: 'USDT', amount: '1' });
    const set = async (status: 'suspended' | 'closeOnly' | 'open') => {
      const params = { code: 'ETH/USDT', status, reason: 'A test', by: 'test' } as const;
      expect((await restrictInstrument(product, params)).ok).toBe(true);
      await product.settle();
      await ticks();
    };
    await set('suspended');
    expect((await convert(quoteId)).refused).toMatchObject({
      name: 'not-tradable-now',
      facts: { why: 'suspended' },
    });
    // Of a coin that may only be closed what is there may still leave.
    await set('closeOnly');
    const again = await quoted({ from: 'ETH', to: 'USDT', amount: '0.5' });
    expect((await convert(again.quoteId)).code).toBe('200');
    const back = await quote({ to: 'ETH', amount: '1' });
    expect(back.refused.facts).toMatchObject({ why: 'closeOnly' });
    await set('open');
  });

  test('paused by its owner’s wish an account still converts back into USDT, frozen it does not', async () => {
    await product.deposit(userId, 1_000n * USDT);
    await product.deposit(userId, COIN.ETH, 'ETH');
    const until = (product.clock.now() + 366 * 86_400_000) as UnixMs;
    const excluded = await product.call('accounts.self-exclude', { token, body: { until } });
    expect(excluded.code).toBe('200');
    expect((await quote()).refused).toMatchObject({
      name: 'user-status-forbids',
      facts: { why: 'exclusion' },
    });
    const home = await quoted({ from: 'ETH', to: 'USDT', amount: '0.5' });
    expect((await convert(home.quoteId)).code).toBe('200');
    const frozen = await quoted({ from: 'ETH', to: 'USDT', amount: '0.5' });
    expect((await product.call('accounts.freeze', { token })).code).toBe('200');
    expect((await convert(frozen.quoteId)).refused.facts).toMatchObject({ why: 'freeze' });
  });

  test('the house pays out no coins it does not have', async () => {
    await product.deposit(userId, 100_000_000n * USDT);
    const refused = await quote({ amount: '100000000' });
    expect(refused.refused).toMatchObject({
      name: 'not-tradable-now',
      facts: { why: 'houseFloor', asset: 'BTC' },
    });
  });

  test('200 at once of one balance: exactly the covered ones succeed', async () => {
    await product.deposit(userId, 700n * USDT);
    const quotes = [];
    // As many as there may be in a minute.
    for (let n = 0; n < 100; n += 1) quotes.push(await quoted({ amount: '100' }));
    // Two requests for each quote: one of them at most converts.
    const answers = await Promise.all(
      [...quotes, ...quotes].map(({ quoteId }) => convert(quoteId)),
    );
    const done = answers.filter(({ code }) => code === '200');
    expect(done).toHaveLength(7);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['200', '10011', '11016']));
    expect((await cash()).USDT).toBe('0');
    expect((await reconcile(product.db)).faults).toEqual([]);
  });

  test('an exchange cover waits for a conversion that is written, and looks at what it left', async () => {
    const of = { mode: 'real', asset: 'BTC' } as const;
    const held = () => sumHouse(product.db, { ...of, accountClass: 'house:exchange' });
    await product.deposit(userId, 10_000n * USDT);
    await product.deposit(userId, 50n * COIN.BTC, 'BTC');
    await convert((await quoted({ from: 'BTC', to: 'USDT', amount: '20' })).quoteId);
    const all = await held();
    expect(all).toBeGreaterThan(0n);
    const { quoteId } = await quoted({ amount: '6001' });
    const id = await decidedCase(product.owner, {
      kind: 'exchangeCover',
      asset: 'BTC',
      units: -all,
    });
    const waiting = async (event: string) =>
      (
        await product.owner.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = $1`,
          [event],
        )
      ).length;
    const [converted, covered] = await product.owner.transaction(async (tx) => {
      // The conversion decided, and cannot be written yet.
      await tx.query('lock table exchange.conversion in share mode');
      const converting = convert(quoteId);
      await vi.waitFor(async () => expect(await waiting('relation')).toBe(1));
      const covering = product.app.cases.carryOutAll();
      await vi.waitFor(async () => expect(await waiting('advisory')).toBeGreaterThan(0));
      return [converting, covering] as const;
    });
    expect((await converted).code).toBe('200');
    await covered;
    const applied = () =>
      product.owner.query('select from cases.case where id = $1 and applied_at is not null', [id]);
    expect(await applied()).toEqual([]);
    const left = await held();
    expect(left).toBeLessThan(all);
    await convert((await quoted({ from: 'BTC', to: 'USDT', amount: '1' })).quoteId);
    await product.app.cases.carryOutAll();
    expect(await applied()).toHaveLength(1);
    expect(await held()).toBe(left + COIN.BTC - all);
  });

  test(
    'of 500 random amounts each is charged as it was quoted, to the unit',
    async () => {
      const coins = { USDT: 1_000_000n * USDT, BTC: 10n * COIN.BTC, ETH: 100n * COIN.ETH };
      const users = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const user = await product.register();
          for (const asset of ASSETS) await product.deposit(user.userId, coins[asset], asset);
          return user;
        }),
      );
      const random = fc.sample(
        fc.record({
          pair: fc.constantFrom(...ASSETS.flatMap((a) => ASSETS.map((b) => [a, b] as const))),
          part: fc.bigInt({ min: 1n, max: 10_000n }),
          dust: fc.bigInt({ min: 0n, max: 999n }),
        }),
        { numRuns: 1_000, seed: 15 },
      );
      const cases = random.filter(({ pair: [from, to] }) => from !== to).slice(0, 500);
      expect(cases).toHaveLength(500);
      const asking = new Map<string, { amount: string; receive: string; from: Asset; to: Asset }>();
      await Promise.all(
        users.map(async ({ token: as }, place) => {
          for (const { pair, part, dust } of cases.slice(place * 25, place * 25 + 25)) {
            const [from, to] = pair;
            const units = (coins[from] * part) / 1_000_000n + dust;
            const amount = formatMoney({ asset: from, units });
            const promised = (await quote({ from, to, amount }, as)).result;
            const done = await convert(promised.quoteId, randomUUID(), as);
            expect([done.code, done.result.receive, done.result.spread]).toEqual([
              '200',
              promised.receive,
              promised.spread,
            ]);
            const { receive } = promised;
            asking.set(done.result.id, { amount, receive, from, to });
          }
        }),
      );
      const moved = await product.owner.query<{ id: string; asset: Asset; units: string }>(
        `select e.subject as id, p.asset::text as asset,
         sum(case when p.to_class = 'user:cash' then p.amount else -p.amount end)::text as units
       from ledger.entry e join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
       where e.kind = 'convert' and e.user_id = any ($1::uuid[])
         and (p.to_class = 'user:cash') <> (p.from_class = 'user:cash')
       group by e.subject, p.asset`,
        [users.map((user) => user.userId)],
      );
      const charged = new Map(
        moved.map(({ id, asset, units }) => [`${id} ${asset}`, BigInt(units)]),
      );
      expect(asking.size).toBe(500);
      for (const [id, { amount, receive, from, to }] of asking) {
        const given = -(charged.get(`${id} ${from}`) ?? 0n);
        expect(formatMoney({ asset: from, units: given })).toBe(amount);
        const got = charged.get(`${id} ${to}`) ?? 0n;
        expect(formatMoney({ asset: to, units: got })).toBe(receive);
      }
    },
    PATIENCE_MS,
  );

  test('what fails half way leaves nothing', async () => {
    await product.deposit(userId, 1_000n * USDT);
    const { quoteId } = await quoted();
    await product.owner.query(
      'alter table exchange.conversion add constraint planted check (amount < 0) not valid',
    );
    await expect(convert(quoteId)).rejects.toThrow('500');
    await product.owner.query('alter table exchange.conversion drop constraint planted');
    expect((await cash()).USDT).toBe('1000');
    const { length: before } = await product.db.query('select from exchange.conversion');
    expect((await convert(quoteId)).code).toBe('200');
    expect(await product.db.query('select from exchange.conversion')).toHaveLength(before + 1);
  });
});
