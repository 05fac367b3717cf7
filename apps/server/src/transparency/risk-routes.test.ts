import { randomUUID } from 'node:crypto';
import { DAY_MS, type UserId, formatMoney, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { shareOfLosers } from './rules.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

type Trader = { readonly token: string; readonly userId: UserId };

/** A user with real money who may trade; a token lives ten minutes, so each command is soon. */
async function trader(): Promise<Trader> {
  const one = await product.register();
  await product.deposit(one.userId, 20_000_000_000n);
  await product.admit(one.userId);
  return one;
}

async function open(
  { token }: Trader,
  direction: 'buy' | 'sell',
  change: { lots?: string; mode?: 'demo' | 'real' } = {},
): Promise<string> {
  const { lots = '0.1', mode = 'real' } = change;
  const answer = await product.call('contracts.open', {
    token,
    mode,
    body: {
      code: 'BTC/USDT',
      direction,
      orderType: 'market',
      lots,
      leverage: 2,
      requestId: randomUUID(),
    },
  });
  expect(answer.code).toBe('200');
  return answer.result.id;
}

async function close({ token }: Trader, id: string, mode: 'demo' | 'real' = 'real') {
  const answer = await product.call('contracts.close', {
    token,
    mode,
    params: { id },
    body: { requestId: randomUUID() },
  });
  expect(answer.code).toBe('200');
}

const says = async (bid: string, ask: string): Promise<void> => {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', bid, ask);
};

/**
 * Twenty accounts, worked by hand. Each trade is 0.1 BTC; a fee is 0.1 % of its notional. Prices:
 * first 60,000 / 60,010, at the end 61,000 / 61,010.
 *
 *  1–5   bought at 60,010, sold at 61,000:  +99 − 6.001 − 6.1   = +86.899
 *  6–8   sold at 60,000, bought at 61,010:  −101 − 6 − 6.101    = −113.101
 *  9–11  bought at 60,010, sold at 60,000:  −1 − 6.001 − 6      = −13.001   only the costs
 *  12–14 bought at 60,010, still open:      +99 − 6.001         = +92.999   at the bid 61,000
 *  15–16 sold at 60,000, still open:        −101 − 6            = −107      at the ask 61,010
 *  17    won once and lost once:            86.899 − 113.101    = −26.202
 *  18    deposits and never trades                              not counted
 *  19    trades in the demo alone                               not counted
 *  20    lost and closed more than a year before                not counted
 *
 * Seventeen are counted; 6–8, 9–11, 15–16 and 17 lost: nine of them.
 */
test('twenty accounts, worked by hand', async () => {
  await says('60000', '60010');
  const dormant = await trader();
  await close(dormant, await open(dormant, 'buy'));
  const yearAgo = product.clock.now();
  product.clock.advance(365 * DAY_MS);
  await says('60000', '60010');

  const traders: Trader[] = [];
  for (let count = 0; count < 19; count += 1) traders.push(await trader());
  const [depositor, demo] = [traders[17] as Trader, traders[18] as Trader];
  const group = (from: number, to: number): Trader[] => traders.slice(from - 1, to);
  const opened = new Map<Trader, string>();
  for (const one of [...group(1, 5), ...group(12, 14)]) opened.set(one, await open(one, 'buy'));
  for (const one of [...group(6, 8), ...group(15, 16)]) opened.set(one, await open(one, 'sell'));
  for (const one of group(9, 11)) await close(one, await open(one, 'buy'));
  const both = traders[16] as Trader;
  const mixed = [await open(both, 'buy'), await open(both, 'sell')];
  const practice = await open(demo, 'sell', { mode: 'demo' });

  await says('61000', '61010');
  for (const one of [...group(1, 5), ...group(6, 8)]) await close(one, opened.get(one) ?? '');
  for (const id of mixed) await close(both, id);
  await close(demo, practice, 'demo');

  const since = plusMs(product.clock.now(), -365 * DAY_MS);
  const { byUser, firstAt } = await product.app.contracts.results({ mode: 'real', since });
  const resultOf = (one: Trader): string | undefined => {
    const result = byUser.get(one.userId);
    return result === undefined ? undefined : formatMoney(result);
  };
  expect(group(1, 5).map(resultOf)).toEqual(Array(5).fill('86.899'));
  expect(group(6, 8).map(resultOf)).toEqual(Array(3).fill('-113.101'));
  expect(group(9, 11).map(resultOf)).toEqual(Array(3).fill('-13.001'));
  expect(group(12, 14).map(resultOf)).toEqual(Array(3).fill('92.999'));
  expect(group(15, 16).map(resultOf)).toEqual(Array(2).fill('-107'));
  expect(resultOf(both)).toBe('-26.202');
  expect([depositor, demo, dormant].map(resultOf)).toEqual([undefined, undefined, undefined]);
  expect(byUser.size).toBe(17);
  expect(firstAt).toBe(yearAgo);
  // 9 ÷ 17 = 0.52941176…
  expect(shareOfLosers([...byUser.values()])).toBe('0.529412');

  const { result } = await product.call('transparency.risk');
  expect(result).toMatchObject({ losingShare: null, accounts: 17, to: product.clock.now() });
  expect(result.from).toBe(since);
  expect(result.definition).toContain('after fees and financing');
  expect(result.query).toContain('contracts.closing');
});

test('the parameter table is published whole, each number with its history and the one in force', async () => {
  const { result } = await product.call('transparency.fees');
  expect(result.schema).toBe('candor-fees/1');
  expect(result.asOf).toBe(product.clock.now());
  const { parameters } = product.app;
  const from = plusMs(product.clock.now(), 1_000);
  const set = { key: 'contract.feeRate', value: '0.002', from, note: 'New costs' } as const;
  expect((await parameters.set(set)).ok).toBe(true);
  const feeRate = async () =>
    (await product.call('transparency.fees')).result.parameters.find(
      ({ key }) => key === 'contract.feeRate',
    );
  const versions = [
    { version: 1, value: '0.001', from: 0, note: 'default' },
    { version: 2, value: '0.002', from, note: 'New costs' },
  ];
  expect(await feeRate()).toEqual({
    key: 'contract.feeRate',
    type: 'share',
    use: 'inUse',
    value: '0.001',
    versions,
  });
  product.clock.advance(1_000);
  expect(await feeRate()).toMatchObject({ value: '0.002', versions });
  const uses = new Map(result.parameters.map(({ key, use }) => [key, use]));
  expect(uses.get('contract.closeOutLevel')).toBe('fixed');
  expect(uses.get('loan.ltvMax')).toBe('inUse');
  expect(
    result.parameters.every(({ value, versions: all }) => value !== '' && all.length > 0),
  ).toBe(true);
});
