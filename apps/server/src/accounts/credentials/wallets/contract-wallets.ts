import { z } from 'zod';
import type { Hex } from 'viem';
import type { Log } from '../../../platform/process/log.ts';

/** Asks wallets that are contracts whether a signature is theirs. */
export interface ContractWallets {
  /** False too when nobody could be asked: who is in doubt is not let in. */
  accepts(params: {
    readonly address: string;
    readonly hash: Hex;
    readonly signature: string;
  }): Promise<boolean>;
}

/** An installation without access to the chain: only wallets that are keys can sign in. */
export const noContractWallets: ContractWallets = { accepts: () => Promise.resolve(false) };

/** Longest wait for the chain, both questions together. @source RELIABILITY P27 */
const TIMEOUT_MS = 2_000;
/** `isValidSignature(bytes32,bytes)`, and the same four bytes are its yes. @source EIP-1271 */
const MAGIC = '1626ba7e';
const YES = `0x${MAGIC.padEnd(64, '0')}`;
const MAINNET = '0x1';
const WORD_BYTES = 32;
const ANSWER_LENGTH_MAX = 16_384;

const Answers = z.array(z.object({ id: z.number(), result: z.string().optional() }));

const word = (value: bigint | number): string => value.toString(16).padStart(WORD_BYTES * 2, '0');

/** The call's input: selector, hash, where the signature begins, its length, itself, padded. */
function inputOf(hash: Hex, signature: string): string {
  const hex = signature.toLowerCase().replace(/^0x/, '');
  const bytes = hex.length / 2;
  const padded = hex.padEnd(Math.ceil(bytes / WORD_BYTES) * WORD_BYTES * 2, '0');
  return `0x${MAGIC}${hash.slice(2)}${word(2 * WORD_BYTES)}${word(bytes)}${padded}`;
}

/** What a node says, as long as it does not talk on and on. */
async function shortText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > ANSWER_LENGTH_MAX) throw new Error('the node does not stop talking');
  }
  return text;
}

/**
 * Asks through a node of Ethereum's main network. Both questions travel in one request, so that a
 * node of another network cannot say yes for it.
 *
 * @source EIP-1271
 */
export function createContractWallets(options: {
  readonly rpcUrl: string;
  readonly log: Log;
}): ContractWallets {
  const { rpcUrl, log } = options;
  return {
    async accepts({ address, hash, signature }) {
      const call = { to: address, data: inputOf(hash, signature) };
      const body = JSON.stringify([
        { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
        { jsonrpc: '2.0', id: 2, method: 'eth_call', params: [call, 'latest'] },
      ]);
      try {
        const response = await fetch(rpcUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!response.ok) return false;
        const answer = Answers.parse(JSON.parse(await shortText(response)));
        const answers = new Map(answer.map((one) => [one.id, one.result]));
        return answers.get(1) === MAINNET && answers.get(2)?.toLowerCase() === YES;
      } catch (error) {
        log.warn({ err: error }, 'a contract wallet could not be asked');
        return false;
      }
    },
  };
}
