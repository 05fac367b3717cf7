import { randomUUID } from 'node:crypto';
import { type UserId, newUuid } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Entry, commitEntries } from '../ledger/index.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Bitcoin into a real account, as a watcher brings it. */
async function depositBitcoin(userId: UserId, units: bigint): Promise<void> {
  const at = app.clock.now();
  const entry: Entry = {
    id: newUuid(at) as Entry['id'],
    userId,
    mode: 'real',
    kind: 'deposit',
    requestId: `deposit:${randomUUID()}`,
    part: 0,
    cause: 'case',
    subject: null,
    reverses: null,
    at,
    postings: [{ from: 'world:bitcoin', to: 'user:cash', asset: 'BTC', units }],
  };
  await app.db.transaction((tx) => commitEntries(tx, [entry], at));
}

test('coins count at their bid, say of which moment, and are nothing known without a price', async () => {
  const { token, userId } = await app.register();
  await app.deposit(userId, 250_000_000n);
  await depositBitcoin(userId, 50_000_000n);
  const read = async () => {
    const assets = (await app.call('portfolio.assets', { token, mode: 'real' })).result;
    const info = (await app.call('portfolio.info', { token, mode: 'real' })).result;
    return { assets, info };
  };
  const before = await read();
  const [usdt] = before.assets;
  expect(before.assets.map(({ asset }) => asset)).toEqual(['USDT', 'BTC', 'ETH']);
  expect(before.assets[1]).toMatchObject({ amount: '0.5', cash: '0.5', value: null, mark: null });
  expect([before.info.totalAssets, before.info.netAssets]).toEqual([null, null]);
  await app.price('BTC/USDT', '60000', '60010');
  const at = app.clock.now();
  expect((await read()).assets[1]?.mark?.isFresh).toBe(true);
  // An older mark is a mark: its moment is said beside the value, and that it is old.
  app.clock.advance(86_400_000);
  const after = await app.app.portfolio.assets({ userId, mode: 'real' });
  expect(after[0]).toEqual(usdt);
  expect(after[1]).toMatchObject({ value: '30000', mark: { bid: '60000', isFresh: false } });
  expect(after[1]?.mark?.at).toBeLessThanOrEqual(at);
  const info = await app.app.portfolio.info({ userId, mode: 'real' });
  expect(info.totalAssets).toBe('30250');
  expect(info.valuedAt).toBe(after[1]?.mark?.at);
});
