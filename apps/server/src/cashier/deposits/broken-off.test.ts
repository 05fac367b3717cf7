// Promise: a deposit is credited once, and taken back once, wherever in it the process is killed: before any
// of its writes, before a commit, or after one that nobody was told of. (RELIABILITY B5, P8)
import { randomUUID } from 'node:crypto';
import type { UserId } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryOf, pays } from '../../../test/books.ts';
import { createBreaking, killedEverywhere, throughRestart } from '../../../test/breaking.ts';
import { createFakeChain } from '../../../test/fake-chain.ts';
import { TEST_KEYS, decideAll } from '../../../test/pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { accountKey, commitEntries, findHoldings } from '../../ledger/index.ts';

let app: TestApp;
const tron = createFakeChain('tron');
const breaking = createBreaking();
const PAID = 7_000_000n;
const SPENT = 3_000_000n;
const NEEDED = 19;

beforeAll(async () => {
  app = await startTestApp({
    between: breaking.between,
    cashier: { chains: { tron }, payInKeys: TEST_KEYS },
  });
  await app.app.cashier.deposits.turn();
  await decideAll(app, 'payInKey');
});
afterAll(() => app.stop());

const blocks = (count: number) => Array.from({ length: count }, () => []);
const restart = () => app.restart();
const turn = () => app.app.cashier.deposits.turn();

/** Two turns: what the first found out the second does, by the process that lives. */
async function turns(): Promise<void> {
  await throughRestart({ breaking, restart }, turn);
  await throughRestart({ breaking, restart }, turn);
}

async function left(userId: UserId) {
  const account = { userId, mode: 'real' } as const;
  const held = (await findHoldings(app.owner, [account])).get(accountKey(account))?.USDT;
  const entries = await app.owner.query<{ kind: string }>(
    `select kind from ledger.entry where user_id = $1 and mode = 'real' order by seq`,
    [userId],
  );
  const deposits = await app.owner.query<{ state: string; round: number }>(
    'select state, round from cashier.deposit where user_id = $1',
    [userId],
  );
  const cases = await app.owner.query(
    `select from cases.case where kind = 'depositReversal' and user_id = $1`,
    [userId],
  );
  return {
    cash: held?.['user:cash'] ?? 0n,
    owed: held?.['user:reversed'] ?? 0n,
    entries: entries.map(({ kind }) => kind),
    deposits: deposits.map(({ state, round }) => `${state} ${round}`),
    cases: cases.length,
  };
}

const PATIENCE_MS = 240_000;

test(
  'from its block to its reversal it is in the books once, wherever the process is killed',
  async () => {
    const places = await killedEverywhere(breaking, async (nth) => {
      const { token, userId } = await app.register();
      const query = { asset: 'USDT', network: 'tron' } as const;
      const given = await app.call('cashier.deposit-address', { token, mode: 'real', query });
      breaking.breakAt(nth);
      const to = given.result.address;
      tron.mine([{ asset: 'USDT', to, units: PAID, txHash: randomUUID() }], ...blocks(NEEDED));
      await turns();
      const credited = { owed: 0n, entries: ['deposit'], deposits: ['credited 1'], cases: 0 };
      expect(await left(userId)).toEqual({ cash: PAID, ...credited });
      // Part of it is spent, and what was spent is owed.
      const at = app.clock.now();
      const spent = [pays('user:cash', 'user:leaving', SPENT)];
      const entry = entryOf('withdrawal-request', userId, spent, { at });
      await app.owner.transaction((tx) => commitEntries(tx, [entry], at));
      tron.reorg(NEEDED + 1, ...blocks(NEEDED + 2));
      await turns();
      breaking.mend();
      expect(await left(userId)).toEqual({
        cash: 0n,
        owed: -SPENT,
        entries: ['deposit', 'withdrawal-request', 'deposit-reversal'],
        deposits: ['reversed 1'],
        cases: 1,
      });
    });
    expect([...places]).toEqual(
      expect.arrayContaining([
        'before a commit',
        'after a commit',
        expect.stringContaining('insert into cashier.watcher'),
        expect.stringContaining('insert into cashier.block_seen'),
        expect.stringContaining('delete from cashier.block_seen'),
        expect.stringContaining('insert into cashier.deposit'),
        expect.stringContaining('update cashier.deposit set state'),
        expect.stringContaining('insert into ledger.entry'),
      ]),
    );
  },
  PATIENCE_MS,
);
