// Promise: that a batch can never be sent is what a real chain says of real transactions, never a guess: what
// pays is no proof, a young block is none, and an exchange of blocks takes the proof back. (PRODUCT 9)
import type { Asset } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestChains, startTestChains } from '../../../../test/local-chains.ts';
import { openChains } from '../../chain/chains.ts';
import { findDead, judgeCorrection } from './dead.ts';
import { readPlan } from './document.ts';
import { cancellingEthereum, unsignedBitcoin, unsignedEthereum, unsignedTron } from './unsigned.ts';

let local: TestChains;
beforeAll(async () => {
  local = await startTestChains();
});
afterAll(() => local.stop());

type Payment = { readonly asset: Asset; readonly to: string; readonly units: bigint };

const USER = '0x52908400098527886E0F7030069857D2E4169EE7';
const USER_TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const IDS = ['first', 'second', 'third'];
const pendingOf = (ids: readonly string[]) => ids.map((id) => ({ id, txHash: null }));
const sorted = (ids: ReadonlySet<string>) => [...ids].toSorted();

function open() {
  const { rpc, usdt } = local;
  const chains = openChains({
    ethereum: { rpc: rpc.ethereum, chainId: 31_337, usdt: usdt.ethereum },
    tron: { rpc: rpc.tron, usdt: usdt.tron },
    bitcoin: { rpc: rpc.bitcoin, chain: 'test' },
  });
  const { ethereum, tron, bitcoin } = chains;
  if (ethereum === undefined || tron === undefined || bitcoin === undefined) {
    throw new Error('all of them are named');
  }
  return { ethereum, tron, bitcoin };
}

/** The document of a batch, as it is exported. */
function documentOf(
  network: Network,
  payments: readonly Payment[],
  made: { readonly unsigned: readonly unknown[]; readonly psbt?: string },
): string {
  return JSON.stringify({
    batch: 'W-000001',
    network,
    from: local.hot[network],
    createdAt: 0,
    items: payments.map(({ to, asset, units }, place) => ({
      withdrawalId: IDS[place],
      to,
      asset,
      units: units.toString(),
      unsigned: made.unsigned[place] ?? null,
    })),
    ...(made.psbt !== undefined && { psbt: made.psbt }),
  });
}

/** Signs and sends as the signer does, outside the server; a block follows. */
async function sign(
  network: Network,
  batch: { readonly items: readonly object[]; readonly psbt?: string },
): Promise<string[]> {
  const said = { batch: 'W-000001', network, from: local.hot[network], createdAt: 0, ...batch };
  const { hashes } = await local.order<{ hashes: { hash: string }[] }>('sign', { batch: said });
  return hashes.map(({ hash }) => hash);
}

const mine = (network: Network, blocks: number) => local.order('mine', { network, blocks });

test('on Ethereum a nonce that another transaction used up is dead, 64 blocks deep', async () => {
  const { ethereum } = open();
  const hot = local.hot.ethereum;
  const payments: Payment[] = [
    { asset: 'USDT', to: USER, units: 5_000_000n },
    { asset: 'USDT', to: USER, units: 6_000_000n },
    { asset: 'ETH', to: USER, units: 7_000_000_000_000_000n },
  ];
  const spending = await ethereum.spendingOf(hot);
  const unsigned = await unsignedEthereum(payments, { spending, usdt: local.usdt.ethereum });
  const document = documentOf('ethereum', payments, { unsigned });
  const plan = await readPlan('ethereum', document);
  expect(plan.planned.map(({ uses }) => uses)).toEqual(
    [0, 1, 2].map((place) => [`nonce:${spending.nonce + place}`]),
  );
  // The first is sent and mined as it was exported.
  const item = (place: number, text: string) => ({ withdrawalId: IDS[place], unsigned: text });
  const [paid = ''] = await sign('ethereum', { items: [item(0, unsigned[0] ?? '')] });
  // The others wait at the node when what uses their nonces up takes their place.
  const rest = [item(1, unsigned[1] ?? ''), item(2, unsigned[2] ?? '')];
  const cancelling = await cancellingEthereum(unsigned.slice(1), { spending, from: hot });
  const cancels = cancelling.map((text, place) => item(place + 1, text));
  const sent = await sign('ethereum', { items: [...rest, ...cancels] });
  const [waiting, used] = [sent.slice(0, 2), sent.slice(2)];
  const pending = [
    { id: 'first', txHash: null },
    { id: 'second', txHash: waiting[0] ?? '' },
    { id: 'third', txHash: null },
  ];
  const hashes = [paid, ...used];
  const dead = async () => (await findDead(open().ethereum, { plan, pending, hashes })).ids;
  expect(await dead()).toEqual(new Set());
  await mine('ethereum', 62);
  expect(await dead()).toEqual(new Set());
  await mine('ethereum', 1);
  const { ids, said } = await findDead(ethereum, { plan, pending, hashes });
  expect(sorted(ids)).toEqual(['second', 'third']);
  expect(said).toContain(`nonce:${spending.nonce + 1} was used up by ${used[0]}`);
  for (const hash of waiting) {
    expect(await ethereum.transaction(hash)).toEqual({ state: 'missing' });
  }
  // Without the transactions, or by those of others, nothing is shown.
  expect((await findDead(ethereum, { plan, pending, hashes: [] })).ids.size).toBe(0);
  const others = await local.order<{ hash: string }>('fund', {
    network: 'ethereum',
    asset: 'ETH',
    to: hot,
    units: '1',
  });
  await mine('ethereum', 64);
  const foreign = await findDead(ethereum, { plan, pending, hashes: [others.hash] });
  expect(foreign.ids.size).toBe(0);
  // What was mistyped gives way to what pays, and to nothing else.
  const about = { plan, id: 'first', oldHash: `0x${'ab'.repeat(32)}` };
  expect(await judgeCorrection(ethereum, { ...about, newHash: paid })).toBe('right');
  expect(await judgeCorrection(ethereum, { ...about, newHash: used[0] ?? '' })).toBe(
    'new-is-wrong',
  );
  const held = { ...about, oldHash: paid, newHash: used[0] ?? '' };
  expect(await judgeCorrection(ethereum, held)).toBe('old-may-pay');
});

test('an exchange of blocks takes the proof back', async () => {
  const { ethereum } = open();
  const hot = local.hot.ethereum;
  const payments: Payment[] = [{ asset: 'USDT', to: USER, units: 5_000_000n }];
  const spending = await ethereum.spendingOf(hot);
  const unsigned = await unsignedEthereum(payments, { spending, usdt: local.usdt.ethereum });
  const plan = await readPlan('ethereum', documentOf('ethereum', payments, { unsigned }));
  const [text = ''] = await cancellingEthereum(unsigned, { spending, from: hot });
  const hashes = await sign('ethereum', { items: [{ withdrawalId: 'first', unsigned: text }] });
  await mine('ethereum', 63);
  const pending = pendingOf(['first']);
  expect((await findDead(ethereum, { plan, pending, hashes })).ids.size).toBe(1);
  await local.order('reorg', { network: 'ethereum', depth: 64, keeps: false });
  expect((await findDead(open().ethereum, { plan, pending, hashes })).ids.size).toBe(0);
});

test('on Bitcoin a batch whose coin was spent otherwise is dead, six blocks deep', async () => {
  const { bitcoin } = open();
  const from = local.hot.bitcoin;
  const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const payments: Payment[] = [
    { asset: 'BTC', to, units: 50_000n },
    { asset: 'BTC', to, units: 60_000n },
  ];
  const spending = await bitcoin.spendingOf(from);
  const psbt = unsignedBitcoin(payments, { spending, from }) ?? '';
  const plan = await readPlan('bitcoin', documentOf('bitcoin', payments, { unsigned: [], psbt }));
  const coins = spending.coins.map(({ txHash, index }) => `${txHash}:${index}`);
  const [planned] = plan.planned;
  expect(planned?.uses.length).toBeGreaterThan(0);
  expect(coins).toEqual(expect.arrayContaining([...(planned?.uses ?? [])]));
  // The same coins pay another.
  const other: Payment[] = [{ asset: 'BTC', to, units: 70_000n }];
  const otherwise = unsignedBitcoin(other, { spending, from }) ?? '';
  const items = [{ withdrawalId: 'other', unsigned: null }];
  const hashes = await sign('bitcoin', { items, psbt: otherwise });
  const pending = pendingOf(['first', 'second']);
  const dead = async () => sorted((await findDead(bitcoin, { plan, pending, hashes })).ids);
  await mine('bitcoin', 4);
  expect(await dead()).toEqual([]);
  await mine('bitcoin', 1);
  expect(await dead()).toEqual(['first', 'second']);
  // One that pays them, e.g. with a higher fee, is no proof against them.
  const next = await bitcoin.spendingOf(from);
  const again = unsignedBitcoin(payments, { spending: next, from }) ?? '';
  const replanned = await readPlan(
    'bitcoin',
    documentOf('bitcoin', payments, { unsigned: [], psbt: again }),
  );
  const paid = await sign('bitcoin', { items, psbt: again });
  await mine('bitcoin', 6);
  const after = await findDead(bitcoin, { plan: replanned, pending, hashes: paid });
  expect(after.ids.size).toBe(0);
});

test('on Tron nothing is dead before its time is over', async () => {
  const { tron } = open();
  const from = local.hot.tron;
  const payments: Payment[] = [{ asset: 'USDT', to: USER_TRON, units: 5_000_000n }];
  await mine('tron', 1);
  const spending = await tron.spendingOf();
  const pending = pendingOf(['first']);
  const planOf = (expiration: number) => {
    const given = { spending: { ...spending, expiration }, usdt: local.usdt.tron, from };
    const unsigned = payments.map((one) => unsignedTron(one, given));
    const document = documentOf('tron', payments, { unsigned });
    return { plan: readPlan('tron', document), unsigned };
  };
  const late = planOf(spending.expiration);
  await mine('tron', 41);
  const young = { plan: await late.plan, pending, hashes: [] };
  expect((await findDead(tron, young)).ids.size).toBe(0);
  const over = planOf(spending.timestamp);
  const { ids, said } = await findDead(tron, { plan: await over.plan, pending, hashes: [] });
  expect(sorted(ids)).toEqual(['first']);
  expect(said).toContain('is not on the chain and expired before block');
  // What was sent in time is on the chain, whatever the time is.
  const items = [{ withdrawalId: 'first', unsigned: late.unsigned[0] ?? null }];
  const [hash = ''] = await sign('tron', { items });
  await mine('tron', 41);
  const [planned] = (await late.plan).planned;
  expect(planned?.hash).toBe(hash);
  const sent = { from, planned: [{ ...planned, expiresAt: spending.timestamp }] } as never;
  expect((await findDead(tron, { plan: sent, pending, hashes: [] })).ids.size).toBe(0);
});
