import type { PublicClient } from 'viem';
import { ANSWER_BYTES_MAX, AskedTooMuch, ChainUnreadable, askNode, jsonOf } from './answers.ts';

/** All this server ever asks a node of Ethereum: a list of reads. */
const READS: ReadonlySet<unknown> = new Set([
  'eth_blockNumber',
  'eth_chainId',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBlockByNumber',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
]);

const TIMEOUT_MS = 20_000;
const BYTES_MAX = 2 * ANSWER_BYTES_MAX;

/** What a node is asked. */
export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

function assertReads(calls: readonly { readonly method?: unknown }[]): void {
  for (const { method } of calls) {
    if (!READS.has(method)) throw new ChainUnreadable('only reads are asked of a node');
  }
}

/** viem asks through this, so that its answers have an end in time and length too. */
async function boundedFetch(url: string, init?: RequestInit): Promise<Response> {
  const body = String(init?.body ?? '');
  assertReads([JSON.parse(body)].flat() as { method?: unknown }[]);
  const asked = { method: 'POST', body, timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX } as const;
  const answered = await askNode(url, asked);
  return new Response(new Uint8Array(answered.bytes), {
    status: answered.status,
    headers: { 'content-type': 'application/json' },
  });
}

/** A third of a second to load; only an installation with a node needs it. */
export async function openClient(rpc: string): Promise<PublicClient> {
  const { createPublicClient, http } = await import('viem');
  return createPublicClient({
    cacheTime: 0,
    transport: http(rpc, {
      retryCount: 0,
      timeout: TIMEOUT_MS,
      fetchFn: (input, init) => boundedFetch(String(input), init),
    }),
  }) as PublicClient;
}

type Said = { readonly id?: unknown; readonly result?: unknown; readonly error?: unknown };

function resultOf(said: Said | null | undefined): unknown {
  const isAnswer = said !== undefined && said !== null && said.error === undefined;
  if (isAnswer && said.result !== undefined) return said.result;
  throw new AskedTooMuch('the node does not answer a call');
}

/** Who asks too often or may not ask at all is answered no sooner for asking for less. */
const NOT_FOR_ITS_SIZE: ReadonlySet<number> = new Set([401, 403, 429]);

async function post(rpc: string, asked: object): Promise<unknown> {
  const body = JSON.stringify(asked);
  const asking = { method: 'POST', body, timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX } as const;
  const answered = await askNode(rpc, asking);
  const { status } = answered;
  if (status === 200 || NOT_FOR_ITS_SIZE.has(status)) return jsonOf(answered);
  throw new AskedTooMuch(`the node answers ${status}`);
}

/**
 * Asks for several things in one request, or for each in one of its own; the answers are in the order of the calls.
 *
 * @throws AskedTooMuch where less at once may be answered
 * @throws ChainUnreadable
 * @source jsonrpc.org, 2.0, 6
 */
export async function askFor(
  rpc: string,
  calls: readonly RpcCall[],
  { isTogether }: { readonly isTogether: boolean },
): Promise<unknown[]> {
  assertReads(calls);
  const asked = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
  if (!isTogether) {
    const said = await Promise.all(asked.map((one) => post(rpc, one)));
    return said.map((one) => resultOf(one as Said));
  }
  const said = await post(rpc, asked);
  if (!Array.isArray(said)) throw new AskedTooMuch('the node answers no batch');
  const byId = new Map((said as readonly (Said | null)[]).map((one) => [one?.id, one]));
  return asked.map(({ id }) => resultOf(byId.get(id)));
}
