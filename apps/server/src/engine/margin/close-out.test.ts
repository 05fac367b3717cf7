import { randomUUID } from 'node:crypto';
import { type UserId, newUuid } from '@candor/kernel';
import type { Order, OrderDetail } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { MARGIN_LEVEL_FELL, type MarginLevelFell } from '../../contracts/index.ts';
import { type Entry, commitEntries } from '../../ledger/index.ts';

let product: TestApp;
let token: string;
let userId: UserId;
let told: MarginLevelFell['item'][] = [];

function listen(): void {
  product.app.bus.subscribe(MARGIN_LEVEL_FELL, (fact: MarginLevelFell) => {
    if (fact.userId === userId) told.push(fact.item);
  });
}

beforeAll(async () => {
  product = await startTestApp();
  listen();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId } = await product.register());
  told = [];
  await quote({ 'EUR/USD': ['1.2', '1.2'], 'XAU/USD': ['2000', '2000'] });
  await product.settle();
});

/** A second passes and prices come. */
async function quote(prices: Record<string, [string, string]>): Promise<void> {
  product.clock.advance(1_000);
  for (const [code, [bid, ask]] of Object.entries(prices)) await product.price(code, bid, ask);
}

/** The same, and the pulse acts on them. */
async function play(prices: Record<string, [string, string]>): Promise<void> {
  await quote(prices);
  await product.settle();
  await product.settle();
}

/** Leaves so much practice money in the trading account, through the journal like all money. */
async function leave(units: bigint): Promise<void> {
  const at = product.clock.now();
  const entry: Entry = {
    id: newUuid(at) as Entry['id'],
    userId,
    mode: 'demo',
    kind: 'demo-reset',
    requestId: `test:${randomUUID()}`,
    part: 0,
    cause: 'case',
    subject: null,
    reverses: null,
    at,
    postings: [
      {
        from: 'user:cash',
        to: 'house:demo-grant',
        asset: 'USDT',
        units: 10_000_000_000n - units,
      },
    ],
  };
  await product.db.transaction((tx) => commitEntries(tx, [entry], at));
}

async function open(change: object): Promise<Order> {
  const answer = await product.call('contracts.open', {
    token,
    body: {
      code: 'EUR/USD',
      direction: 'buy',
      orderType: 'market',
      lots: '0.04',
      leverage: 30,
      requestId: randomUUID(),
      ...change,
    },
  });
  expect(answer.code).toBe('200');
  await product.settle();
  return answer.result;
}

async function orderNow(id: string): Promise<OrderDetail> {
  return (await product.call('contracts.get', { token, params: { id } })).result;
}

async function close(id: string): Promise<void> {
  const body = { requestId: randomUUID() };
  expect((await product.call('contracts.close', { token, params: { id }, body })).code).toBe('200');
}

type Payment = { kind: string; from_class: string; to_class: string; amount: string };

async function payments(kinds: readonly string[]): Promise<string[]> {
  const rows = await product.db.query<Payment>(
    `select p.kind, p.from_class, p.to_class, (p.amount / 1e6)::float8::text as amount
     from ledger.posting p join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
     where p.user_id = $1 and p.kind = any($2) order by e.seq, p.line`,
    [userId, kinds],
  );
  return rows.map((row) => `${row.from_class} → ${row.to_class} ${row.amount}`);
}

async function balances(): Promise<Record<string, string>> {
  const rows = await product.db.query<{ class: string; amount: string }>(
    `select class, (amount / 1e6)::float8::text as amount from ledger.balance
     where user_id = $1 and asset = 'USDT' and amount <> 0`,
    [userId],
  );
  return Object.fromEntries(rows.map((row) => [row.class, row.amount]));
}

describe('close-out', () => {
  test('one losing 250, one gaining 100: no house cover, and closing the winner settles', async () => {
    await leave(270_000_000n);
    const loser = await open({});
    const winner = await open({ code: 'XAU/USD', lots: '0.01', leverage: 20 });
    // Margin 160 and 100, fees 4.80 and 2: 3.20 of cash are left.
    expect(await balances()).toEqual({ 'user:cash': '3.2', 'user:margin': '260' });
    await play({ 'XAU/USD': ['2100', '2100'] });
    await play({ 'EUR/USD': ['1.1375', '1.1375'] });
    // Equity 263.20 − 250 + 100 = 113.20, below half of 260.
    expect(await orderNow(loser.id)).toMatchObject({ reason: 'closeOut', closePrice: '1.1375' });
    expect((await orderNow(winner.id)).status).toBe('running');
    expect(await payments(['protection'])).toEqual([]);
    expect(await balances()).toEqual({ 'user:deficit': '-91.35', 'user:margin': '100' });
    await close(winner.id);
    expect(await payments(['protection'])).toEqual([]);
    // −91.35 + 100 margin + 100 result − 2.10 fee.
    expect(await balances()).toEqual({ 'user:cash': '106.55' });
  });

  test('a gap past zero: the last closing is covered by the house, as an entry of its own', async () => {
    await leave(200_000_000n);
    const order = await open({});
    await play({ 'EUR/USD': ['1.1', '1.1'] });
    expect(await orderNow(order.id)).toMatchObject({ reason: 'closeOut', closePrice: '1.1' });
    // 195.20 − 400 − 4.40 = −209.20, the house's.
    expect(await payments(['protection'])).toEqual(['house:bad-debt → user:deficit 209.2']);
    expect(await balances()).toEqual({});
  });

  test('ends as soon as the level is back, the worst loser first', async () => {
    await leave(400_000_000n);
    const small = await open({ lots: '0.02' });
    const large = await open({ lots: '0.04' });
    const middle = await open({ lots: '0.03' });
    // Margin 360; equity 389.20 − 9,000 × 0.03 = 119.20 closes the 0.04 alone:
    // 114.52 is above half of the 200 left.
    await play({ 'EUR/USD': ['1.17', '1.17'] });
    expect((await orderNow(large.id)).reason).toBe('closeOut');
    expect((await orderNow(middle.id)).status).toBe('running');
    expect((await orderNow(small.id)).status).toBe('running');
  });

  test('a spike between two pulses is enough, at its price', async () => {
    await leave(200_000_000n);
    const order = await open({});
    await quote({ 'EUR/USD': ['1.16', '1.16'] });
    await quote({ 'EUR/USD': ['1.2', '1.2'] });
    await product.settle();
    expect(await orderNow(order.id)).toMatchObject({ reason: 'closeOut', closePrice: '1.16' });
  });

  test('exactly half is not below it', async () => {
    await leave(200_000_000n);
    const order = await open({});
    // Equity 195.20 − 115.20 = 80, half of 160.
    await play({ 'EUR/USD': ['1.1712', '1.1712'] });
    expect((await orderNow(order.id)).status).toBe('running');
    await play({ 'EUR/USD': ['1.17119', '1.17119'] });
    expect((await orderNow(order.id)).reason).toBe('closeOut');
  });

  test('what is stale stays open, and is closed when its price is back', async () => {
    await leave(270_000_000n);
    const stale = await open({});
    const fresh = await open({ code: 'XAU/USD', lots: '0.01', leverage: 20 });
    product.clock.advance(60_000);
    // Equity 263.20 − 140 = 123.20: below half of 260, and only gold has a price.
    await play({ 'XAU/USD': ['1860', '1860'] });
    expect((await orderNow(stale.id)).status).toBe('running');
    expect((await orderNow(fresh.id)).reason).toBe('closeOut');
    await play({ 'EUR/USD': ['1.18', '1.18'] });
    expect((await orderNow(stale.id)).reason).toBe('closeOut');
  });

  test('prices that come back in one turn, one after the other, close all that has to go', async () => {
    await leave(270_000_000n);
    const first = await open({});
    const second = await open({ code: 'XAU/USD', lots: '0.01', leverage: 20 });
    product.clock.advance(60_000);
    // The level falls with the euro, when gold's own price is still a minute old.
    await play({ 'EUR/USD': ['1.1', '1.1'], 'XAU/USD': ['1999', '1999'] });
    expect((await orderNow(first.id)).reason).toBe('closeOut');
    expect((await orderNow(second.id)).reason).toBe('closeOut');
  });

  test('a loser whose price is a little old is waited for, and no winner closed in its place', async () => {
    await leave(270_000_000n);
    const loser = await open({});
    const winner = await open({ code: 'XAU/USD', lots: '0.01', leverage: 20 });
    await play({ 'XAU/USD': ['2100', '2100'] });
    await play({ 'EUR/USD': ['1.158', '1.158'] });
    // Equity 263.20 − 168 + 100 = 195.20 of 260; then 17 seconds without a euro.
    product.clock.advance(16_000);
    await play({ 'XAU/USD': ['2030', '2030'] });
    // 125.20, below half of 260, and only the winner has a price that is fresh.
    expect((await orderNow(winner.id)).status).toBe('running');
    expect((await orderNow(loser.id)).status).toBe('running');
    // The euro says its price within the second the account is left alone for.
    await product.price('EUR/USD', '1.157', '1.157');
    await product.settle();
    await product.settle();
    expect(await orderNow(loser.id)).toMatchObject({ reason: 'closeOut', closePrice: '1.157' });
    expect((await orderNow(winner.id)).status).toBe('running');
  });

  test('a loser that says nothing for longer is not waited for', async () => {
    await leave(270_000_000n);
    const loser = await open({});
    const winner = await open({ code: 'XAU/USD', lots: '0.01', leverage: 20 });
    await play({ 'XAU/USD': ['2100', '2100'] });
    await play({ 'EUR/USD': ['1.158', '1.158'] });
    product.clock.advance(28_000);
    await play({ 'XAU/USD': ['2030', '2030'] });
    expect((await orderNow(winner.id)).status).toBe('running');
    await play({ 'XAU/USD': ['2029', '2029'] });
    await play({ 'XAU/USD': ['2028', '2028'] });
    expect((await orderNow(winner.id)).reason).toBe('closeOut');
    expect((await orderNow(loser.id)).status).toBe('running');
  });

  test('a price outside the band of its sources closes nothing', async () => {
    await leave(200_000_000n);
    const order = await open({});
    product.clock.advance(1_000);
    product.feed.say('EUR/USD', '1.1', '1.1');
    await play({ 'EUR/USD': ['1.19', '1.19'] });
    expect((await orderNow(order.id)).status).toBe('running');
  });

  test('the user’s own closing and the close-out: exactly one wins', async () => {
    await leave(200_000_000n);
    const order = await open({});
    await quote({ 'EUR/USD': ['1.16', '1.16'] });
    const body = { requestId: randomUUID() };
    const [closed] = await Promise.all([
      product.call('contracts.close', { token, params: { id: order.id }, body }),
      product.app.engine.pulse(),
    ]);
    const now = await orderNow(order.id);
    expect(now.reason).toBe(closed.code === '200' ? 'user' : 'closeOut');
    if (closed.code !== '200') expect(closed.code).toBe('11017');
  });

  test('after a restart the first price that passes closes what fell meanwhile', async () => {
    await leave(200_000_000n);
    const order = await open({});
    await product.restart();
    listen();
    await play({ 'EUR/USD': ['1.15', '1.15'] });
    expect((await orderNow(order.id)).reason).toBe('closeOut');
  });

  test('after a restart an account is not judged by a price of before it while a new one may come', async () => {
    await leave(270_000_000n);
    await open({});
    const gold = await open({ code: 'XAU/USD', lots: '0.01', leverage: 20 });
    product.clock.advance(100_000);
    await product.restart();
    listen();
    // Equity 263.20 − 140 = 123.20 of 260, if the euro still stood where it was before.
    await play({ 'XAU/USD': ['1860', '1860'] });
    expect((await orderNow(gold.id)).status).toBe('running');
    await play({ 'EUR/USD': ['1.24', '1.24'] });
    await play({ 'XAU/USD': ['1860', '1860'] });
    expect((await orderNow(gold.id)).status).toBe('running');
    expect(told).toEqual([]);
  });

  test('after a restart a price that does not come is waited for no longer than it would be fresh', async () => {
    await leave(270_000_000n);
    await open({});
    const gold = await open({ code: 'XAU/USD', lots: '0.01', leverage: 20 });
    product.clock.advance(100_000);
    await product.restart();
    listen();
    // Gold's own prices take three seconds more to agree.
    product.clock.advance(11_000);
    await play({ 'XAU/USD': ['1860', '1860'] });
    expect((await orderNow(gold.id)).status).toBe('running');
    await play({ 'XAU/USD': ['1860', '1860'] });
    expect((await orderNow(gold.id)).reason).toBe('closeOut');
  });
});

describe('notices of the margin level', () => {
  // 4,000 euro at 1.2: margin 160, cash 35.20. At 1.2 − x the level is (195.20 − 4,000 x) ÷ 160,
  // so a percent of it is 40 points.
  const bidAt = (percent: number): [string, string] => {
    const bid = `1.${15_120 + 40 * percent}`;
    return [bid, bid];
  };
  const levels = (): string[] => told.map(({ level }) => level);

  test('100, 75, 60 and 50 % are said once each on the way down', async () => {
    await leave(200_000_000n);
    await open({});
    for (const level of [110, 99, 98, 74, 73, 59, 55]) {
      await play({ 'EUR/USD': bidAt(level) });
    }
    expect(levels()).toEqual(['1', '0.75', '0.6']);
    expect(told[1]).toMatchObject({
      kind: 'marginLevel',
      marginLevel: '0.74',
      tradingEquity: '118.4',
      bondAmount: '160',
    });
    await play({ 'EUR/USD': bidAt(40) });
    expect(levels()).toEqual(['1', '0.75', '0.6', '0.5']);
  });

  test('a gap says the lowest level it fell through', async () => {
    await leave(200_000_000n);
    await open({});
    await play({ 'EUR/USD': bidAt(65) });
    expect(levels()).toEqual(['0.75']);
  });

  test('a level that flickers is said once, and again after a recovery', async () => {
    await leave(200_000_000n);
    await open({});
    for (const level of [99, 101, 99, 104, 99]) await play({ 'EUR/USD': bidAt(level) });
    expect(levels()).toEqual(['1']);
    for (const level of [106, 99]) await play({ 'EUR/USD': bidAt(level) });
    expect(levels()).toEqual(['1', '1']);
  });

  test('a restart does not say it again', async () => {
    await leave(200_000_000n);
    await open({});
    await play({ 'EUR/USD': bidAt(99) });
    await product.restart();
    listen();
    await play({ 'EUR/USD': bidAt(98) });
    await play({ 'EUR/USD': bidAt(74) });
    expect(levels()).toEqual(['1', '0.75']);
  });

  test('an account that holds nothing any more starts anew', async () => {
    await leave(200_000_000n);
    const order = await open({});
    await play({ 'EUR/USD': bidAt(90) });
    await close(order.id);
    await product.settle();
    await product.settle();
    const rows = await product.db.query(
      'select level from contracts.margin_notice where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([]);
  });
});
