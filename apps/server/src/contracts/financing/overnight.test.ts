import { randomUUID } from 'node:crypto';
import { type UserId, parseMoney, unixMs } from '@candor/kernel';
import type { Order, OrderDetail } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createManualFeed } from '../../../test/manual-feed.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';

let product: TestApp;
let username: string;
let token: string;
let userId: UserId;

const DAY_MS = 86_400_000;
/** The next midnight, UTC, of the test's clock. */
const midnight = (): number => (Math.floor(product.clock.now() / DAY_MS) + 1) * DAY_MS;
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  // The middle of a day, so that each test has a midnight of its own ahead.
  product.clock.set(unixMs(midnight() + DAY_MS / 2));
  await product.settle();
  ({ token, userId, username } = await product.register());
  await price('60000', '60010');
});

async function price(bid: string, ask: string, code = 'BTC/USDT'): Promise<void> {
  product.clock.advance(1_000);
  await product.price(code, bid, ask);
}

/** Sessions end over the days these tests play. */
async function signIn(): Promise<void> {
  const body = { username, password: 'correct horse battery', client: 'api' as const };
  const answer = await product.call('accounts.login', { body });
  expect(answer.code).toBe('200');
  ({ token } = answer.result as { token: string });
}

async function open(change: object): Promise<Order> {
  const answer = await product.call('contracts.open', {
    token,
    body: {
      code: 'BTC/USDT',
      direction: 'buy',
      orderType: 'market',
      lots: '0.1',
      leverage: 2,
      requestId: randomUUID(),
      ...change,
    },
  });
  expect(answer.code).toBe('200');
  await product.settle();
  return answer.result;
}

async function orderNow(id: string): Promise<OrderDetail> {
  await signIn();
  return (await product.call('contracts.get', { token, params: { id } })).result;
}

type Row = { day: string; rate: string; mark: string; mark_tick: string; amount: string };

async function charges(id: string): Promise<Row[]> {
  return product.db.query<Row>(
    `select day::text as day, rate::float8::text as rate, mark::float8::text as mark, mark_tick,
            amount::text
     from contracts.financing where contract_id = $1 order by day`,
    [id],
  );
}

async function payments(): Promise<string[]> {
  const rows = await product.db.query<{ from_class: string; to_class: string; amount: string }>(
    `select p.from_class, p.to_class, (p.amount / 1e6)::float8::text as amount
     from ledger.posting p join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
     where p.user_id = $1 and p.kind = 'financing' order by e.seq, p.line`,
    [userId],
  );
  return rows.map((row) => `${row.from_class} → ${row.to_class} ${row.amount}`);
}

describe('overnight financing', () => {
  test('is charged once for a midnight, at the last mark before it, to both sides', async () => {
    const long = await open({});
    const short = await open({ direction: 'sell', lots: '0.01' });
    product.clock.set(unixMs(midnight() - 2_000));
    await price('61000', '61010');
    await product.settle();
    expect(await charges(long.id)).toEqual([]);
    const day = dayText(midnight());
    product.clock.set(unixMs(midnight() - 1));
    await price('70000', '70010');
    for (let pulses = 0; pulses < 3; pulses += 1) await product.settle();
    // 0.1 × 61,000 × 0.05 % and 0.01 × 61,010 × 0.05 %; the price after midnight does not count.
    const [charge, ...more] = await charges(long.id);
    expect(charge).toMatchObject({ day, rate: '0.0005', mark: '61000', amount: '3050000' });
    expect(more).toEqual([]);
    expect(await charges(short.id)).toMatchObject([{ mark: '61010', amount: '305050' }]);
    expect((await payments()).toSorted()).toEqual([
      'user:cash → house:financing 0.30505',
      'user:cash → house:financing 3.05',
    ]);
    const tick = await product.app.market.tick(charge?.mark_tick ?? '');
    expect(tick).toMatchObject({ code: 'BTC/USDT' });
    const now = await orderNow(long.id);
    expect(now.financing).toBe('3.05');
    const event = now.events.find(({ kind }) => kind === 'financed');
    expect(event).toMatchObject({ by: 'timer', amount: '3.05', tickId: charge?.mark_tick });
  });

  test('midnights missed while nothing ran are charged at the next start, each once', async () => {
    const order = await open({});
    const days = [0, 1, 2].map((more) => dayText(midnight() + more * DAY_MS));
    product.clock.set(unixMs(midnight() + 2 * DAY_MS + 3_600_000));
    await product.restart();
    for (let pulses = 0; pulses < 4; pulses += 1) await product.settle();
    const found = await charges(order.id);
    expect(found.map(({ day }) => day)).toEqual(days);
    expect(new Set(found.map(({ mark }) => mark))).toEqual(new Set(['60000']));
    await product.restart();
    await product.settle();
    expect(await charges(order.id)).toHaveLength(3);
    expect((await orderNow(order.id)).financing).toBe('9');
  });

  test('a start after the first ticks of a new day still finds the last price before it', async () => {
    const order = await open({});
    product.clock.set(unixMs(midnight() + 5_000));
    // Stored, but the process ends before any pulse sees the midnight.
    await price('65000', '65010');
    await product.restart();
    await product.settle();
    expect(await charges(order.id)).toMatchObject([{ mark: '60000', amount: '3000000' }]);
  });

  test('what was opened after the midnight, or closed before it, pays nothing', async () => {
    const early = await open({});
    const body = { requestId: randomUUID() };
    await product.call('contracts.close', { token, params: { id: early.id }, body });
    product.clock.set(unixMs(midnight() + 1_000));
    await signIn();
    await price('60000', '60010');
    const late = await open({});
    await product.settle();
    expect(await charges(early.id)).toEqual([]);
    expect(await charges(late.id)).toEqual([]);
  });

  test('a part that is closed takes its share of what was charged along', async () => {
    const order = await open({});
    product.clock.set(unixMs(midnight() + 1_000));
    await product.settle();
    await signIn();
    await price('60000', '60010');
    await product.settle();
    const body = { lots: '0.05', requestId: randomUUID() };
    const part = await product.call('contracts.close', { token, params: { id: order.id }, body });
    expect(part.code).toBe('200');
    const rest = await product.call('contracts.close', {
      token,
      params: { id: order.id },
      body: { requestId: randomUUID() },
    });
    expect(rest.code).toBe('200');
    // 0.1 × (60,000 − 60,010) − 6.001 − 6 − 3 of financing.
    expect(rest.result.order).toMatchObject({ financing: '3', profit: '-16.001' });
    // Opened, charged, a part closed, closed: what counts is what the rows say.
    expect(rest.result.order.version).toBe(5);
    expect((await orderNow(order.id)).version).toBe(5);
  });

  test('what cash lacks becomes deficit, and the rate is that of the midnight', async () => {
    const order = await open({ lots: '0.332' });
    product.clock.set(unixMs(midnight() + 1_000));
    await product.app.parameters.set({
      key: 'contract.financingRateCrypto',
      value: '0.001',
      from: product.clock.now(),
      note: 'a test',
    });
    await product.settle();
    // 0.332 × 60,000 × 0.05 %, not the 0.1 % of a second later.
    expect(await charges(order.id)).toMatchObject([{ rate: '0.0005', amount: '9960000' }]);
    product.clock.set(unixMs(midnight() + 1_000));
    await product.settle();
    product.clock.set(unixMs(midnight() + 1_000));
    await product.settle();
    const rest = await charges(order.id);
    expect(rest.map(({ amount }) => amount)).toEqual(['9960000', '19920000', '19920000']);
    // 10,000 − 9,961.66 margin − 19.92332 fee = 18.41668, less three nights.
    expect(await payments()).toEqual([
      'user:cash → house:financing 9.96',
      'user:cash → house:financing 8.45668',
      'user:deficit → house:financing 11.46332',
      'user:deficit → house:financing 19.92',
    ]);
  });
});

test('a stop that waits for a conversion rate still fills at its tick after a night was charged', async () => {
  await price('150', '150', 'USD/JPY');
  await price('160', '160', 'EUR/JPY');
  const order = await open({ code: 'EUR/JPY', lots: '0.01', leverage: 20, stopLoss: '159' });
  product.clock.set(unixMs(midnight() - 10_000));
  // The euro falls through the stop while nobody knows what a yen is worth.
  await price('158.5', '158.5', 'EUR/JPY');
  await product.settle();
  await price('159.5', '159.5', 'EUR/JPY');
  await product.settle();
  expect((await orderNow(order.id)).status).toBe('running');
  product.clock.set(unixMs(midnight() + 1_000));
  await product.settle();
  await product.settle();
  expect(await charges(order.id)).toHaveLength(1);
  await price('150', '150', 'USD/JPY');
  await product.settle();
  await product.settle();
  expect(await orderNow(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '158.5' });
});

test('a contract whose feed did not run at a midnight pays nothing for it', async () => {
  const order = await open({});
  const other = createManualFeed({
    now: () => product.clock.now(),
    codes: ['BTC/USDT'],
    feedKey: 'another recording',
  });
  await product.restart(other);
  product.clock.set(unixMs(midnight() + 1_000));
  await product.settle();
  expect(await charges(order.id)).toEqual([]);
  // That midnight was the other feed's; the next one is its own again.
  await product.restart();
  await product.settle();
  expect(await charges(order.id)).toEqual([]);
  const day = dayText(midnight());
  product.clock.set(unixMs(midnight() + 1_000));
  await product.settle();
  expect(await charges(order.id)).toMatchObject([{ day }]);
});

describe('what is closed around a midnight', () => {
  const closes = async (id: string, change: object = {}) => {
    const body = { requestId: randomUUID(), ...change };
    const answer = await product.call('contracts.close', { token, params: { id }, body });
    expect(answer.code).toBe('200');
    return answer.result.order;
  };
  const lotsOf = async (id: string): Promise<string[]> => {
    const rows = await product.db.query<{ lots: string }>(
      'select lots::float8::text as lots from contracts.financing where contract_id = $1',
      [id],
    );
    return rows.map(({ lots }) => lots);
  };

  test('a contract closed after it, before any pulse saw it, pays for the night', async () => {
    const order = await open({});
    product.clock.set(unixMs(midnight() + 1_000));
    await signIn();
    await price('60000', '60010');
    const closed = await closes(order.id);
    const [charge] = await charges(order.id);
    expect(charge).toMatchObject({ mark: '60000' });
    expect(parseMoney(closed.financing, 'USDT')?.units.toString()).toBe(charge?.amount);
    await product.settle();
    expect(await charges(order.id)).toHaveLength(1);
  });

  test('closing all and reversing pay for the night as well', async () => {
    const [one, other] = [await open({}), await open({ lots: '0.01' })];
    product.clock.set(unixMs(midnight() + 1_000));
    await signIn();
    await price('60000', '60010');
    const body = { requestId: randomUUID() };
    const params = { id: other.id };
    expect((await product.call('contracts.reverse', { token, params, body })).code).toBe('200');
    const all = { requestId: randomUUID() };
    expect((await product.call('contracts.close-all', { token, body: all })).code).toBe('200');
    expect(await lotsOf(one.id)).toEqual(['0.1']);
    expect(await lotsOf(other.id)).toEqual(['0.01']);
  });

  test('a part closed after it counts for the night, one closed before it does not', async () => {
    const order = await open({});
    await closes(order.id, { lots: '0.02' });
    await product.settle();
    product.clock.set(unixMs(midnight() - 950));
    await signIn();
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '60000', '60010');
    // So soon after midnight that what was done before it may still be on its way.
    await closes(order.id, { lots: '0.05' });
    expect(await lotsOf(order.id)).toEqual([]);
    product.clock.advance(1_000);
    await product.settle();
    expect(await lotsOf(order.id)).toEqual(['0.08']);
    await price('60000', '60010');
    await closes(order.id);
  });

  test('a contract the engine has not heard of pays for the night', async () => {
    const { ordersByIds } = product.app.contracts;
    Object.assign(product.app.contracts, { ordersByIds: () => Promise.resolve([]) });
    const order = await open({});
    product.clock.set(unixMs(midnight() + 1_000));
    await product.settle();
    Object.assign(product.app.contracts, { ordersByIds });
    expect(await lotsOf(order.id)).toEqual(['0.1']);
  });

  test('waits for its charge no longer than a moment, whatever the database does', async () => {
    const { financing } = product.app.contracts;
    const { owedOf } = financing;
    let answer = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const order = await open({});
    Object.assign(financing, { owedOf: () => over.then(() => []) });
    product.clock.set(unixMs(midnight() + 1_000));
    await signIn();
    await price('60000', '60010');
    try {
      expect((await closes(order.id)).status).toBe('closed');
    } finally {
      answer();
      Object.assign(financing, { owedOf });
    }
  });

  test('a stop set off before the charge closes what has paid', async () => {
    const order = await open({ stopLoss: '59000' });
    product.clock.set(unixMs(midnight() - 950));
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '58000', '58010');
    await product.settle();
    product.clock.advance(1_000);
    await product.settle();
    await product.settle();
    expect(await lotsOf(order.id)).toEqual(['0.1']);
    expect(await orderNow(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '58000' });
  });

  test('a book whose charge fails holds up neither the others nor the next night', async () => {
    const failing = userId;
    const { commands } = product.app.contracts;
    const { financing } = commands;
    commands.financing = (command) =>
      command.userId === failing
        ? Promise.reject(new Error('this charge is refused'))
        : financing(command);
    const stuck = await open({});
    ({ token, userId, username } = await product.register());
    const order = await open({ lots: '0.01' });
    for (const nights of [1, 2]) {
      product.clock.set(unixMs(midnight() + 1_000));
      for (let pulses = 0; pulses < 3; pulses += 1) await product.settle();
      expect(await charges(order.id)).toHaveLength(nights);
    }
    expect(await charges(stuck.id)).toEqual([]);
    commands.financing = financing;
    product.clock.advance(10_000);
    for (let pulses = 0; pulses < 3; pulses += 1) await product.settle();
    expect(await charges(stuck.id)).toHaveLength(2);
    expect(await charges(order.id)).toHaveLength(2);
  });

  test('what a night could not be charged for is charged after a restart', async () => {
    const { commands } = product.app.contracts;
    const failing = userId;
    const { financing } = commands;
    commands.financing = (command) =>
      command.userId === failing ? Promise.reject(new Error('refused')) : financing(command);
    const stuck = await open({});
    product.clock.set(unixMs(midnight() + 1_000));
    for (let pulses = 0; pulses < 3; pulses += 1) await product.settle();
    expect(await charges(stuck.id)).toEqual([]);
    await product.restart();
    await product.settle();
    expect(await charges(stuck.id)).toMatchObject([{ mark: '60000' }]);
  });
});
