// A node of Ethereum is read and never told; what it does not say is no "nothing".
import { afterEach, expect, test } from 'vitest';
import { type ChainNode, type Reply, startChainNode } from '../../../test/chain-node.ts';
import { mayHaveLogs } from './ethereum-raw.ts';
import { type EthereumChain, openEthereum } from './ethereum.ts';

/** Answers in the shapes of ethereum.github.io/execution-apis (eth_getBlockByNumber, eth_getLogs …). */
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const OURS = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0xde709f2102306220921060314715629080e2fb77';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (hex: string): string => `0x${hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`;
const hashOf = (n: number, fork = 'a'): string =>
  `0x${fork.repeat(32)}${String(n).padStart(32, '0')}`;
const hex = (n: number | bigint): string => `0x${n.toString(16)}`;

const sent = (hash: string, to: string | null, value: bigint) => ({
  blockHash: hashOf(2),
  blockNumber: '0x2',
  chainId: '0x1',
  from: OTHER,
  gas: '0x5208',
  gasPrice: '0x3b9aca00',
  hash,
  input: '0x',
  nonce: '0x0',
  r: word('1'),
  s: word('1'),
  v: '0x0',
  to: to?.toLowerCase() ?? null,
  transactionIndex: '0x0',
  type: '0x0',
  value: hex(value),
});
const TX = { ether: word('e1'), failed: word('e2'), token: word('e3') };
const SENT = [
  sent(TX.ether, OURS, 5n * 10n ** 18n),
  sent(TX.failed, OURS, 7n),
  sent(word('e4'), OTHER, 9n),
  sent(word('e5'), null, 9n),
];
const log = (to: string, units: bigint, more: Readonly<Record<string, unknown>> = {}) => ({
  address: USDT.toLowerCase(),
  blockHash: hashOf(2),
  blockNumber: '0x2',
  data: word(hex(units)),
  logIndex: '0x7',
  removed: false,
  topics: [TRANSFER, word(OTHER), word(to)],
  transactionHash: TX.token,
  transactionIndex: '0x3',
  ...more,
});
const NO_LOGS = `0x${'0'.repeat(512)}`;
/** The filter of a block with any log whatever. */
const ANY_LOGS = `0x${'f'.repeat(512)}`;
const block = (n: number, fork = 'a') => ({
  number: hex(n),
  logsBloom: n === 2 ? ANY_LOGS : NO_LOGS,
  hash: hashOf(n, fork),
  parentHash: hashOf(n - 1),
  timestamp: hex(1_700_000_000 + n),
  transactions: n === 2 ? SENT : [],
});
const receipt = (hash: string) => ({
  blockHash: hashOf(2),
  blockNumber: '0x2',
  cumulativeGasUsed: '0x5208',
  effectiveGasPrice: '0x3b9aca00',
  from: OTHER,
  gasUsed: '0x5208',
  logs: hash === TX.token ? [log(OURS, 12_500_000n)] : [],
  status: hash === TX.failed ? '0x0' : '0x1',
  transactionHash: hash,
  transactionIndex: '0x0',
  type: '0x0',
});

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };
type Says = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;
const SAYS: Says = {
  eth_chainId: () => '0x1',
  eth_getLogs: () => [log(OURS, 12_500_000n), log(OTHER, 1n, { logIndex: '0x8' })],
  eth_getBlockByNumber([at]) {
    const height = at === 'latest' ? 3 : Number.parseInt(String(at), 16);
    return height > 3 ? null : block(height);
  },
  eth_getTransactionByHash: ([hash]) =>
    hash === TX.token ? sent(TX.token, USDT, 0n) : (SENT.find((one) => one.hash === hash) ?? null),
  eth_getTransactionReceipt: ([hash]) => receipt(String(hash)),
};

let node: ChainNode | null = null;
afterEach(() => node?.stop());

async function chainThat(
  says: Says = {},
  raw?: (calls: readonly Call[]) => Reply | null,
): Promise<EthereumChain> {
  node = await startChainNode(({ body }) => {
    const asked = JSON.parse(body) as Call | Call[];
    const calls = [asked].flat();
    const own = raw?.(calls) ?? null;
    if (own !== null) return own;
    const answers = calls.map(({ id, method, params }) => {
      const result = (says[method] ?? SAYS[method])?.(params);
      return { jsonrpc: '2.0', id, result };
    });
    return { json: Array.isArray(asked) ? answers : answers[0] };
  });
  return openEthereum({ rpc: node.url, chainId: 1, usdt: USDT });
}

const isOurs = (address: string): boolean => address === OURS.toLowerCase();
const SPAN = { from: 1, to: 3 };

test('blocks, USDT by its logs and ETH by its transactions are read', async () => {
  const chain = await chainThat();
  const head = { height: 3, hash: hashOf(3), parentHash: hashOf(2), at: 1_700_000_003_000 };
  expect(await chain.head()).toEqual(head);
  expect(await chain.blockAt(4)).toBeNull();
  const at = { height: 2, hash: hashOf(2) };
  expect(await chain.transfersTo(isOurs, SPAN)).toEqual([
    { asset: 'ETH', txHash: TX.ether, index: 0, to: OURS, units: 5n * 10n ** 18n, block: at },
    { asset: 'USDT', txHash: TX.token, index: 1, to: OURS, units: 12_500_000n, block: at },
  ]);
});

test('a block whose logs are not there yet is asked for by its hash, and never passed over', async () => {
  const byHash = (logs: unknown) => (params: readonly unknown[]) =>
    'blockHash' in (params[0] as object) ? logs : [];
  const lacking = await chainThat({ eth_getLogs: byHash([log(OURS, 12_500_000n)]) });
  await expect(lacking.transfersTo(isOurs, SPAN)).rejects.toThrow();
  await node?.stop();
  // Of other contracts' logs alone, the filter may look the same.
  const others = await chainThat({ eth_getLogs: byHash([]) });
  const found = await others.transfersTo(isOurs, SPAN);
  expect(found.map(({ asset }) => asset)).toEqual(['ETH']);
  await node?.stop();
  const filterless = await chainThat({
    eth_getLogs: () => [],
    eth_getBlockByNumber: ([at]) => ({
      ...block(Number.parseInt(String(at), 16)),
      logsBloom: '0x',
    }),
  });
  await expect(filterless.transfersTo(isOurs, SPAN)).rejects.toThrow('filter');
});

test('the filter of a real block says which logs it may have', () => {
  // Bits by the rule: hash of the value, its first three pairs of bytes modulo 2048, from the right.
  const hash = () => '0x0000000107ff' as const;
  const withBits = (...bytes: readonly (readonly [number, string])[]): string => {
    const filter = Array.from({ length: 256 }, () => '00');
    for (const [at, byte] of bytes) filter[at] = byte;
    return `0x${filter.join('')}`;
  };
  expect(mayHaveLogs(withBits([255, '03'], [0, '80']), ['0x1'], hash)).toBe(true);
  expect(mayHaveLogs(withBits([255, '03']), ['0x1'], hash)).toBe(false);
  expect(mayHaveLogs(withBits([255, '02'], [0, '80']), ['0x1'], hash)).toBe(false);
});

test('a payment keeps its place when its transaction is mined anew', async () => {
  const two = (first: number) => [
    log(OTHER, 1n, { logIndex: hex(first - 1), transactionHash: word('e9') }),
    log(OURS, 2n, { logIndex: hex(first + 1) }),
    log(OURS, 1n, { logIndex: hex(first) }),
  ];
  let first = 5;
  const chain = await chainThat({ eth_getLogs: () => two(first) });
  const placesOf = async () =>
    (await chain.transfersTo(isOurs, SPAN))
      .filter(({ asset }) => asset === 'USDT')
      .map(({ index, units }) => ({ index, units }));
  const before = await placesOf();
  first = 4;
  expect(await placesOf()).toEqual(before);
  expect(before).toEqual([
    { index: 1, units: 1n },
    { index: 2, units: 2n },
  ]);
});

test('a transaction says what it paid, what it cost, or that it failed', async () => {
  const chain = await chainThat({
    eth_getTransactionByHash([hash]) {
      if (hash === word('f0')) return null;
      if (hash === word('f1')) {
        return { ...sent(word('f1'), OURS, 1n), blockHash: null, blockNumber: null };
      }
      return SAYS['eth_getTransactionByHash']?.([hash]);
    },
  });
  const at = { height: 2, hash: hashOf(2) };
  const gas = { asset: 'ETH', units: 21_000_000_000_000n };
  expect(await chain.transaction(word('f0'))).toEqual({ state: 'missing' });
  expect(await chain.transaction(word('f1'))).toEqual({ state: 'waiting' });
  expect(await chain.transaction(TX.failed)).toEqual({
    state: 'failed',
    block: at,
    from: OTHER,
    paid: [],
    gas,
    uses: ['nonce:0'],
  });
  expect(await chain.transaction(TX.ether)).toEqual({
    state: 'mined',
    block: at,
    from: OTHER,
    paid: [{ asset: 'ETH', to: OURS, units: 5n * 10n ** 18n }],
    gas,
    uses: ['nonce:0'],
  });
  const paid = [{ asset: 'USDT', to: OURS, units: 12_500_000n }];
  expect(await chain.transaction(TX.token)).toEqual({
    state: 'mined',
    block: at,
    from: OTHER,
    paid,
    gas,
    uses: ['nonce:0'],
  });
});

test.each([
  ['a log of another contract', log(OURS, 1n, { address: OTHER })],
  ['a log of another event', log(OURS, 1n, { topics: [word('1'), word(OTHER), word(OURS)] })],
  ['a log whose sum is longer', log(OURS, 1n, { data: `${word('1')}00` })],
  [
    'a recipient with more bytes',
    log(OURS, 1n, { topics: [TRANSFER, word('1'), word(`1${OURS.slice(2)}`)] }),
  ],
])('%s pays nobody', async (_what, one) => {
  const chain = await chainThat({ eth_getLogs: () => [one] });
  const found = await chain.transfersTo(isOurs, SPAN);
  expect(found.map(({ asset }) => asset)).toEqual(['ETH']);
});

test.each<[string, Says]>([
  ['another network', { eth_chainId: () => '0x5' }],
  [
    'no such block',
    {
      eth_getBlockByNumber: ([at]) => (at === '0x2' ? null : SAYS['eth_getBlockByNumber']?.([at])),
    },
  ],
  ['another block', { eth_getBlockByNumber: () => block(2) }],
  [
    'a block that stands on no other',
    {
      eth_getBlockByNumber: ([at]) =>
        at === '0x2' ? block(2, 'b') : SAYS['eth_getBlockByNumber']?.([at]),
    },
  ],
  [
    'a log of an exchanged block',
    { eth_getLogs: () => [log(OURS, 1n, { blockHash: hashOf(2, 'b') })] },
  ],
  ['a log taken back', { eth_getLogs: () => [log(OURS, 1n, { removed: true })] }],
  [
    'a log of a block nobody asked for',
    { eth_getLogs: () => [log(OURS, 1n, { blockNumber: '0x9' })] },
  ],
  [
    'a receipt of an exchanged block',
    {
      eth_getTransactionReceipt: ([hash]) => ({
        ...receipt(String(hash)),
        blockHash: hashOf(2, 'b'),
      }),
    },
  ],
  ['no logs at all', { eth_getLogs: () => null }],
])('a node that says %s is not believed', async (_what, says) => {
  const chain = await chainThat(says);
  await expect(chain.transfersTo(isOurs, SPAN)).rejects.toThrow();
});

test.each<[string, Reply]>([
  ['an error', { status: 500, body: 'down' }],
  ['too many calls', { status: 429, json: { error: { code: -32_005, message: 'limit' } } }],
  ['no JSON', { body: '<html>' }],
  [
    'a length nobody reads',
    { by: (response) => response.writeHead(200, { 'content-length': '999999999' }).write('[') },
  ],
  ['nothing and hangs up', { by: (response) => response.destroy() }],
])('a node that answers %s is an error, never "nothing"', async (_what, reply) => {
  const chain = await chainThat({}, (calls) =>
    calls.some(({ method }) => method === 'eth_chainId') ? null : reply,
  );
  await expect(chain.head()).rejects.toThrow();
  await expect(chain.blockAt(9)).rejects.toThrow();
  await expect(chain.transfersTo(isOurs, SPAN)).rejects.toThrow();
  await expect(chain.transaction(TX.ether)).rejects.toThrow();
});

/** A long chain: every block there is, and the logs of those that are asked for. */
const countOf = (count: unknown): number => Number.parseInt(String(count), 16);
const LONG: Says = {
  eth_getBlockByNumber: ([at]) => block(countOf(at)),
  eth_getLogs([asked]) {
    const { fromBlock, toBlock } = asked as { fromBlock: string; toBlock: string };
    return countOf(fromBlock) <= 2 && countOf(toBlock) >= 2 ? [log(OURS, 12_500_000n)] : [];
  },
};
const refused = { code: -32_600, message: 'batch too large' };
test.each<[string, (most: number) => (calls: readonly Call[]) => Reply | null]>([
  [
    'by its status',
    (most) => (calls) => (calls.length > most ? { status: 413, body: 'no' } : null),
  ],
  [
    'by one error for all',
    (most) => (calls) =>
      calls.length > most ? { json: { jsonrpc: '2.0', id: null, error: refused } } : null,
  ],
  [
    'by an error for each call',
    (most) => (calls) =>
      calls.length > most
        ? { json: calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: refused })) }
        : null,
  ],
  [
    'by saying more than is read',
    (most) => (calls) =>
      calls.length > most
        ? { by: (response) => response.writeHead(200, { 'content-length': '99999999' }).write('[') }
        : null,
  ],
])('what a node refuses %s is asked for in halves, down to one block', async (_how, limit) => {
  for (const most of [21, 20, 11, 6, 3, 2, 1]) {
    const chain = await chainThat(LONG, limit(most));
    const found = await chain.transfersTo(isOurs, { from: 1, to: 100 });
    expect(found.map(({ txHash }) => txHash)).toEqual([TX.ether, TX.token]);
    const asked = (node?.asked ?? []).map(
      ({ body }) => [JSON.parse(body) as unknown].flat().length,
    );
    // A few are asked for in vain; what the node does answer is asked for once.
    const answered = asked.filter((count) => count <= most && count > 1);
    const blocks = answered.reduce((sum, count) => sum + count - 1, 0);
    expect(blocks).toBeLessThanOrEqual(100 + 3 * 20);
    expect(asked.filter((count) => count > most).length).toBeLessThanOrEqual(10);
    node?.stop();
  }
});

test('a node that refuses one block too is an error, and one that takes more again is asked for more', async () => {
  let most = 0;
  const chain = await chainThat(LONG, (calls) =>
    calls.some(({ method }) => method === 'eth_getLogs') && calls.length > most
      ? { status: 413, body: 'no' }
      : null,
  );
  const long = { from: 1, to: 40 };
  await expect(chain.transfersTo(isOurs, long)).rejects.toThrow('413');
  most = 21;
  for (let turn = 0; turn < 5; turn += 1) await chain.transfersTo(isOurs, long);
  const before = node?.asked.length ?? 0;
  await chain.transfersTo(isOurs, long);
  const counts = (node?.asked ?? [])
    .slice(before)
    .map(({ body }) => [JSON.parse(body) as unknown].flat().length);
  expect(counts.filter((count) => count > 1)).toEqual([21, 21]);
});

test('a span is at most 500 blocks and what it costs does not grow with the addresses', async () => {
  const chain = await chainThat();
  await expect(chain.transfersTo(isOurs, { from: 1, to: 501 })).rejects.toThrow('no span');
  await expect(chain.transfersTo(isOurs, { from: 3, to: 1 })).rejects.toThrow('no span');
  const counted = async (isOne: (address: string) => boolean): Promise<number> => {
    const before = node?.asked.length ?? 0;
    await chain.transfersTo(isOne, SPAN);
    return (node?.asked.length ?? 0) - before;
  };
  const many = new Set(
    Array.from({ length: 10_000 }, (_, n) => `0x${String(n).padStart(40, '0')}`),
  );
  await chain.head();
  expect(await counted((address) => many.has(address))).toBe(await counted(() => false));
});

test('what an unsigned transaction says is asked of the node', async () => {
  const chain = await chainThat({
    eth_getTransactionCount: ([, tag]) => (tag === 'pending' ? '0x9' : '0x0'),
    eth_maxPriorityFeePerGas: () => '0x3b9aca00',
    eth_getBlockByNumber: () => ({ ...block(3), baseFeePerGas: '0x3b9aca00' }),
  });
  const spending = await chain.spendingOf(OURS);
  expect(spending).toMatchObject({ chainId: 1, nonce: 9, maxPriorityFeePerGas: 1_000_000_000n });
  expect(spending.maxFeePerGas).toBeGreaterThan(spending.maxPriorityFeePerGas);
});

test.each([
  ['more than a thousand gwei in all', { base: '0xe8d4a51000' }],
  ['more than a hundred gwei to the miner', { priority: '0x174876e801' }],
  ['a number longer than any', { priority: `0x${'f'.repeat(64)}` }],
  ['a transaction number that is none', { nonce: `0x${'f'.repeat(16)}` }],
])('a node that says %s makes nothing to be sent', async (_, said) => {
  const {
    base = '0x3b9aca00',
    priority = '0x3b9aca00',
    nonce = '0x9',
  } = said as {
    readonly base?: string;
    readonly priority?: string;
    readonly nonce?: string;
  };
  const chain = await chainThat({
    eth_getTransactionCount: () => nonce,
    eth_maxPriorityFeePerGas: () => priority,
    eth_getBlockByNumber: () => ({ ...block(3), baseFeePerGas: base }),
  });
  await expect(chain.spendingOf(OURS)).rejects.toThrow();
});
