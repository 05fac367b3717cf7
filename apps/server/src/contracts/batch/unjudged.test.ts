import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type InstrumentCode } from '@candor/kernel';
import { type ServerFrame, SOCKET_PATH, live } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createManualFeed } from '../../../test/manual-feed.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';

const EUR = 'EUR/USD';
const GOLD = 'XAU/USD';
const EURO = { code: EUR, leverage: 30 };
const OUNCES = { code: GOLD, leverage: 20 };

let product: TestApp;
let trader: Trader;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await says(EUR, '1.2', '1.2');
  await says(GOLD, '2000', '2000');
  await says('BTC/USDT', '40000', '40001');
  await product.settle();
});

async function says(code: string, bid: string, ask: string): Promise<void> {
  await trader.says(bid, ask, code);
}

/** A price comes, and the engine acts on it. */
async function plays(code: string, bid: string, ask: string): Promise<void> {
  await says(code, bid, ask);
  await product.settle();
  await product.settle();
}

const info = async () => (await product.call('portfolio.info', { token: trader.token })).result;

/** What keeps an account from being judged: the place of an instrument's last price is lost. */
async function losesPrice(code: string): Promise<void> {
  await product.db.query(
    'update market.latest set seq = -1, acting_day = null, acting_seq = null where instrument = $1',
    [code],
  );
  await product.restart();
  expect(product.app.market.latest(code as InstrumentCode)).toBeNull();
  await says(GOLD, '2000', '2000.4');
  await says('BTC/USDT', '40001', '40002');
  await product.settle();
}

const UNJUDGED = {
  floatingPnL: null,
  totalAssets: null,
  netAssets: null,
  tradingEquity: null,
  freeMargin: null,
  marginLevel: null,
  unmarked: [EUR],
};

async function metric(name: string): Promise<number> {
  const { body } = await product.app.http.inject('/metrics');
  const line = body.split('\n').find((one) => one.startsWith(`${name} `)) ?? '';
  return Number.parseInt(line.slice(name.length), 10);
}

describe('while an open contract has no price', () => {
  test('its account takes no new risk, is not closed out, and can close what has a price', async () => {
    await trader.opens({ ...EURO, lots: '1' });
    const gold = await trader.opens({ ...OUNCES, lots: '0.1', stopLoss: '1300' });
    await losesPrice(EUR);
    const refusals = await metric('candor_unjudged_refusals');
    expect(await info()).toMatchObject({ ...UNJUDGED, bondAmount: '5000' });
    expect(await metric('candor_accounts_unjudged')).toBeGreaterThanOrEqual(1);

    const unjudgeable = { why: 'unjudgeable', codes: EUR };
    const { token } = trader;
    const option = { code: 'BTC/USDT', direction: 'up', period: 60, amount: '5' } as const;
    const bought = { ...option, requestId: randomUUID() };
    const refused = [
      await trader.asks({ ...OUNCES, lots: '0.01' }),
      await trader.asks({ ...OUNCES, lots: '0.01', orderType: 'limit', price: '1900' }),
      await trader.quotes({ ...OUNCES, lots: '0.01' }),
      await trader.reverses(gold.id),
      await trader.amends(gold.id, { stopLoss: null }),
      await product.call('options.quote', { token, body: option }),
      await product.call('options.buy', { token, body: bought }),
    ];
    for (const answer of refused) {
      expect(answer).toMatchObject({
        code: '10015',
        result: { name: 'not-tradable-now', facts: unjudgeable },
      });
    }
    // What is only asked for is not counted.
    expect(await metric('candor_unjudged_refusals')).toBe(refusals + 5);

    // Gold loses 6,900: whatever the euro brings, of this account nothing is known.
    const told = (await product.call('notifications.list', { token })).result.total;
    await plays(GOLD, '1310', '1310');
    expect(await trader.sees(gold.id)).toMatchObject({ status: 'running', floatingPnL: '-6900' });
    expect((await trader.sees(gold.id)).closeOutPrice).toBeUndefined();
    expect((await product.call('notifications.list', { token })).result.total).toBe(told);

    expect((await trader.closes(gold.id)).code).toBe('200');
    expect(await info()).toMatchObject(UNJUDGED);
    await plays(EUR, '1.21', '1.21');
    expect(await info()).toMatchObject({ floatingPnL: '1000', unmarked: [] });
    expect((await trader.asks({ ...EURO, lots: '0.01' })).code).toBe('10011');
  });

  test('with the first price it is judged again, and closed out when it has to be', async () => {
    const euro = await trader.opens({ ...EURO, lots: '0.5' });
    const gold = await trader.opens({ ...OUNCES, lots: '0.1' });
    await losesPrice(EUR);
    await plays(GOLD, '1200', '1200');
    expect((await trader.sees(gold.id)).status).toBe('running');
    await plays(EUR, '1.19', '1.19');
    expect(await trader.sees(gold.id)).toMatchObject({ status: 'closed', reason: 'closeOut' });
    expect((await trader.sees(euro.id)).status).toBe('running');
  });

  test('an order that is reached goes on waiting, and is filled once the account is judged', async () => {
    await trader.opens({ ...EURO, lots: '0.1' });
    const { id } = await trader.opens({
      ...OUNCES,
      lots: '0.01',
      orderType: 'limit',
      price: '1990',
    });
    await losesPrice(EUR);
    await plays(GOLD, '1980', '1980');
    expect((await trader.sees(id)).status).toBe('pending');
    await plays(EUR, '1.2', '1.2');
    await plays(GOLD, '1979', '1979');
    expect(await trader.sees(id)).toMatchObject({ status: 'running', openPrice: '1979' });
  });

  test('its balance frames say that nothing is known, and which prices are missing', async () => {
    await trader.opens({ ...EURO, lots: '0.1' });
    await losesPrice(EUR);
    product.app.http.server.listen(0, '127.0.0.1');
    await once(product.app.http.server, 'listening');
    const { port } = product.app.http.server.address() as AddressInfo;
    const frames: ServerFrame[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
    socket.on('message', (data: Buffer) => {
      const said: unknown = JSON.parse(data.toString());
      if (!Array.isArray(said)) frames.push(live.ServerFrame.parse(said));
    });
    await once(socket, 'open');
    const { token, userId } = trader;
    const { result } = await product.call('live.ticket', { token, mode: 'demo' });
    socket.send(JSON.stringify({ type: 'USER_AUTH', userId, ticket: result.ticket }));
    const last = () => frames.findLast((one) => one.type === 'USER_BALANCE_UPDATE')?.data;
    await expect.poll(() => frames.some(({ type }) => type === 'AUTH_SUCCESS')).toBe(true);
    await plays(GOLD, '2001', '2001');
    await expect
      .poll(last)
      .toMatchObject({ floatingPnL: null, totalAssets: null, unmarked: [EUR] });
    await plays(EUR, '1.21', '1.21');
    await expect.poll(last).toMatchObject({ floatingPnL: '100', unmarked: [] });
    socket.close();
  });
});

test('prices that are not running: practice money counts at cost, real money is not judged', async () => {
  const { token, userId } = trader;
  await product.admit(userId);
  await product.deposit(userId, 10_000_000_000n);
  const bought = { ...EURO, direction: 'buy', orderType: 'market', lots: '0.1' } as const;
  for (const mode of ['demo', 'real'] as const) {
    const body = { ...bought, requestId: randomUUID() };
    expect((await product.call('contracts.open', { token, mode, body })).code).toBe('200');
  }
  const now = (): ReturnType<typeof product.clock.now> => product.clock.now();
  const codes = [EUR, GOLD];
  await product.restart(createManualFeed({ now, codes, feedKey: 'another' }));
  const figures = async (mode: 'demo' | 'real') =>
    (await product.call('portfolio.info', { token, mode })).result;
  // 0.1 lots held 400 and cost a fee of 12.
  expect(await figures('demo')).toMatchObject({ floatingPnL: '0', tradingEquity: '9988' });
  expect(await figures('real')).toMatchObject(UNJUDGED);
  await product.restart();
});
