import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, type Mode, type UserId, ensure, parseMoney } from '@candor/kernel';
import type { CallInput } from '@candor/protocol/light';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answered, type TestApp, startTestApp } from '../../../test/start-app.ts';

let product: TestApp;
let token: string;
let userId: UserId;
let username: string;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

beforeEach(async () => {
  await somebodyNew();
  await says('60000', '60010');
});

/** With 5,000 USDT of real money and the risk acknowledged. */
async function somebodyNew(): Promise<void> {
  ({ token, userId, username } = await product.register());
  await product.admit(userId);
  await product.deposit(userId, 5_000_000_000n);
}

/** Time passes, and the session with it. */
async function later(ms: number): Promise<void> {
  product.clock.advance(ms);
  const body = { username, password: 'correct horse battery', client: 'api' as const };
  ({ token } = signedIn((await product.call('accounts.login', { body })).result));
  await says('60000', '60010');
}

async function says(bid: string, ask: string): Promise<void> {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', bid, ask);
}

/** Buys 60.01 USDT of bitcoin: a fee of 0.06001, and a spread of 0.01. */
const open = (change: object = {}, mode: Mode = 'real'): Promise<Answered<'contracts.open'>> =>
  product.call('contracts.open', {
    token,
    mode,
    body: {
      code: 'BTC/USDT',
      direction: 'buy',
      orderType: 'market',
      lots: '0.001',
      leverage: 2,
      requestId: randomUUID(),
      ...change,
    },
  });

async function opens(change: object = {}, mode: Mode = 'real'): Promise<string> {
  const answer = await open(change, mode);
  expect([answer.code, answer.refused?.facts]).toEqual(['200', undefined]);
  return answer.result.id;
}

async function limit(body: NonNullable<CallInput<'accounts.set-limit'>['body']>): Promise<number> {
  const answer = await product.call('accounts.set-limit', { token, body });
  expect(answer.code).toBe('200');
  return answer.result.effectiveAt;
}

async function pause(ms: number): Promise<void> {
  const body = { until: product.clock.now() + ms };
  expect((await product.call('accounts.timeout', { token, body })).code).toBe('200');
}

const act = (id: string, mode: Mode, more: object = {}) => ({
  token,
  mode,
  params: { id },
  body: { requestId: randomUUID(), ...more },
});

async function used(kind: 'deposit' | 'loss' | 'turnover', period: 'day' | 'week' | 'month') {
  const { result } = await product.call('accounts.limits', { token });
  const found = result.find((one) => one.kind === kind && one.period === period);
  return ensure(found, 'every limit is listed').used;
}

const PERIODS = ['day', 'week', 'month'] as const;

describe('a limit of turnover', () => {
  test.each(PERIODS)('of a %s takes what reaches it and refuses a unit more', async (period) => {
    await limit({ kind: 'turnover', period, amount: '60.009999' });
    const refused = await open();
    expect(refused.code).toBe('11018');
    const { until, ...facts } = refused.refused.facts ?? {};
    expect(facts).toEqual({ what: 'turnover', period, max: '60.009999' });
    expect(Number.parseInt(until ?? '', 10)).toBeGreaterThan(product.clock.now());

    await somebodyNew();
    await limit({ kind: 'turnover', period, amount: '60.01' });
    const id = await opens();
    expect(await used('turnover', period)).toBe('60.01');
    // What is left is nothing, so the smallest order is too much; the demo asks nothing.
    expect((await open({ lots: '0.0001' })).code).toBe('11018');
    await opens({}, 'demo');
    expect((await product.call('contracts.close', act(id, 'real'))).code).toBe('200');
    // What is closed makes no room.
    expect((await open({ lots: '0.0001' })).code).toBe('11018');
  });

  test('begins anew with its period', async () => {
    await limit({ kind: 'turnover', period: 'day', amount: '60.01' });
    await opens();
    await later(DAY_MS);
    await opens();
    expect((await open()).code).toBe('11018');
  });

  test('counts what was opened before it was set', async () => {
    await opens();
    await limit({ kind: 'turnover', period: 'day', amount: '120.019999' });
    expect((await open()).code).toBe('11018');
  });
});

describe('a limit of loss', () => {
  test.each(PERIODS)('of a %s takes what reaches it and refuses a unit more', async (period) => {
    await limit({ kind: 'loss', period, amount: '0.070009' });
    const refused = await open();
    expect([refused.code, refused.refused.facts?.['what']]).toEqual(['11018', 'loss']);

    await somebodyNew();
    await limit({ kind: 'loss', period, amount: '0.07001' });
    const id = await opens();
    expect(await used('loss', period)).toBe('0.07001');
    expect((await open({ lots: '0.0001' })).code).toBe('11018');
    expect((await product.call('contracts.close', act(id, 'real'))).code).toBe('200');
    // And the fee of closing, which no limit holds up.
    expect(await used('loss', period)).toBe('0.13001');
  });

  test('counts what open contracts stand at a loss, and gains only once they are there', async () => {
    await limit({ kind: 'loss', period: 'day', amount: '5' });
    const id = await opens();
    await says('55000', '55010');
    expect(await used('loss', 'day')).toBe('5.07001');
    expect((await open()).code).toBe('11018');
    await says('80000', '80010');
    expect(await used('loss', 'day')).toBe('0.06001');
    expect((await product.call('contracts.close', act(id, 'real'))).code).toBe('200');
    expect(await used('loss', 'day')).toBe('0');
  });

  test('lets a stop be brought nearer once it is reached, not taken away', async () => {
    const id = await opens({ stopLoss: '55000' });
    await says('57000', '57010');
    await limit({ kind: 'loss', period: 'day', amount: '1' });
    const amend = (stopLoss: string | null) =>
      product.call('contracts.amend', act(id, 'real', { stopLoss }));
    expect([(await amend(null)).code, (await amend('54000')).code]).toEqual(['11018', '11018']);
    expect((await amend('56000')).code).toBe('200');
  });
});

describe('a reversal', () => {
  const reverse = (id: string, mode: Mode) =>
    product.call('contracts.reverse', act(id, mode) as never);

  test('opens, so it asks the limits, with what its closing loses', async () => {
    // 60.01 was opened, and 60 is opened the other way; a fee each time.
    const id = await opens();
    await limit({ kind: 'turnover', period: 'day', amount: '120.009999' });
    expect((await reverse(id, 'real')).code).toBe('11018');
    const order = await product.call('contracts.get', { token, mode: 'real', params: { id } });
    expect(order.result.status).toBe('running');
  });

  test('within them is taken', async () => {
    const id = await opens();
    await limit({ kind: 'turnover', period: 'day', amount: '120.01' });
    await limit({ kind: 'loss', period: 'day', amount: '0.20001' });
    expect((await reverse(id, 'real')).code).toBe('200');
  });

  test('that would lose a unit more than is left is not', async () => {
    const id = await opens();
    await limit({ kind: 'loss', period: 'day', amount: '0.200009' });
    expect((await reverse(id, 'real')).code).toBe('11018');
  });
});

describe('while somebody pauses', () => {
  test.each(['demo', 'real'] as const)('nothing new is begun in %s', async (mode) => {
    const id = await opens({ stopLoss: '50000' }, mode);
    const waits = { orderType: 'limit', price: '59000' };
    const waiting = await opens(waits, mode);
    await pause(HOUR_MS);
    const refused = await open({}, mode);
    expect([refused.code, refused.refused.facts]).toEqual([
      '10008',
      { why: 'timeout', until: String(product.clock.now() + HOUR_MS) },
    ]);
    expect((await open(waits, mode)).code).toBe('10008');
    const reversed = await product.call('contracts.reverse', act(id, mode) as never);
    expect(reversed.code).toBe('10008');
    const amend = async (order: string, change: object) =>
      (await product.call('contracts.amend', act(order, mode, change))).code;
    expect(await amend(id, { stopLoss: null })).toBe('10008');
    expect(await amend(waiting, { price: '59500' })).toBe('10008');

    // What takes risk away stays open.
    expect(await amend(id, { stopLoss: '51000', takeProfit: '70000' })).toBe('200');
    expect((await product.call('contracts.cancel', act(waiting, mode))).code).toBe('200');
    expect((await product.call('contracts.close', act(id, mode, { lots: '0.0005' }))).code).toBe(
      '200',
    );
    const all = await product.call('contracts.close-all', {
      token,
      mode,
      body: { requestId: randomUUID() },
    });
    expect(all.result.closed).toHaveLength(1);

    await later(HOUR_MS);
    await opens({}, mode);
  });

  test('no option is bought', async () => {
    const buy = () =>
      product.call('options.buy', {
        token,
        body: {
          code: 'BTC/USDT',
          direction: 'up',
          period: 60,
          amount: '10',
          requestId: randomUUID(),
        },
      });
    expect((await buy()).code).toBe('200');
    await pause(HOUR_MS);
    const refused = await buy();
    expect([refused.code, refused.refused.facts?.['why']]).toEqual(['10008', 'timeout']);
  });

  test('an order that reaches its price ends as rejected', async () => {
    const id = await opens({ orderType: 'limit', price: '59000' }, 'demo');
    await pause(HOUR_MS);
    await says('58990', '58999');
    await product.settle();
    const { result } = await product.call('contracts.get', { token, params: { id } });
    expect(result).toMatchObject({ status: 'closed', reason: 'rejected', rejectedCode: '10008' });
  });

  test('a freeze stands in the way until it is lifted', async () => {
    await opens({}, 'demo');
    expect((await product.call('accounts.freeze', { token, body: {} })).code).toBe('200');
    const refused = await open({}, 'demo');
    expect([refused.code, refused.refused.facts]).toEqual([
      '10008',
      { why: 'freeze', until: 'none' },
    ]);
  });

  test('a self-exclusion does the same', async () => {
    await opens({}, 'demo');
    const now = product.clock.now();
    const until = now + 180 * DAY_MS;
    const excluded = await product.call('accounts.self-exclude', { token, body: { until } });
    expect(excluded.result).toEqual({ until });
    expect((await open({}, 'demo')).refused.facts).toEqual({
      why: 'exclusion',
      until: String(until),
    });
  });
});

test('an order that waits and would pass a limit when it triggers ends as rejected', async () => {
  const id = await opens({ orderType: 'limit', price: '59000' });
  await limit({ kind: 'turnover', period: 'week', amount: '58.9' });
  await says('58990', '58999');
  await product.settle();
  const { result } = await product.call('contracts.get', { token, mode: 'real', params: { id } });
  expect(result).toMatchObject({ status: 'closed', reason: 'rejected', rejectedCode: '11018' });
});

test('a limit holds from the answer on, however many orders are on their way', async () => {
  const orders = Array.from({ length: 30 }, () => open({ lots: '0.0001' }));
  const set = limit({ kind: 'turnover', period: 'day', amount: '30.005' });
  await Promise.all([...orders, set]);
  const more = await Promise.all(Array.from({ length: 10 }, () => open({ lots: '0.0001' })));
  const units = async () => parseMoney((await used('turnover', 'day')) ?? '', 'USDT')?.units ?? 0n;
  // Either those on their way had passed it already, and nothing came after them; or nothing did.
  const isRefused = more.every(({ code }) => code === '11018');
  expect(isRefused || (await units()) <= 30_005_000n).toBe(true);
  expect(more.some(({ code }) => code === '11018')).toBe(true);
});

test('another process is held to what this one was told', async () => {
  await opens({}, 'demo');
  await pause(HOUR_MS);
  await product.restart();
  await says('60000', '60010');
  expect((await open({}, 'demo')).code).toBe('10008');
});
