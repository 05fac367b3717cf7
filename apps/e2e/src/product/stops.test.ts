import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@candor/kernel';
import type { Order } from '@candor/protocol/light';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listener, listen, listenAs, ticketOf } from '../support/listener.ts';
import { type Product, type Trader, cleanUp, startProduct } from '../support/product.ts';
import { GENERATED_START, writeRecording } from '../support/recordings.ts';

const CODE = 'BTC/USDT';
/** Market time between two quotes; at speed 60 it takes 200 ms. */
const STEP_MS = 12 * SECOND_MS;
const CALM = 50;
/** After the calm the price falls through the stop in one step, later it rises to the target. */
const FALL_AT = GENERATED_START + CALM * STEP_MS;
const RISE_AT = FALL_AT + 10 * STEP_MS;
const WAIT = { timeout: 40_000, interval: 50 };

/** Bids near 60,000; a fall to 59,300 and on to 59,100; a rise to 60,700. All within the band. */
function quotes(): string[] {
  const bidAt = (index: number): number => {
    const wiggle = (index % 7) * 3;
    if (index < CALM) return 60_000 + wiggle;
    if (index === CALM) return 59_300;
    if (index < CALM + 5) return 59_100 + wiggle;
    if (index < CALM + 10) return 59_800 + wiggle;
    return 60_700 + wiggle;
  };
  const rows = Array.from({ length: CALM + 400 }, (_, index) => {
    const time = GENERATED_START + index * STEP_MS;
    return `${time},${bidAt(index)},${bidAt(index) + 2}.5`;
  });
  return ['time,bid,ask', ...rows];
}

let product: Product;

beforeAll(async () => {
  const path = await writeRecording('BTCUSDT_okx_quotes.csv', quotes());
  product = await startProduct({ feed: `replay:${path}@60` });
  await product.untilOpen(CODE);
});
afterAll(cleanUp);

async function open(trader: Trader, stops: { stopLoss?: string; takeProfit?: string }) {
  const answer = await product.call('contracts.open', {
    token: trader.token,
    body: {
      code: CODE,
      direction: 'buy',
      orderType: 'market',
      lots: '0.05',
      leverage: 2,
      requestId: randomUUID(),
      ...stops,
    },
  });
  expect(answer.code).toBe('200');
  return answer.result;
}

function orderUpdate(listener: Listener, id: string): Order | undefined {
  const updates = listener.frames('ORDER_UPDATE').map(({ data }) => data);
  return updates.find((order) => order.id === id && order.status === 'closed');
}

/** The market time of the tick a stop was filled on, and its bid. */
async function fillOf(order: Order): Promise<{ time: number; bid: string }> {
  const at = order.closeTime ?? 0;
  const query = { from: at - 5_000, to: at + 1_000 };
  const { result } = await product.call('market.ticks', { params: { code: CODE }, query });
  const tick = result.find(({ id }) => id === order.closeTickId);
  return { time: tick?.time ?? 0, bid: tick?.bid ?? '' };
}

test('stops fire at the first tick across, at its price, and only their owner hears of it', async () => {
  const [owner, other] = await Promise.all([product.register(), product.register()]);
  const [ownerHears, otherHears, nobodyHears] = await Promise.all([
    listenAs(product, owner),
    listenAs(product, other),
    listen(product),
  ]);
  const stopped = await open(owner, { stopLoss: '59500' });
  const target = await open(owner, { takeProfit: '60600' });
  const kept = await open(other, {});
  expect((await product.call('market.feeds')).result.marketTime).toBeLessThan(FALL_AT);

  await expect.poll(() => orderUpdate(ownerHears, stopped.id), WAIT).toBeDefined();
  const fallen = orderUpdate(ownerHears, stopped.id)!;
  expect(fallen).toMatchObject({ reason: 'stopLoss', closePrice: '59300' });
  expect(await fillOf(fallen)).toEqual({ time: FALL_AT, bid: '59300' });

  await expect.poll(() => orderUpdate(ownerHears, target.id), WAIT).toBeDefined();
  const risen = orderUpdate(ownerHears, target.id)!;
  expect(risen.reason).toBe('takeProfit');
  expect(await fillOf(risen)).toEqual({ time: RISE_AT, bid: risen.closePrice });

  // The balance that was pushed is the one the books have.
  const { result: info } = await product.call('portfolio.info', { token: owner.token });
  expect(info.bondAmount).toBe('0');
  const balances = () => ownerHears.frames('USER_BALANCE_UPDATE', 'BATCH_USER_BALANCE_UPDATE');
  const last = () => [balances().at(-1)?.data].flat()[0];
  await expect.poll(() => last()?.baseBalance, WAIT).toBe(info.amount);
  expect(last()).toMatchObject({ userId: owner.userId, profit: info.profit, bondAmount: '0' });

  expectOwn(ownerHears, owner, [stopped.id, target.id]);
  expectOwn(otherHears, other, [kept.id]);
  // A client without a ticket hears prices and nothing else.
  expect(privateFrames(nobodyHears)).toEqual([]);
  expect(nobodyHears.quotes(CODE).length).toBeGreaterThan(10);
  const bids = nobodyHears.quotes(CODE).map(({ bid }) => bid);
  expect(bids.filter((bid) => bid.startsWith('591')).length).toBeGreaterThan(0);
});

function privateFrames(listener: Listener) {
  return listener.frames(
    'AUTH_SUCCESS',
    'REAL_TIME_PNL',
    'BATCH_REAL_TIME_PNL',
    'USER_BALANCE_UPDATE',
    'BATCH_USER_BALANCE_UPDATE',
    'ORDER_UPDATE',
    'NOTIFICATION',
  );
}

/** All a socket heard is about its own user, and it heard something of each kind. */
function expectOwn(listener: Listener, trader: Trader, orders: readonly string[]): void {
  const balances = listener.frames('USER_BALANCE_UPDATE', 'BATCH_USER_BALANCE_UPDATE');
  const users = balances.flatMap(({ data }) => data).map(({ userId }) => userId);
  expect(new Set(users)).toEqual(new Set([trader.userId]));
  const results = listener.frames('REAL_TIME_PNL', 'BATCH_REAL_TIME_PNL');
  const valued = results.flatMap(({ data }) => data).map(({ orderId }) => orderId);
  expect(new Set(valued)).toEqual(new Set(orders));
  const told = listener.frames('ORDER_UPDATE').map(({ data }) => data.id);
  expect(new Set(told)).toEqual(new Set(orders));
  // One count of private frames for the trading account, without a gap.
  const seqs = privateFrames(listener).map(({ seq }) => seq);
  const [first = 0] = seqs;
  expect(seqs).toEqual(seqs.map((_, index) => first + index));
}

test('a ticket opens its own book alone, and once', async () => {
  const [owner, other] = await Promise.all([product.register(), product.register()]);
  const thief = await listen(product);
  thief.say({ type: 'USER_AUTH', userId: owner.userId, ticket: await ticketOf(product, other) });
  expect((await thief.closed).code).toBe(4401);

  const ticket = await ticketOf(product, owner);
  const first = await listen(product);
  first.say({ type: 'USER_AUTH', userId: owner.userId, ticket });
  await expect.poll(() => first.frames('AUTH_SUCCESS').length, WAIT).toBe(1);
  const second = await listen(product);
  second.say({ type: 'USER_AUTH', userId: owner.userId, ticket });
  expect((await second.closed).code).toBe(4401);
  expect([...privateFrames(thief), ...privateFrames(second)]).toEqual([]);
});
