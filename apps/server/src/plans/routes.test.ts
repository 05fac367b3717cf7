// Promise: each call of plans answers what its contract says, and refuses by name what the specification names:
// unknown, full or paused plans, days and amounts that are not offered, the same plan twice, practice money,
// real money before it was turned on. (PRODUCT 6; WIRE 10010–10024, 11002, 11003; RELIABILITY S5, S7)
import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { describe, expect, test } from 'vitest';
import { fundHouse } from '../../test/decided-case.ts';
import { openTokens } from '../../test/nft.ts';
import { HOLD, type Investor, rowsOf, stagePlans } from '../../test/plans.ts';
import { sumAtRisk } from './order/risk-store.ts';
import { findOffered } from './plan/plan-store.ts';

const stage = stagePlans();
const NOBODY = '018cc251-f400-7000-8000-000000000000';

/** An investor with real money, where plans are open to it. */
async function withMoney(): Promise<Investor> {
  const { product } = stage;
  const who = await stage.investor();
  await product.admit(who.userId);
  await product.deposit(who.userId, 5_000_000_000n);
  await fundHouse(product, 1_000_000_000_000n, product.clock.now());
  await turnOn('1');
  return who;
}

async function turnOn(value: '0' | '1'): Promise<void> {
  const { product } = stage;
  const { parameters } = product.app;
  const from = product.clock.now();
  expect((await parameters.set({ key: 'plan.enabled', value, from, note: 'a test' })).ok).toBe(
    true,
  );
}

describe('the plans of a fresh installation', () => {
  test('are five on bitcoin, with dashes where nothing has happened', async () => {
    const { result, code } = await stage.product.call('plans.list');
    expect(code).toBe('200');
    expect(result.map(({ name }) => name).toSorted()).toEqual([
      'dca-btc',
      'grid-btc',
      'reversion-btc',
      'rotation-btc',
      'trend-btc',
    ]);
    for (const plan of result) {
      expect(plan).toMatchObject({
        realised: null,
        range30: null,
        benchmark: null,
        daily: [],
        fills: 0,
        status: 'open',
        shareRate: '0.2',
        earlyExitRate: '0.005',
      });
      const detail = await stage.product.call('plans.get', { params: { id: plan.id } });
      expect(detail.result).toMatchObject({ ...plan, trades: [], settled: [], gap: null });
    }
    const none = await stage.product.call('plans.get', { params: { id: NOBODY } });
    expect(none.code).toBe('404');
  });

  test('have a hash anyone can make again from what they run', async () => {
    const [first] = (await stage.product.call('plans.list')).result;
    const stored = await findOffered(stage.product.db, first?.id ?? '');
    const read = JSON.parse(stored?.text ?? '{}') as Record<string, unknown>;
    expect(read).toMatchObject({ strategy: first?.strategy, instruments: ['BTC/USDT'] });
    expect(read['source']).toMatch(/^[0-9a-f]{64}$/);
    const made = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(stored?.text));
    expect(Buffer.from(made).toString('hex')).toBe(first?.versionHash);
  });
});

describe('a purchase', () => {
  test('on paper is practice money, whichever account is on screen', async () => {
    const productId = await stage.plan('trend-btc');
    const bought = await stage.who.paper({ productId });
    expect(bought).toMatchObject({ code: '200', result: { mode: 'demo', state: 'pending' } });
    const listed = await stage.product.call('plans.orders', {
      ...{ token: stage.who.token, mode: 'demo', query: { status: 'pending', page: 1, size: 10 } },
    });
    expect(listed.result).toMatchObject({ total: 1, records: [{ id: bought.result.id }] });
    const detail = await stage.who.order(bought.result.id);
    expect(detail).toMatchObject({ settled: [], trades: [], startTime: null });
    const asReal = { token: stage.who.token, mode: 'real', params: { id: detail.id } } as const;
    expect((await stage.product.call('plans.order', asReal)).code).toBe('404');
    const other = await stage.investor();
    const asOther = { token: other.token, mode: 'demo', params: { id: detail.id } } as const;
    expect((await stage.product.call('plans.order', asOther)).code).toBe('404');
  });

  test('is answered once: repeated it says the same, with other content it is refused', async () => {
    const productId = await stage.plan('trend-btc');
    const requestId = randomUUID();
    const first = await stage.who.paper({ productId, requestId });
    const again = await stage.who.paper({ productId, requestId });
    expect(again.result).toEqual(first.result);
    const other = await stage.who.paper({ productId, requestId, amount: '200' });
    expect(other.code).toBe('422');
  });

  test.each([
    [{ days: 8 }, '10012', 'days'],
    [{ amount: '99.999999' }, '10013', 'amount'],
    [{ amount: '50000.000001' }, '10013', 'amount'],
    [{ maxLoss: '1000.000001' }, '10013', 'maxLoss'],
    [{ maxLoss: '2' }, '10013', 'maxLoss'],
    [{ amount: '20000', maxLoss: '100' }, '10011', 'amount'],
    [{ productId: NOBODY }, '10010', null],
  ])('of %j is refused as %s', async (change, code, field) => {
    const productId = await stage.plan('trend-btc');
    const refused = await stage.who.paper({ productId, ...change });
    expect([refused.code, refused.refused.field]).toEqual([code, field]);
    expect(await stage.who.holds()).not.toMatchObject({ 'user:plan': expect.anything() });
  });

  test('of the least and of the most that is offered is taken', async () => {
    const productId = await stage.plan('trend-btc');
    expect((await stage.who.paper({ productId, amount: '100', maxLoss: '100' })).code).toBe('200');
  });

  test('of a plan that is paused or ended is refused', async () => {
    const productId = await stage.plan('reversion-btc');
    const { owner } = stage.product;
    const why = async () => (await stage.who.paper({ productId })).refused.facts?.['why'];
    for (const status of ['paused', 'ended']) {
      await owner.query('update plans.plan set status = $2 where id = $1', [productId, status]);
      expect(await why()).toBe(status);
    }
    await owner.query(`update plans.plan set status = 'open' where id = $1`, [productId]);
    expect((await stage.who.paper({ productId })).code).toBe('200');
  });

  test('of the same plan twice is refused, at once too', async () => {
    const productId = await stage.plan('dca-btc');
    const both = await Promise.all([1, 2, 3].map(() => stage.who.paper({ productId })));
    expect(both.map(({ code }) => code).toSorted()).toEqual(['10024', '10024', '200']);
    expect((await stage.who.paper({ productId: await stage.plan('grid-btc') })).code).toBe('200');
  });
});

describe('real money', () => {
  test('is taken to the capacity of a plan, which practice money takes nothing of', async () => {
    const productId = await stage.plan('dca-btc');
    await stage.product.owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('update plans.version set capacity = 1500000000 where plan_id = $1', [
        productId,
      ]);
    });
    for (const who of [await stage.investor(), await stage.investor()]) {
      expect((await who.paper({ productId })).code).toBe('200');
    }
    expect((await (await withMoney()).buy({ productId })).code).toBe('200');
    const full = await (await withMoney()).buy({ productId });
    expect([full.code, full.refused.facts?.['why']]).toEqual(['10010', 'full']);
    expect((await (await stage.investor()).paper({ productId })).code).toBe('200');
  });

  test('shows anyone the trades of its fund, not what one of its owners bought or sold', async () => {
    const productId = await stage.plan('grid-btc');
    const first = await withMoney();
    expect((await first.buy({ productId })).code).toBe('200');
    await stage.midnight(60_000);
    await stage.says(60_000, 10 * 60_000);
    await stage.turn();
    const second = await withMoney();
    expect((await second.buy({ productId })).code).toBe('200');
    await stage.midnight(60_000);
    const kept = await rowsOf(
      stage.product,
      `select f.kind from plans.fill f join plans.fund u on u.id = f.fund_id
       where u.plan_id = $1 and u.mode = 'real'`,
      productId,
    );
    expect(new Set(kept.map(({ kind }) => kind))).toEqual(new Set(['run', 'join']));
    const { result } = await stage.product.call('plans.get', { params: { id: productId } });
    expect(result.trades.length).toBeGreaterThan(0);
    expect(result.trades.filter(({ rule }) => rule === 'ownerJoined')).toEqual([]);
  });

  test('is not taken from a practice account, nor before two people turned it on', async () => {
    const productId = await stage.plan('trend-btc');
    const body = { productId, amount: '100', days: 7, maxLoss: '50', requestId: randomUUID() };
    const { token } = stage.who;
    const demo = await stage.product.call('plans.buy', { token, mode: 'demo', body });
    expect(demo.code).toBe('11002');
    const who = await withMoney();
    await turnOn('0');
    expect((await who.buy({ productId })).code).toBe('11003');
    await turnOn('1');
    const bought = await who.buy({ productId });
    expect(bought).toMatchObject({ code: '200', result: { mode: 'real', state: 'pending' } });
    expect(await who.holds('real')).toMatchObject({
      'user:plan': 1_000_000_000n,
      'user:cash': 4_000_000_000n,
    });
    expect((await who.cancel(bought.result.id, 'real')).result.received).toBe('1000');
  });

  test('asks what any real business asks, and the limits its owner set', async () => {
    const { product } = stage;
    await withMoney();
    const productId = await stage.plan('trend-btc');
    const eager = await stage.investor();
    await product.deposit(eager.userId, 5_000_000_000n);
    // Nobody answered the questions for this one.
    expect((await eager.buy({ productId })).code).not.toBe('200');
    const who = await withMoney();
    const limit = { kind: 'turnover', period: 'day', amount: '999.999999' } as const;
    await product.call('accounts.set-limit', { token: who.token, body: limit });
    const over = await who.buy({ productId });
    expect([over.code, over.refused.facts?.['what']]).toEqual(['11018', 'turnover']);
    expect((await who.buy({ productId, amount: '999', maxLoss: '10' })).code).toBe('200');
    const careful = await withMoney();
    const loss = { kind: 'loss', period: 'day', amount: '100' } as const;
    await product.call('accounts.set-limit', { token: careful.token, body: loss });
    const risky = await careful.buy({ productId, maxLoss: '100.000001' });
    expect([risky.code, risky.refused.facts?.['what']]).toEqual(['11018', 'loss']);
    expect((await careful.buy({ productId, maxLoss: '100' })).code).toBe('200');
    const paused = await withMoney();
    const until = product.clock.now() + DAY_MS;
    await product.call('accounts.timeout', { token: paused.token, body: { until } });
    expect((await paused.buy({ productId })).code).toBe('10008');
    expect((await paused.paper({ productId })).code).toBe('10008');
  });

  test('is measured by what its owner gave for tokens, too', async () => {
    const { product } = stage;
    const { offer } = await openTokens(product);
    const who = await withMoney();
    const { token } = who;
    const productId = await stage.plan('trend-btc');
    await product.price('BTC/USDT', '60000', '60010');
    const id = await offer({ auction: null });
    const odd = { id, kind: 'buy', amount: '100', requestId: randomUUID() };
    expect((await product.call('nft.buy', { token, mode: 'real', odd })).code).toBe('200');
    const loss = { kind: 'loss', period: 'day', amount: '200' } as const;
    await product.call('accounts.set-limit', { token, body: loss });
    const risky = await who.buy({ productId, maxLoss: '100.000001' });
    expect([risky.code, risky.refused.facts?.['what']]).toEqual(['11018', 'loss']);
    expect((await who.buy({ productId, maxLoss: '100' })).code).toBe('200');
  });

  test('counts settled losses against the limits of its owner, of every product, and once', async () => {
    const { product } = stage;
    const { clock } = product;
    const who = await withMoney();
    const productId = await stage.plan('grid-btc');
    const { code, result } = await who.buy({ productId, maxLoss: '500' });
    expect(code).toBe('200');
    const { id } = result;
    await stage.midnight(60_000);
    for (const _ of [1, 2, 3]) await stage.says(60_000, 5 * MINUTE_MS);
    await stage.turn();
    await stage.midnight(48_000);
    const body = {
      username: who.username,
      password: 'correct horse battery',
      client: 'api',
    } as const;
    who.token = signedIn((await product.call('accounts.login', { body })).result).token;
    const { token } = who;
    const limits = (await product.call('accounts.limits', { token })).result;
    const lost = limits.find(({ kind, period }) => kind === 'loss' && period === 'day')?.used;
    // Half of it was in bitcoin, which fell by a fifth.
    expect(Math.abs(+(lost ?? 0) - 100)).toBeLessThan(5);
    // What it may still lose is what was agreed less what it lost.
    const order = await who.order(id, 'real');
    const left = await sumAtRisk(product.db, who.userId);
    expect(left.units).toBe(500_000_000n + BigInt(Math.round(+order.result * 1_000_000)));
    const limit = { kind: 'loss', period: 'day', amount: '90' } as const;
    await product.call('accounts.set-limit', { token, body: limit });
    clock.advance(1_000);
    await product.price('BTC/USDT', '48000', '48010');
    const opened = await product.call('contracts.open', {
      ...{ token, mode: 'real' },
      body: {
        ...{ code: 'BTC/USDT', direction: 'buy', orderType: 'market', lots: '0.001', leverage: 2 },
        requestId: randomUUID(),
      },
    });
    expect([opened.code, opened.refused?.facts?.['what']]).toEqual(['11018', 'loss']);
  });

  test('makes results of the real fund, and practice money none', async () => {
    const who = await withMoney();
    const paper = await stage.who.paper({ productId: await stage.plan('rotation-btc') });
    expect(paper.code).toBe('200');
    const productId = await stage.plan('reversion-btc');
    await stage.product.owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('update plans.version set capacity = 2000000000000 where plan_id = $1', [
        productId,
      ]);
    });
    expect((await who.buy({ productId })).code).toBe('200');
    await stage.midnight(60_000);
    await stage.midnight(60_000);
    const all = (await stage.product.call('plans.list')).result;
    const real = all.find(({ id }) => id === productId);
    expect(real).toMatchObject({ realised: { days: 1 }, benchmark: { days: 1 } });
    expect(real?.daily).toHaveLength(1);
    expect(all.find(({ name }) => name === 'rotation-btc')?.realised).toBeNull();
  });
});

test('amounts of a day are shown from five owners on, and its result as a share always', async () => {
  const productId = await stage.plan('rotation-btc');
  const joins = async (count: number) => {
    for (let joined = 0; joined < count; joined += 1) {
      expect((await (await withMoney()).buy({ productId })).code).toBe('200');
    }
    await stage.midnight(60_000);
  };
  await joins(4);
  await joins(1);
  await stage.midnight(60_000);
  const { result } = await stage.product.call('plans.get', { params: { id: productId } });
  const { settled, daily } = result;
  const none = { fills: null, mark: null, result: null, value: null };
  expect(settled).toEqual([
    { day: daily[0]?.day, ...none },
    { day: daily[1]?.day, fills: '0', mark: '0', result: '0', value: '5000' },
  ]);
  expect(daily.map((day) => day.result)).toEqual(['0', '0']);
});

describe('a plan of one’s own', () => {
  test.each([
    [{ strategy: 'grid', parameters: { gap: 1, levels: 8, patience: 96 } }, '10016', 'parameters'],
    [{ parameters: { unknown: 1 } }, '10016', 'parameters'],
    [{ interval: '3h' }, '10016', 'interval'],
    [{ codes: ['NOPE/USDT'] }, '10010', 'codes'],
    [{ codes: ['BTC/USDT', 'ETH/USDT'] }, '10010', 'codes'],
    [{ codes: ['EUR/JPY'] }, '10010', 'codes'],
    [{ days: 366 }, '10012', 'days'],
  ])('with %j is refused as %s', async (change, code, field) => {
    const refused = await stage.who.paper({ ...HOLD, ...change });
    expect([refused.code, refused.refused.field]).toEqual([code, field]);
  });

  test('is had three times at most, and each has a fund of its own', async () => {
    for (const _ of [1, 2, 3]) expect((await stage.who.paper(HOLD)).code).toBe('200');
    const fourth = await stage.who.paper(HOLD);
    expect([fourth.code, fourth.refused.facts?.['why']]).toEqual(['10010', 'tooMany']);
    const funds = await rowsOf(
      stage.product,
      'select distinct fund_id from plans.plan_order where user_id = $1',
      stage.who.userId,
    );
    expect(funds).toHaveLength(3);
  });

  test('is begun twenty times a day at most, what was taken back counted', async () => {
    const { who } = stage;
    for (let count = 0; count < 20; count += 1) {
      const begun = await who.paper(HOLD);
      expect(begun.code).toBe('200');
      expect((await who.cancel(begun.result.id)).code).toBe('200');
    }
    const refused = await who.paper(HOLD);
    expect([refused.code, refused.refused.facts?.['why']]).toEqual(['10010', 'tooMany']);
    await stage.midnight(60_000);
    await stage.midnight(60_000);
    expect((await who.paper(HOLD)).code).toBe('200');
  });

  test('is not begun on a practice account that was switched off', async () => {
    await stage.product.owner.query(
      'update accounts.account set demo_disabled = true where user_id = $1',
      [stage.who.userId],
    );
    expect((await stage.who.paper(HOLD)).code).toBe('11004');
  });
});

describe('leaving', () => {
  test('is quoted for what runs alone, at a fresh price, and paid at its own quote', async () => {
    expect((await stage.who.quote(NOBODY)).code).toBe('404');
    expect((await stage.who.cancel(NOBODY)).code).toBe('404');
    expect((await stage.who.exit(NOBODY, NOBODY)).code).toBe('404');
    const { id } = (await stage.who.paper(HOLD)).result;
    expect((await stage.who.quote(id)).code).toBe('11017');
    await stage.midnight(60_000);
    expect((await stage.who.cancel(id)).code).toBe('11017');
    stage.product.clock.advance(60_000);
    const stale = await stage.who.quote(id);
    expect(stale.code).toBe('10015');
    await stage.says(60_000);
    const quoted = await stage.who.quote(id);
    expect(quoted.result).toMatchObject({ heldMs: 5_000 });
    expect((await stage.who.exit(id, NOBODY)).refused.field).toBe('quoteId');
    stage.product.clock.advance(10_001);
    expect((await stage.who.exit(id, quoted.result.quoteId)).refused.field).toBe('quoteId');
    await stage.says(60_500);
    const fresh = await stage.who.quote(id);
    const left = await stage.who.exit(id, fresh.result.quoteId);
    expect(left.result).toMatchObject({ state: 'left', received: fresh.result.receive });
    expect((await stage.who.quote(id)).code).toBe('11017');
    expect((await stage.who.exit(id, fresh.result.quoteId)).code).toBe('11017');
  });
});
