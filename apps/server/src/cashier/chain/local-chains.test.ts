// What is paid on a chain is read from it, once for each payment, over restarts and exchanged blocks.
import { NETWORKS, type Network } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestChains, startTestChains } from '../../../test/local-chains.ts';
import { openChains } from './chains.ts';
import type { Chain } from './port.ts';

let local: TestChains;
beforeAll(async () => {
  local = await startTestChains();
});
afterAll(() => local.stop());

function chainOf(network: Network): Chain {
  const { rpc, usdt } = local;
  const chains = openChains({
    ethereum: { rpc: rpc.ethereum, chainId: 31_337, usdt: usdt.ethereum },
    tron: { rpc: rpc.tron, usdt: usdt.tron },
    bitcoin: { rpc: rpc.bitcoin, chain: 'test' },
  });
  const chain = chains[network];
  if (chain === undefined) throw new Error(`no ${network}`);
  return chain;
}

const ASSET = { ethereum: 'USDT', tron: 'USDT', bitcoin: 'BTC' } as const;
const pay = async (network: Network, asset: string, units: string): Promise<string> => {
  const order = { network, asset, to: local.hot[network], units };
  return (await local.order<{ hash: string }>('fund', order)).hash;
};
const found = async (network: Network, hash: string) => {
  const chain = chainOf(network);
  const { height } = await chain.head();
  const span = { from: Math.max(1, height - 400), to: height };
  const all = await chain.transfersTo(
    (address) => address.toLowerCase() === local.hot[network].toLowerCase(),
    span,
  );
  return all.filter(({ txHash }) => txHash === hash);
};

test.each(NETWORKS)('a payment on %s is seen once it is in a block', async (network) => {
  const chain = chainOf(network);
  const asset = ASSET[network];
  const hash = await pay(network, asset, '1234567');
  expect(await chain.transaction(hash)).toEqual({ state: 'waiting' });
  await local.order('mine', { network, blocks: 3 });
  const to = local.hot[network];
  const [seen, ...more] = await found(network, hash);
  expect(more).toEqual([]);
  expect(seen).toMatchObject({ asset, txHash: hash, to, units: 1_234_567n });
  expect(await chain.blockAt(seen?.block.height ?? 0)).toMatchObject({ hash: seen?.block.hash });
  const mined = await chain.transaction(hash);
  expect(mined).toMatchObject({ state: 'mined', block: seen?.block });
  const paid = mined.state === 'mined' ? mined.paid : [];
  expect(paid).toContainEqual({ asset, to, units: 1_234_567n });
});

test('ETH is seen by its transactions', async () => {
  const hash = await pay('ethereum', 'ETH', '5000000000000000000');
  await local.order('mine', { network: 'ethereum', blocks: 1 });
  const [seen] = await found('ethereum', hash);
  expect(seen).toMatchObject({ asset: 'ETH', index: 0, units: 5_000_000_000_000_000_000n });
});

test.each(NETWORKS)(
  'three blocks of %s are exchanged and take a payment with them',
  async (network) => {
    const hash = await pay(network, ASSET[network], '77');
    await local.order('mine', { network, blocks: 3 });
    const [before] = await found(network, hash);
    expect(before).toBeDefined();
    await local.order('reorg', { network, depth: 3, keeps: false });
    const chain = chainOf(network);
    expect((await chain.blockAt(before?.block.height ?? 0))?.hash).not.toBe(before?.block.hash);
    expect(await found(network, hash)).toEqual([]);
    expect(await chain.transaction(hash)).toEqual({ state: 'missing' });
  },
);

test('a chain that was killed comes about again with the same blocks', async () => {
  const heads = async () => Promise.all(NETWORKS.map((network) => chainOf(network).head()));
  const before = await heads();
  local = await local.restart();
  expect(await heads()).toEqual(before);
  await local.order('mine', { network: 'ethereum', blocks: 1 });
  expect((await chainOf('ethereum').head()).parentHash).toBe(before[0]?.hash);
});
