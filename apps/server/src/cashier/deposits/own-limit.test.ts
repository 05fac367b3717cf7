// Promise: a user's own deposit limit is asked before an address is shown, counts every asset at its
// worth when it was credited, and refuses no money that arrives.
import { randomUUID } from 'node:crypto';
import { type Asset, DAY_MS, type UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFakeChain } from '../../../test/fake-chain.ts';
import { TEST_KEYS, decideAll } from '../../../test/pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { accountKey, findHoldings } from '../../ledger/index.ts';

let app: TestApp;
const tron = createFakeChain('tron');
const bitcoin = createFakeChain('bitcoin');
const USDT = 1_000_000n;
const BTC = 100_000_000n;
const BLOCKS = Array.from({ length: 25 }, () => []);

beforeAll(async () => {
  app = await startTestApp({ cashier: { chains: { tron, bitcoin }, payInKeys: TEST_KEYS } });
  await turn();
  await decideAll(app, 'payInKey');
});
afterAll(() => app.stop());

const turn = () => app.app.cashier.deposits.turn();
type User = { readonly token: string; readonly userId: UserId; readonly username: string };
type Place = { readonly asset: Asset; readonly network: Network };
const ON_TRON: Place = { asset: 'USDT', network: 'tron' };
const ON_BITCOIN: Place = { asset: 'BTC', network: 'bitcoin' };

const addressOf = ({ token }: User, query: Place = ON_TRON) =>
  app.call('cashier.deposit-address', { token, mode: 'real', query });

async function setLimit({ token }: User, amount: string, period: 'day' | 'week' | 'month') {
  const body = { kind: 'deposit', period, amount } as const;
  expect((await app.call('accounts.set-limit', { token, body })).code).toBe('200');
}

async function usedOf({ token }: User): Promise<Record<string, string | null>> {
  const { result } = await app.call('accounts.limits', { token });
  const own = result.filter(({ kind }) => kind === 'deposit');
  return Object.fromEntries(own.map(({ period, used }) => [period, used]));
}

async function cashOf(userId: UserId, asset: Asset): Promise<bigint> {
  const account = { userId, mode: 'real' } as const;
  return (
    (await findHoldings(app.db, [account])).get(accountKey(account))?.[asset]?.['user:cash'] ?? 0n
  );
}

async function pay(to: string, units: bigint, asset: 'USDT' | 'BTC' = 'USDT'): Promise<void> {
  const chain = asset === 'USDT' ? tron : bitcoin;
  chain.mine([{ asset, to, units, txHash: randomUUID() }], ...BLOCKS);
  await turn();
}

/** A second passes, and the coin has this bid. */
async function price(bid: string): Promise<void> {
  app.clock.advance(1_000);
  await app.price('BTC/USDT', bid, String(Number.parseInt(bid, 10) + 10));
}

test('without a limit of deposits the address says none, and others are not asked', async () => {
  const user = await app.register();
  const body = { kind: 'loss', period: 'day', amount: '1' } as const;
  await app.call('accounts.set-limit', { token: user.token, body });
  expect((await addressOf(user)).result.limit).toBeNull();
});

test('a limit that is used up hides the address, says which and until when, and refuses no money', async () => {
  const user = await app.register();
  await setLimit(user, '100', 'day');
  await setLimit(user, '1000', 'month');
  const first = await addressOf(user);
  const { endsAt = 0 } =
    (await app.call('accounts.limits', { token: user.token })).result.find(
      ({ kind, period }) => kind === 'deposit' && period === 'day',
    ) ?? {};
  const limit = { period: 'day', amount: '100', until: endsAt };
  expect(first.result.limit).toEqual({ ...limit, left: '100' });
  const to = first.result.address;
  await pay(to, 99_999_999n);
  // A unit is left, and it is the smallest there is.
  expect((await addressOf(user)).result.limit).toEqual({ ...limit, left: '0.000001' });
  await pay(to, 1n);
  const refused = await addressOf(user);
  expect([refused.code, refused.refused]).toEqual([
    '11018',
    expect.objectContaining({
      facts: { what: 'deposit', period: 'day', max: '100', until: String(endsAt) },
    }),
  ]);
  // What arrives all the same is credited in full, counted, and followed by its owner.
  await pay(to, 500n * USDT);
  expect(await cashOf(user.userId, 'USDT')).toBe(600n * USDT);
  expect(await usedOf(user)).toEqual({ day: '600', week: '600', month: '600' });
  const query = { page: 1, size: 20 };
  const list = await app.call('cashier.deposits', { token: user.token, mode: 'real', query });
  expect(list.result.records.map(({ state }) => state)).toEqual(Array(3).fill('credited'));
  // Its history is there to read, and no address to pay to is in it.
  const ends = `${to.slice(0, 6)}…${to.slice(-6)}`;
  expect(list.result.records.map(({ address }) => address)).toEqual(Array(3).fill(ends));
  const params = { id: list.result.records[0]?.id ?? '' };
  const one = await app.call('cashier.deposit', { token: user.token, mode: 'real', params });
  expect(one.result).toEqual(list.result.records[0]);
  expect(JSON.stringify(await app.app.cashier.deposits.find(user.userId, params.id))).not.toContain(
    to,
  );
  // The next day begins anew; the month goes on.
  app.clock.advance(DAY_MS);
  const login = {
    username: user.username,
    password: 'correct horse battery',
    client: 'api' as const,
  };
  const { token } = signedIn((await app.call('accounts.login', { body: login })).result);
  const next = await addressOf({ ...user, token });
  expect(next.code).toBe('200');
  expect(next.result.limit).toMatchObject({ period: 'day', left: '100' });
  expect(await usedOf({ ...user, token })).toMatchObject({ day: '0' });
  const again = await app.call('cashier.deposits', { token, mode: 'real', query });
  expect(again.result.records[0]?.address).toBe(to);
});

test('a user who never had an address gets none while nothing is left', async () => {
  const user = await app.register();
  const { address } = (await addressOf(user)).result;
  await pay(address, 10n * USDT);
  await setLimit(user, '10', 'week');
  expect((await addressOf(user, ON_BITCOIN)).code).toBe('11018');
  const rows = await app.db.query<{ network: string }>(
    'select network from cashier.deposit_address where user_id = $1',
    [user.userId],
  );
  expect(rows).toEqual([{ network: 'tron' }]);
});

test('what the chain took back leaves the limit as it was', async () => {
  const user = await app.register();
  await setLimit(user, '100', 'day');
  const { address } = (await addressOf(user)).result;
  await pay(address, 100n * USDT);
  expect((await addressOf(user)).code).toBe('11018');
  tron.reorg(BLOCKS.length + 1, ...BLOCKS, [], []);
  await turn();
  expect((await addressOf(user)).result.limit).toMatchObject({ left: '100' });
});

test('a coin counts as what it was worth when it was credited', async () => {
  const user = await app.register();
  await setLimit(user, '1000', 'day');
  const { address } = (await addressOf(user, ON_BITCOIN)).result;
  // No price yet: it is credited, and nobody can say what is left.
  await pay(address, BTC / 100n, 'BTC');
  expect(await cashOf(user.userId, 'BTC')).toBe(BTC / 100n);
  expect(await usedOf(user)).toEqual({ day: null, week: null, month: null });
  expect((await addressOf(user)).refused).toMatchObject({
    name: 'not-tradable-now',
    facts: { why: 'noLink' },
  });
  await price('60000');
  await turn();
  expect((await addressOf(user)).result.limit).toMatchObject({ left: '400' });
  await price('50000');
  await pay(address, BTC / 500n, 'BTC');
  await price('60000');
  await turn();
  expect(await usedOf(user)).toMatchObject({ day: '700' });
  expect((await addressOf(user)).result.limit).toMatchObject({ left: '300' });
});
