import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readPo } from '@candor/locales/po';
import type { Statistic } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;
let trader: Awaited<ReturnType<TestApp['register']>>;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

type Key = Statistic['key'];

async function counted(): Promise<Readonly<Record<Key, Statistic>>> {
  // Answers serve for two seconds: the page is read more often than its figures change.
  product.clock.advance(2_000);
  const { result } = await product.call('transparency.statistics');
  return Object.fromEntries(result.map((one) => [one.key, one])) as Record<Key, Statistic>;
}

async function figures(): Promise<Readonly<Record<string, string | null>>> {
  return Object.fromEntries(Object.values(await counted()).map(({ key, value }) => [key, value]));
}

/** Prices whose fills need every place USDT has, and more. */
async function says(): Promise<void> {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010.13');
  await product.price('USD/JPY', '149.99', '150.01');
  await product.price('EUR/JPY', '160.00', '160.01');
}

type Opening = { code: string; direction: 'buy' | 'sell'; lots: string; mode: 'demo' | 'real' };

async function open({ mode, ...asked }: Opening): Promise<string> {
  const answer = await product.call('contracts.open', {
    token: trader.token,
    mode,
    body: { ...asked, orderType: 'market', leverage: 2, requestId: randomUUID() },
  });
  expect(answer.code).toBe('200');
  return answer.result.id;
}

async function close(id: string, mode: 'demo' | 'real'): Promise<void> {
  const body = { requestId: randomUUID() };
  const asked = { token: trader.token, mode, params: { id }, body };
  expect((await product.call('contracts.close', asked)).code).toBe('200');
}

test('an empty installation shows zeros, each with its definition, its query and its time', async () => {
  const { result } = await product.call('transparency.statistics');
  const values = Object.fromEntries(result.map(({ key, value }) => [key, value]));
  expect(values).toEqual({
    accounts: '0',
    demoBalance: '10000',
    traded24h: '0',
    traded24hDemo: '0',
    markets: '0',
    cryptoMarkets: '0',
    feeRate: '0.001',
    feeRateCap: '0.003',
  });
  for (const { definition, query, asOf } of result) {
    expect(definition).not.toBe('');
    expect(query).not.toBe('');
    expect(asOf).toBe(product.clock.now());
  }
});

/** Where the page has the definition of each figure. */
const TEXTS: Readonly<Record<Key, string>> = {
  accounts: 'figure.accounts',
  traded24h: 'figure.traded',
  traded24hDemo: 'figure.traded-demo',
  markets: 'figure.markets',
  cryptoMarkets: 'figure.crypto-markets',
  feeRate: 'figure.fee',
  feeRateCap: 'figure.fee-cap',
  demoBalance: 'figure.demo-balance',
};

test('the page says of each figure in English what the server says, word for word', async () => {
  const file = new URL('./en.po', import.meta.resolve('@candor/locales/po'));
  const texts = new Map(readPo(readFileSync(file, 'utf8')).map(({ id, text }) => [id, text]));
  for (const { key, definition } of Object.values(await counted())) {
    expect([key, texts.get(TEXTS[key])]).toEqual([key, definition]);
  }
});

/*
 * Worked by hand. A dollar is 150 yen, so a yen is 0.006666666666666667 USDT.
 *
 *   buys 0.0317 BTC at 60,010.13                         1,902.321121
 *   buys 0.01 lots of EUR/JPY: 1,000 × 160.01 ÷ 150      1,066.733333 and more
 *   sells the euros back: 1,000 × 160.00 ÷ 150           1,066.666667, less a little
 */
const BITCOIN = '1902.321121';
const THREE_REAL = '4035.721121';
/** In the demo the bitcoin is bought and sold again, at 60,000, and euros are bought. */
const THREE_DEMO = '4871.054454';
const WITH_STAKE = '4896.554454';

test('three trades of known size change the tile by exactly their sum, each book its own', async () => {
  trader = await product.register();
  await product.deposit(trader.userId, 20_000_000_000n);
  await product.admit(trader.userId);
  await says();
  expect(await figures()).toMatchObject({ accounts: '1', traded24h: '0', traded24hDemo: '0' });

  await says();
  await open({ code: 'BTC/USDT', direction: 'buy', lots: '0.0317', mode: 'real' });
  expect(await figures()).toMatchObject({ traded24h: BITCOIN, traded24hDemo: '0' });

  await says();
  const euros = await open({ code: 'EUR/JPY', direction: 'buy', lots: '0.01', mode: 'real' });
  await close(euros, 'real');
  expect(await figures()).toMatchObject({ traded24h: THREE_REAL, traded24hDemo: '0' });

  await says();
  const bitcoin = await open({ code: 'BTC/USDT', direction: 'buy', lots: '0.0317', mode: 'demo' });
  await close(bitcoin, 'demo');
  await open({ code: 'EUR/JPY', direction: 'buy', lots: '0.01', mode: 'demo' });
  const after = await figures();
  expect(after).toMatchObject({ traded24h: THREE_REAL, traded24hDemo: THREE_DEMO });
  expect(after).toMatchObject({ markets: '3', cryptoMarkets: '1' });
});

test('the stake of an option counts with them, what it pays does not', async () => {
  await says();
  const body = { code: 'BTC/USDT', direction: 'up', period: 60, amount: '25.5' } as const;
  const asked = { token: trader.token, body: { ...body, requestId: randomUUID() } };
  expect((await product.call('options.buy', asked)).code).toBe('200');
  expect(await figures()).toMatchObject({ traded24h: THREE_REAL, traded24hDemo: WITH_STAKE });
});

test('whoever runs the published queries finds the published figures', async () => {
  const { accounts, traded24h, traded24hDemo } = await counted();
  for (const { key, query, value } of [accounts, traded24h, traded24hDemo]) {
    const sums = await Promise.all(
      query.split('; ').map(async (statement) => {
        const [row] = await product.db.query<Record<string, string>>(statement);
        return Object.entries(row ?? {});
      }),
    );
    // Stakes are kept in millionths, turnover in USDT.
    const units = sums
      .flat()
      .map(([name, text]) => (name === 'turnover' ? millionths(text) : BigInt(text)))
      .reduce((sum, one) => sum + one, 0n);
    expect([key, units]).toEqual([key, key === 'accounts' ? 1n : millionths(value ?? '')]);
  }
});

function millionths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(6, '0')}`);
}

test('what is older than a day does not count', async () => {
  product.clock.advance(86_400_000);
  expect(await figures()).toMatchObject({ traded24h: '0', traded24hDemo: '0' });
});

test('the withdrawal clock says nothing before the first, and the oldest that waits', async () => {
  const clock = () => product.call('transparency.withdrawals');
  const { result } = await clock();
  expect(result).toMatchObject({ confirmed: 0, median: null, percentile95: null, oldest: null });
  const { userId } = await product.register();
  const at = product.clock.now();
  await product.owner.query(
    `insert into cashier.withdrawal (user_id, id, request_id, quote_id, asset, network, address_id,
       address, label, amount, fee, network_fee, receive, requested_at, at)
     values ($1, $2, $2, $2, 'USDT', 'tron', $2, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', '', 2, 1, 0, 1,
       platform.from_ms($3), platform.from_ms($3))`,
    [userId, randomUUID(), at],
  );
  product.clock.advance(60_000);
  expect((await clock()).result).toMatchObject({ confirmed: 0, pending: 1, oldest: 60_000 });
});
