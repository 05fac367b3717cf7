// A node of Tron is read and never told; what it does not say is no "nothing".
import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { afterEach, expect, test } from 'vitest';
import { type ChainNode, type Reply, startChainNode } from '../../../test/chain-node.ts';
import { type TronChain, openTron } from './tron.ts';

/** Answers as developers.tron.network/reference writes them: getblock, gettransactioninfobyid … */
const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
);
const written = (hex: string): string => base58check.encode(Buffer.from(`41${hex}`, 'hex'));
/** TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t, as logs write it. */
const USDT = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const OURS = '42a1e39aefa49290f2b3f9ed688d7cecf86cd6e0';
const OTHER = '5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb';
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (hex: string): string => hex.padStart(64, '0');
const hashOf = (n: number, fork = 'a'): string =>
  `${n.toString(16).padStart(16, '0')}${fork.repeat(48)}`;

const block = (n: number, fork = 'a') => ({
  blockID: hashOf(n, fork),
  block_header: {
    raw_data: {
      number: n,
      txTrieRoot: word('0'),
      witness_address: `41${OTHER}`,
      parentHash: hashOf(n - 1),
      version: 31,
      timestamp: 1_700_000_000_000 + 3_000 * n,
    },
    witness_signature: 'ab',
  },
});
const log = (to: string, units: bigint, more: Readonly<Record<string, unknown>> = {}) => ({
  address: USDT,
  topics: [TRANSFER, word(OTHER), word(to)],
  data: word(units.toString(16)),
  ...more,
});
const outcome = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  fee: 13_844_850,
  blockNumber: 2,
  blockTimeStamp: 1_700_000_006_000,
  contractResult: [''],
  contract_address: `41${USDT}`,
  receipt: {
    energy_fee: 13_499_850,
    energy_usage_total: 64_285,
    net_fee: 345_000,
    result: 'SUCCESS',
  },
  log: [log(OTHER, 1n), log(OURS, 12_500_000n)],
  ...more,
});
const FAILED = { result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } };

type CallParams = Readonly<Record<string, unknown>>;
type Says = Readonly<Record<string, (asked: CallParams) => unknown>>;
const SAYS: Says = {
  getblock({ id_or_num: at = '3' }) {
    const height = Number.parseInt(String(at), 10);
    return height > 3 ? {} : block(height);
  },
  gettransactioninfobyblocknum: ({ num }) =>
    num === 2 ? [outcome(word('e1')), outcome(word('e2'), FAILED)] : [],
  gettransactionbyid: ({ value }) => (value === word('f0') ? {} : { txID: value, raw_data: {} }),
  gettransactioninfobyid({ value }) {
    if (value === word('f1')) return {};
    return outcome(String(value), value === word('e2') ? FAILED : {});
  },
};

let node: ChainNode | null = null;
afterEach(() => node?.stop());

async function chainThat(says: Says = {}, raw?: Reply): Promise<TronChain> {
  node = await startChainNode(({ path, body }) => {
    const call = path.replace('/node/wallet/', '');
    if (raw !== undefined) return raw;
    return { json: (says[call] ?? SAYS[call])?.(JSON.parse(body) as CallParams) };
  });
  return openTron({ rpc: node.url, usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
}

const isOurs = (address: string): boolean => address === written(OURS);
const SPAN = { from: 1, to: 3 };

test('blocks and payments of USDT are read, and what failed pays nothing', async () => {
  const chain = await chainThat();
  const at = 1_700_000_009_000;
  expect(await chain.head()).toEqual({ height: 3, hash: hashOf(3), parentHash: hashOf(2), at });
  expect(await chain.blockAt(4)).toBeNull();
  const units = 12_500_000n;
  const stands = { height: 2, hash: hashOf(2) };
  expect(await chain.transfersTo(isOurs, SPAN)).toEqual([
    { asset: 'USDT', txHash: word('e1'), index: 1, to: written(OURS), units, block: stands },
  ]);
});

test('a transaction says what it paid, that it waits, or that it failed', async () => {
  const chain = await chainThat();
  const at = { height: 2, hash: hashOf(2) };
  expect(await chain.transaction('no hash')).toEqual({ state: 'missing' });
  expect(await chain.transaction(word('f0'))).toEqual({ state: 'missing' });
  expect(await chain.transaction(word('f1'))).toEqual({ state: 'waiting' });
  const failed = { state: 'failed', block: at, paid: [], gas: null };
  expect(await chain.transaction(word('e2'))).toEqual(failed);
  const paid = [
    { asset: 'USDT', to: written(OTHER), units: 1n },
    { asset: 'USDT', to: written(OURS), units: 12_500_000n },
  ];
  expect(await chain.transaction(word('e1'))).toEqual({
    state: 'mined',
    block: at,
    paid,
    gas: null,
  });
});

test.each([
  ['a log of another contract', log(OURS, 1n, { address: OTHER })],
  ['a log of another event', log(OURS, 1n, { topics: [word('1'), word(OTHER), word(OURS)] })],
  ['a log whose sum is longer', log(OURS, 1n, { data: `${word('1')}00` })],
])('%s pays nobody', async (_what, one) => {
  const outcomes = [outcome(word('e1'), { log: [one] })];
  const chain = await chainThat({
    gettransactioninfobyblocknum: ({ num }) => (num === 2 ? outcomes : []),
  });
  expect(await chain.transfersTo(isOurs, SPAN)).toEqual([]);
});

const replacedOnce = (): Says => {
  let asked = 0;
  return {
    getblock({ id_or_num: at }) {
      asked += 1;
      return block(Number.parseInt(String(at), 10), asked > 1 ? 'b' : 'a');
    },
  };
};

test.each<[string, Says]>([
  [
    'nothing of a block with transactions',
    {
      gettransactioninfobyblocknum: () => [],
      getblock: ({ id_or_num: at, detail }) => ({
        ...block(Number.parseInt(String(at ?? '3'), 10)),
        ...(detail === true ? { transactions: [{ txID: word('e1') }] } : {}),
      }),
    },
  ],
  [
    'nothing of a block it does not have',
    {
      gettransactioninfobyblocknum: () => [],
      getblock: (asked) => (asked['detail'] === true ? {} : SAYS['getblock']?.(asked)),
    },
  ],
  ['that it refuses', { gettransactioninfobyblocknum: () => ({ Error: 'class … : busy' }) }],
  ['no such block', { getblock: ({ id_or_num: at }) => (at === '3' ? {} : block(9)) }],
  ['another block', { getblock: () => block(2) }],
  [
    'the payments of another block',
    { gettransactioninfobyblocknum: () => [outcome(word('e1'), { blockNumber: 9 })] },
  ],
  ['another block afterwards', replacedOnce()],
  ['no payments and no list', { gettransactioninfobyblocknum: () => ({}) }],
])('a node that says %s is not believed', async (_what, says) => {
  const chain = await chainThat(says);
  await expect(chain.transfersTo(isOurs, SPAN)).rejects.toThrow();
});

test.each<[string, Reply]>([
  ['an error', { status: 503, body: 'down' }],
  ['no JSON', { body: '<html>' }],
  ['null', { json: null }],
  [
    'a length nobody reads',
    { by: (response) => response.writeHead(200, { 'content-length': '999999999' }).write('[') },
  ],
  ['nothing and hangs up', { by: (response) => response.destroy() }],
])('a node that answers %s is an error, never "nothing"', async (_what, reply) => {
  const chain = await chainThat({}, reply);
  await expect(chain.head()).rejects.toThrow();
  await expect(chain.blockAt(9)).rejects.toThrow();
  await expect(chain.transfersTo(isOurs, SPAN)).rejects.toThrow();
  await expect(chain.transaction(word('e1'))).rejects.toThrow();
});

test('what an unsigned transaction says of its block is asked of the node', async () => {
  const chain = await chainThat();
  expect(await chain.spendingOf()).toEqual({
    refBlockBytes: '0003',
    refBlockHash: 'a'.repeat(16),
    timestamp: 1_700_000_009_000,
    expiration: 1_700_082_809_000,
  });
});
