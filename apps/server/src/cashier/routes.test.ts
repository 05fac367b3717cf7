import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCashier } from '../../test/cashier.ts';
import { createFakeChain } from '../../test/fake-chain.ts';
import { TEST_KEYS, decideAll } from '../../test/pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('terms stand for every asset a network carries, from the parameters in force', async () => {
  const { token } = await app.register();
  const { code, result } = await app.call('cashier.terms', { token });
  expect(code).toBe('200');
  expect(result.map(({ asset, network }) => `${asset} ${network}`)).toEqual([
    'USDT ethereum',
    'ETH ethereum',
    'USDT tron',
    'BTC bitcoin',
  ]);
  const bitcoin = { minDeposit: '0.015', minReceive: '0.001', feeRate: '0.001' };
  const closed = { depositOpen: false, confirmations: null, withdrawOpen: false, networkFee: null };
  expect(result.at(-1)).toMatchObject({ ...bitcoin, ...closed, usualWait: null });
});

test('what is open says so, with its confirmations, fee and waits', async () => {
  const { payoutSource } = testCashier().given;
  const { tron: wallet } = payoutSource ?? {};
  const open = await startTestApp({
    cashier: {
      chains: { tron: createFakeChain('tron'), bitcoin: createFakeChain('bitcoin') },
      payInKeys: TEST_KEYS,
      payoutSource: wallet === undefined ? {} : { tron: wallet },
    },
  });
  try {
    await open.app.cashier.deposits.turn();
    const { token } = await open.register();
    const terms = async (network: string) => {
      const { result } = await open.call('cashier.terms', { token });
      return result.find((one) => one.network === network);
    };
    // The key is set, and two people have not compared it yet.
    expect(await terms('tron')).toMatchObject({ depositOpen: false, confirmations: null });
    await decideAll(open, 'payInKey');
    expect(await terms('tron')).toMatchObject({
      depositOpen: true,
      confirmations: 19,
      withdrawOpen: true,
      networkFee: '1',
      usualWait: null,
      longestWait: null,
    });
    // Its chain is read and no wallet pays there.
    expect(await terms('bitcoin')).toMatchObject({ depositOpen: true, withdrawOpen: false });
    // Neither.
    expect(await terms('ethereum')).toMatchObject({ depositOpen: false, withdrawOpen: false });
  } finally {
    await open.stop();
  }
});
