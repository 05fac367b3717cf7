// Promise: on a real chain of Ethereum an exchange of three blocks after the credit takes a deposit back
// though part of it was spent: what is lacking is owed, told and a case. (RELIABILITY K3)
import { arch, platform } from 'node:os';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryOf, pays } from '../../../test/books.ts';
import { type TestChains, startTestChains } from '../../../test/local-chains.ts';
import { decideAll } from '../../../test/pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { accountKey, commitEntries, findHoldings } from '../../ledger/index.ts';
import { openChains } from '../chain/chains.ts';

/** Whether npm has the local node of Ethereum for this machine. */
function hasNode(): boolean {
  const name = `@foundry-rs/anvil-${platform()}-${arch() === 'x64' ? 'amd64' : arch()}`;
  const chains = new URL('../../../../chains/src/main.ts', import.meta.url);
  try {
    createRequire(chains).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

const WITH_NODE = hasNode();
const NETWORK = 'ethereum';
const USDT = 1_000_000n;
/** Fewer than the blocks that are exchanged: the credit comes first. */
const CONFIRMATIONS = '2';

let local: TestChains;
let product: TestApp;

beforeAll(async () => {
  if (!WITH_NODE) return;
  local = await startTestChains();
  const { rpc, usdt, xpubs } = local;
  const { ethereum } = openChains({
    ethereum: { rpc: rpc.ethereum, chainId: 31_337, usdt: usdt.ethereum },
    tron: null,
    bitcoin: null,
  });
  product = await startTestApp({
    installation: 'rehearsal',
    cashier: { chains: { ...(ethereum && { ethereum }) }, payInKeys: xpubs },
  });
  const set = await product.app.parameters.set({
    key: 'deposit.confirmationsEthereum',
    value: CONFIRMATIONS,
    from: product.clock.now(),
    note: 'a test',
  });
  expect(set.ok).toBe(true);
  product.clock.advance(1);
  await product.app.cashier.deposits.turn();
  await decideAll(product, 'payInKey');
});
afterAll(async () => {
  if (!WITH_NODE) return;
  await product.stop();
  await local.stop();
});

test.skipIf(!WITH_NODE)('three blocks that are exchanged after the credit', async () => {
  const { token, userId } = await product.register();
  const query = { asset: 'USDT', network: NETWORK } as const;
  const given = await product.call('cashier.deposit-address', { token, mode: 'real', query });
  const to = given.result.address;
  await local.order('fund', { network: NETWORK, asset: 'USDT', to, units: String(100n * USDT) });
  await local.order('mine', { network: NETWORK, blocks: 3 });
  const turn = () => product.app.cashier.deposits.turn();
  const books = async () => {
    const account = { userId, mode: 'real' } as const;
    const held = (await findHoldings(product.db, [account])).get(accountKey(account))?.USDT;
    return { cash: held?.['user:cash'] ?? 0n, reversed: held?.['user:reversed'] ?? 0n };
  };
  const state = async () =>
    (
      await product.call('cashier.deposits', {
        token,
        mode: 'real',
        query: { page: 1, size: 20 },
      })
    ).result.records.map((one) => `${one.amount} ${one.state}`);
  await turn();
  expect(await state()).toEqual(['100 credited']);
  const at = product.clock.now();
  const spent = pays('user:cash', 'user:leaving', 70n * USDT);
  const entry = entryOf('withdrawal-request', userId, [spent], { at });
  await product.db.transaction((tx) => commitEntries(tx, [entry], at));
  await local.order('reorg', { network: NETWORK, depth: 3, keeps: false });
  await local.order('mine', { network: NETWORK, blocks: 2 });
  await turn();
  await turn();
  expect(await state()).toEqual(['100 reversed']);
  expect(await books()).toEqual({ cash: 0n, reversed: -70n * USDT });
  expect(await decideAll(product, 'depositReversal')).toBe(1);
  const told = async () =>
    (
      await product.owner.query<{ kind: string }>(
        'select kind from notifications.notification where user_id = $1',
        [userId],
      )
    ).map(({ kind }) => kind);
  await expect.poll(told, { timeout: 15_000 }).toContain('deposit-owed');
});
