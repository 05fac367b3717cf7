// A service for Bitcoin is read and never told; what it does not say is no "nothing".
import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type ChainNode, type Reply, startChainNode } from '../../../test/chain-node.ts';
import { addressOf, outputsOf } from './bitcoin-blocks.ts';
import { type BitcoinReader, openBitcoin } from './bitcoin.ts';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const twice = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));
const written = (hash: Buffer): string => Buffer.from(hash).reverse().toString('hex');
const hexBytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** The first block of the main chain, as every node has it. */
const GENESIS = {
  hash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  raw: hexBytes(
    `01000000${'00'.repeat(32)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c` +
      `0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000`,
  ),
};
/** Scripts and addresses of BIP-173 and BIP-350, and two of the older kinds. */
const SCRIPTS: readonly (readonly [string, string])[] = [
  ['0014751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  ['76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
];
const [[OURS_SCRIPT = '', OURS = ''] = []] = SCRIPTS;

const little = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};

/** A transaction in the form of BIP-144, with or without a witness. */
function transactionOf(
  outputs: readonly (readonly [string, bigint])[],
  hasWitness: boolean,
): Buffer {
  const input = Buffer.concat([
    sha256(Buffer.from(String(outputs))),
    hexBytes('0000000000ffffffff'),
  ]);
  const paid = outputs.map(([script, units]) =>
    Buffer.concat([little(units), Buffer.of(script.length / 2), hexBytes(script)]),
  );
  const body = Buffer.concat([Buffer.of(1), input, Buffer.of(outputs.length), ...paid]);
  const marks = hasWitness ? hexBytes('0001') : Buffer.alloc(0);
  const witness = hasWitness ? hexBytes('02023045022103') : Buffer.alloc(0);
  return Buffer.concat([hexBytes('02000000'), marks, body, witness, hexBytes('00000000')]);
}
const idOf = (outputs: readonly (readonly [string, bigint])[]): Buffer =>
  twice(transactionOf(outputs, false));

const PAID = [
  ['6a0568656c6c6f', 0n],
  [OURS_SCRIPT, 150_000n],
  ['76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac', 7n],
] as const;
const MINER = [[OURS_SCRIPT, 5_000_000_000n]] as const;

function blockOf(parentHash: string): { hash: string; raw: Buffer } {
  const [miner, paid] = [idOf(MINER), idOf(PAID)];
  const root = twice(
    Buffer.concat([twice(Buffer.concat([miner, paid])), twice(Buffer.concat([paid, paid]))]),
  );
  const parent = hexBytes(parentHash).reverse();
  const header = Buffer.concat([hexBytes('00000020'), parent, root, Buffer.alloc(12)]);
  const all = [transactionOf(MINER, true), transactionOf(PAID, true), transactionOf(PAID, false)];
  return { hash: written(twice(header)), raw: Buffer.concat([header, Buffer.of(3), ...all]) };
}
const BLOCK = blockOf(GENESIS.hash);
const TX = written(idOf(PAID));

const blockJson = (height: number, id: string, parent?: string) => ({
  id,
  height,
  version: 536_870_912,
  timestamp: 1_700_000_000 + height,
  tx_count: 3,
  size: 400,
  weight: 1_600,
  merkle_root: '0'.repeat(64),
  ...(parent === undefined ? {} : { previousblockhash: parent }),
});
const txJson = (status: Readonly<Record<string, unknown>>) => ({
  txid: TX,
  version: 2,
  locktime: 0,
  vin: [{ txid: 'c'.repeat(64), vout: 3 }],
  vout: PAID.map(([scriptpubkey, value]) => ({
    scriptpubkey,
    value: Number.parseInt(String(value), 10),
  })),
  size: 200,
  weight: 800,
  fee: 1_410,
  status,
});
const MINED = {
  confirmed: true,
  block_height: 1,
  block_hash: BLOCK.hash,
  block_time: 1_700_000_001,
};

/** Answers as github.com/Blockstream/esplora/blob/master/API.md writes them. */
const SAYS: Readonly<Record<string, Reply>> = {
  '/blocks/tip/hash': { body: BLOCK.hash },
  '/block-height/0': { body: GENESIS.hash },
  '/block-height/1': { body: BLOCK.hash },
  [`/block/${GENESIS.hash}`]: { json: blockJson(0, GENESIS.hash) },
  [`/block/${BLOCK.hash}`]: { json: blockJson(1, BLOCK.hash, GENESIS.hash) },
  [`/block/${GENESIS.hash}/raw`]: { body: GENESIS.raw },
  [`/block/${BLOCK.hash}/raw`]: { body: BLOCK.raw },
  [`/tx/${TX}`]: { json: txJson(MINED) },
};

let node: ChainNode | null = null;
afterEach(() => node?.stop());

async function chainThat(
  says: (path: string) => Reply | undefined = () => undefined,
): Promise<BitcoinReader> {
  node = await startChainNode(({ path }) => {
    const call = path.replace('/node', '');
    return says(call) ?? SAYS[call] ?? { status: 404, body: 'Block not found' };
  });
  return openBitcoin({ rpc: node.url, chain: 'main' });
}
const isOurs = (address: string): boolean => address === OURS;
const SPAN = { from: 0, to: 1 };

test('a script pays the address that the standards write for it', () => {
  for (const [script, address] of SCRIPTS) {
    expect(addressOf(hexBytes(script), 'main')).toBe(address);
  }
  expect(addressOf(hexBytes(OURS_SCRIPT), 'test')).toMatch(/^bcrt1q/);
  expect(addressOf(hexBytes(`a914${'00'.repeat(20)}87`), 'main')).toMatch(/^3/);
  for (const script of ['', '6a0568656c6c6f', '5214751e76e8199196d454941c45d1b3a323f1433bd6']) {
    expect(addressOf(hexBytes(script), 'main')).toBeNull();
  }
});

test('a block is read whole, with the ids of its transactions, and proves itself', () => {
  expect(outputsOf(GENESIS.raw, GENESIS.hash)).toEqual([]);
  expect(outputsOf(BLOCK.raw, BLOCK.hash).map(({ txHash, index }) => [txHash, index])).toEqual(
    [0, 1, 2, 0, 1, 2].map((index) => [TX, index]),
  );
  for (const bytes of [BLOCK.raw.subarray(0, -1), Buffer.concat([BLOCK.raw, Buffer.of(0)])]) {
    expect(() => outputsOf(bytes, BLOCK.hash)).toThrow('block');
  }
  expect(() => outputsOf(GENESIS.raw, BLOCK.hash)).toThrow('this is not block');
  const paidMore = Buffer.from(BLOCK.raw);
  const place = paidMore.indexOf(little(150_000n));
  paidMore.writeUInt8(0xff, place);
  expect(() => outputsOf(paidMore, BLOCK.hash)).toThrow('is not what its header says');
});

test('blocks and payments are read, and a miner is none of ours', async () => {
  const chain = await chainThat();
  const at = 1_700_000_001_000;
  expect(await chain.head()).toEqual({ height: 1, hash: BLOCK.hash, parentHash: GENESIS.hash, at });
  expect(await chain.blockAt(2)).toBeNull();
  const block = { height: 1, hash: BLOCK.hash };
  const paid = { asset: 'BTC', txHash: TX, index: 1, to: OURS, units: 150_000n, block };
  // The same transaction stands in this block twice, which no real one does.
  expect(await chain.transfersTo(isOurs, SPAN)).toEqual([paid, paid]);
});

test('a transaction says what it paid and cost, or that it waits', async () => {
  const chain = await chainThat();
  const block = { height: 1, hash: BLOCK.hash };
  const paid = [
    { asset: 'BTC', to: '', units: 0n },
    { asset: 'BTC', to: OURS, units: 150_000n },
    { asset: 'BTC', to: SCRIPTS[2]?.[1], units: 7n },
  ];
  const gas = { asset: 'BTC', units: 1_410n };
  const uses = [`${'c'.repeat(64)}:3`];
  expect(await chain.transaction(TX)).toEqual({ state: 'mined', block, paid, gas, uses });
  expect(await chain.transaction('no hash')).toEqual({ state: 'missing' });
  node?.stop();
  const waits = await chainThat(() => ({ json: txJson({ confirmed: false }) }));
  expect(await waits.transaction(TX)).toEqual({ state: 'waiting' });
  node?.stop();
  const none = await chainThat(() => ({ status: 404, body: 'Transaction not found' }));
  expect(await none.transaction(TX)).toEqual({ state: 'missing' });
});

test.each<[string, (path: string) => Reply | undefined]>([
  [
    'no such block',
    (path) => (path === '/block-height/1' ? { status: 404, body: 'Block not found' } : undefined),
  ],
  ['another block', (path) => (path === '/block-height/1' ? { body: GENESIS.hash } : undefined)],
  [
    'the bytes of another block',
    (path) => (path.endsWith('/raw') ? { body: GENESIS.raw } : undefined),
  ],
  [
    'a block that stands on no other',
    (path) =>
      path === `/block/${BLOCK.hash}` ? { json: blockJson(1, BLOCK.hash, BLOCK.hash) } : undefined,
  ],
])('a service that says %s is not believed', async (_what, says) => {
  const chain = await chainThat(says);
  await expect(chain.transfersTo(isOurs, SPAN)).rejects.toThrow();
});

test.each<[string, Reply]>([
  ['an error', { status: 503, body: 'down' }],
  ['404 of something in between', { status: 404, body: '<h1>nginx</h1>' }],
  ['no JSON', { body: '<html>' }],
  ['null', { json: null }],
  [
    'a length nobody reads',
    { by: (response) => response.writeHead(200, { 'content-length': '999999999' }).write('[') },
  ],
  ['nothing and hangs up', { by: (response) => response.destroy() }],
])('a service that answers %s is an error, never "nothing"', async (_what, reply) => {
  const chain = await chainThat(() => reply);
  await expect(chain.head()).rejects.toThrow();
  await expect(chain.blockAt(9)).rejects.toThrow();
  await expect(chain.transfersTo(isOurs, SPAN)).rejects.toThrow();
  await expect(chain.transaction(TX)).rejects.toThrow();
});

test('coins that stand in a block can be spent, at the fee the service estimates', async () => {
  const chain = await chainThat((path) => {
    if (path === '/fee-estimates') return { json: { '1': 87.882, '6': 12.5, '144': 1 } };
    const coin = { txid: TX, vout: 1, value: 150_000 };
    return {
      json: [
        { ...coin, status: MINED },
        { ...coin, vout: 2, status: { confirmed: false } },
      ],
    };
  });
  expect(await chain.spendingOf(OURS)).toEqual({
    coins: [{ txHash: TX, index: 1, units: 150_000n, script: hexBytes(OURS_SCRIPT) }],
    satPerVbyte: 12.5,
  });
});

test.each([2_000.5, 1e9, 0, -3, 'dear', null])(
  'a fee of %s is no fee: nothing is made to be sent',
  async (fee) => {
    const chain = await chainThat((path) => ({
      json: path === '/fee-estimates' ? { '6': fee } : [],
    }));
    await expect(chain.spendingOf(OURS)).rejects.toThrow();
  },
);
