import { randomUUID } from 'node:crypto';
import { CALLS } from '@candor/protocol/light';
import { callAddress, callHeaders } from '@candor/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SilentProxy, startSilentProxy } from '../../test/silent-proxy.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';
import { type Database, openDatabase } from '../platform/postgres/db.ts';

/** Long for any answer that comes, and short enough to be waited out. */
const ANSWER_MS = 6_000;

let proxy: SilentProxy;
let product: TestApp;
/** Past the network. */
let direct: Database;
let trader: Trader;

beforeAll(async () => {
  proxy = await startSilentProxy();
  product = await startTestApp({
    route: (config) => ({ ...proxy.route(config), query_timeout: ANSWER_MS }),
  });
  direct = openDatabase({ ...product.connection, max: 1 });
});
afterAll(async () => {
  await direct.end();
  await product.stop();
  await proxy.end();
});
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
});

const countOf = async (statement: string, id: string): Promise<number | undefined> =>
  (await direct.query<{ n: number }>(statement, [id]))[0]?.n;

test('an order whose commit is not answered is unknown; asked for again it is there once', async () => {
  // From here on the account is remembered: what follows is one statement there and back.
  await trader.opens();
  const requestId = randomUUID();
  const body = {
    code: 'BTC/USDT',
    direction: 'buy' as const,
    orderType: 'market' as const,
    lots: '0.1',
    leverage: 2,
    requestId,
  };
  const { token } = trader;
  proxy.muteBehind(requestId);
  const answer = await product.app.http.inject({
    method: CALLS['contracts.open'].method,
    url: callAddress('contracts.open', {}),
    headers: callHeaders('contracts.open', { token }),
    payload: JSON.stringify(body),
  });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  await expect.poll(() => proxy.letGo(), { timeout: 10_000 }).toBe(1);
  const orders = 'select count(*)::int as n from contracts.contract where user_id = $1';
  await expect.poll(() => countOf(orders, trader.userId), { timeout: 10_000 }).toBe(2);
  const again = await product.call('contracts.open', { token, body });
  expect(again.code).toBe('200');
  expect(await countOf(orders, trader.userId)).toBe(2);
});

test('a stop whose commit is not answered is tried again, and has closed once', async () => {
  await trader.opens();
  const { id } = await trader.opens({ stopLoss: '59000' });
  await product.settle();
  const { tickId } = await trader.says('58900', '58910');
  proxy.muteBehind(id);
  await product.settle();
  await trader.says('60000', '60010');
  await product.settle();
  expect(await trader.sees(id)).toMatchObject({ reason: 'stopLoss', closeTickId: tickId });
  const closings = 'select count(*)::int as n from contracts.closing where contract_id = $1';
  expect(await countOf(closings, id)).toBe(1);
});
