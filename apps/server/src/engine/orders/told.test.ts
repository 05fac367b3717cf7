import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';

let product: TestApp;
let trader: Trader;
let forgotten: pg.Client | null = null;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
  await product.settle();
  forgotten = await forgetTransaction();
});
afterEach(() => goOn());

/** A transaction writes and never commits: no fact behind it is read while the session is open. */
async function forgetTransaction(): Promise<pg.Client> {
  const client = new pg.Client(product.connection);
  // The database may end what idles in a transaction, which is what it should do.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('begin');
  await client.query("select pg_current_xact_id(), 'forgotten'");
  return client;
}

async function goOn(): Promise<void> {
  await forgotten?.end();
  forgotten = null;
}

describe('while a forgotten transaction holds every fact back', () => {
  test('a contract has its stop from its commit on', async () => {
    const order = await trader.opens({ stopLoss: '59000' });
    await trader.says('58900', '58910');
    await product.app.engine.pulse();
    await trader.says('60000', '60010');
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '58900' });
  });

  test('an order that waits is filled, and its stop acts from then on', async () => {
    const order = await trader.opens({ orderType: 'limit', price: '59500', stopLoss: '58000' });
    await trader.says('59400', '59410');
    await product.app.engine.pulse();
    expect(await trader.sees(order.id)).toMatchObject({ status: 'running', openPrice: '59410' });
    await trader.says('57900', '57910');
    await product.app.engine.pulse();
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '57900' });
  });

  test('an amended stop acts, and the one before it does not', async () => {
    const order = await trader.opens({ stopLoss: '59000' });
    expect((await trader.amends(order.id, { stopLoss: '58000' })).code).toBe('200');
    await trader.says('58900', '58910');
    await product.app.engine.pulse();
    expect((await trader.sees(order.id)).status).toBe('running');
    await trader.says('57900', '57910');
    await product.app.engine.pulse();
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '57900' });
  });

  test('what was closed, in part or whole, and what was cancelled is known as it is', async () => {
    const before = product.app.engine.size();
    const order = await trader.opens({ lots: '0.1', stopLoss: '59000' });
    const waiting = await trader.opens({ orderType: 'limit', price: '59500', lots: '0.01' });
    expect((await trader.closes(order.id, { lots: '0.04' })).code).toBe('200');
    expect(product.app.engine.size()).toBe(before + 1);
    expect((await trader.cancels(waiting.id)).code).toBe('200');
    await trader.says('58900', '58910');
    await product.app.engine.pulse();
    expect(await trader.sees(order.id)).toMatchObject({ status: 'closed', reason: 'stopLoss' });
    expect((await trader.sees(waiting.id)).status).toBe('closed');
    expect(product.app.engine.size()).toBe(before);
  });

  test('what a demo reset ended is known to have ended', async () => {
    const before = product.app.engine.size();
    const order = await trader.opens({ stopLoss: '59000' });
    await trader.opens({ orderType: 'limit', price: '59500', lots: '0.01' });
    expect(product.app.engine.size()).toBe(before + 1);
    const body = { requestId: randomUUID() };
    const { token } = trader;
    expect((await product.call('portfolio.demo-reset', { token, body })).code).toBe('200');
    expect(product.app.engine.size()).toBe(before);
    await trader.says('58900', '58910');
    await product.app.engine.pulse();
    expect(await trader.sees(order.id)).toMatchObject({ status: 'closed', reason: 'user' });
  });

  test('an option is waited for from its commit on', async () => {
    const before = product.app.options.size();
    const body = { code: 'BTC/USDT', direction: 'up', period: 60, amount: '10' } as const;
    const requestId = randomUUID();
    const { token } = trader;
    const answer = await product.call('options.buy', { token, body: { ...body, requestId } });
    expect(answer.code).toBe('200');
    expect(product.app.options.size()).toBe(before + 1);
  });

  test('the facts that come later change nothing', async () => {
    const order = await trader.opens({ stopLoss: '59000' });
    const gone = await trader.opens({ lots: '0.01' });
    expect((await trader.closes(gone.id)).code).toBe('200');
    expect((await trader.amends(order.id, { stopLoss: '58000' })).code).toBe('200');
    const size = product.app.engine.size();
    await goOn();
    await product.settle();
    await product.settle();
    expect(product.app.engine.size()).toBe(size);
    await trader.says('57900', '57910');
    await product.app.engine.pulse();
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'stopLoss', closePrice: '57900' });
  });
});

/** Ends everything of the trader past the committer of this process, and tells nobody. */
async function endAllElsewhere(requestId: string): Promise<void> {
  const account = { userId: trader.userId, mode: 'demo' } as const;
  await product.db.transaction((tx) =>
    product.app.contracts.commands.endAll(tx, { ...account, requestId, partFrom: 0 }),
  );
}

test('what another process did to an order is read when its fact comes', async () => {
  await goOn();
  const order = await trader.opens({ stopLoss: '59000' });
  await product.settle();
  // The order and the fact, as a second process would.
  await endAllElsewhere(`another:${order.id}`);
  const size = product.app.engine.size();
  await product.settle();
  await product.settle();
  expect(product.app.engine.size()).toBe(size - 1);
});

test('a fact that is heard before its commit is told leaves no later one unheard', async () => {
  await goOn();
  // The first order loads the trading account; the next is committed in one round trip.
  await trader.opens({});
  const commitAll = product.acting.commitAll.bind(product.acting);
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let committed = (): void => undefined;
  const isCommitted = new Promise<void>((resolve) => {
    committed = resolve;
  });
  vi.spyOn(product.acting, 'commitAll').mockImplementationOnce(async (statements) => {
    const rows = await commitAll(statements);
    committed();
    await held;
    return rows;
  });
  const opening = trader.opens({ stopLoss: '59000' });
  await isCommitted;
  await product.app.relay.settled();
  answer();
  await opening;
  await product.settle();
  const size = product.app.engine.size();
  // As a second process would: nobody tells of it here but the facts.
  await endAllElsewhere('another');
  await product.settle();
  await product.settle();
  expect(product.app.engine.size()).toBe(size - 2);
});
