import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asset } from '@candor/kernel';
import type { Abi, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  parseTransaction,
} from 'viem/utils';
import { Anvil, CHAIN_ID, GENESIS_SECONDS } from './anvil.ts';
import { now } from './clock.ts';
import { Journal } from './journal.ts';
import { type Keys, type Wallet, hexKey } from './keys.ts';
import { type Batch, type LocalChain, SETTLED_BLOCKS, type SignedBatch } from './local-chain.ts';
import { Refused } from './serve.ts';

type Kept = { readonly seconds: number; readonly sent: readonly Hex[]; readonly hash: string };

const CONTRACT = JSON.parse(
  readFileSync(new URL('../contracts/test-usdt.json', import.meta.url), 'utf8'),
) as { readonly abi: Abi; readonly bytecode: Hex };

const ETHER = 10n ** 18n;
/** What the treasury pays deposits of, and the hot wallet pay-outs. @units of USDT */
const SUPPLY = 10n ** 18n;
const HOT_USDT = 1_000_000_000_000n;
const FEES = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n } as const;

/** The local chain of Ethereum: a real node, whose blocks stand in a file as well. */
class LocalEthereum implements LocalChain {
  readonly network = 'ethereum';
  readonly #keys: Keys;
  readonly #anvil: Anvil;
  readonly #journal: Journal<Kept>;
  readonly usdt: string;

  constructor(options: { keys: Keys; anvil: Anvil; journal: Journal<Kept> }) {
    this.#keys = options.keys;
    this.#anvil = options.anvil;
    this.#journal = options.journal;
    this.usdt = getContractAddress({ from: this.#treasury.address as Hex, nonce: 0n });
  }

  get #treasury(): Wallet {
    return this.#keys.treasury.ethereum;
  }

  get rpc(): string {
    return `http://127.0.0.1:${this.#anvil.port}`;
  }

  height(): number {
    return this.#journal.blocks.length;
  }

  /** Makes the chain of the file again, block by block; a chain that is new gets its contract. */
  async start(): Promise<void> {
    await this.#anvil.start();
    for (const { seconds, sent, hash } of this.#journal.blocks) {
      if ((await this.#mineAt(seconds, sent)) === hash) continue;
      await this.#anvil.stop();
      throw new Error('the local chain of Ethereum does not come about again as it was');
    }
    if (this.#journal.blocks.length > 0) return;
    const { abi, bytecode } = CONTRACT;
    const data = encodeDeployData({ abi, bytecode, args: [SUPPLY] });
    await this.#send({ data, to: null, value: 0n });
    await this.mine();
    const { address: hot } = this.#keys.hot.ethereum;
    await this.fund({ asset: 'USDT', to: hot, units: HOT_USDT });
    await this.mine();
  }

  async #mineAt(seconds: number, sent: readonly Hex[]): Promise<string> {
    for (const raw of sent) await this.#anvil.ask('eth_sendRawTransaction', [raw]);
    await this.#anvil.ask('evm_setNextBlockTimestamp', [seconds]);
    await this.#anvil.ask('evm_mine');
    const block = await this.#anvil.ask('eth_getBlockByNumber', ['latest', false]);
    return (block as { hash: string }).hash;
  }

  async isBusy(): Promise<boolean> {
    const newest = this.#journal.blocks.slice(-SETTLED_BLOCKS);
    if (newest.some(({ sent }) => sent.length > 0)) return true;
    const { pending } = (await this.#anvil.ask('txpool_status')) as { pending: string };
    return pending !== '0x0';
  }

  async mine(): Promise<void> {
    const last = this.#journal.blocks.at(-1)?.seconds ?? GENESIS_SECONDS;
    const seconds = Math.max(Math.floor(now() / 1_000), last + 1);
    const hash = await this.#mineAt(seconds, []);
    const block = (await this.#anvil.ask('eth_getBlockByNumber', ['latest', false])) as {
      transactions: Hex[];
    };
    const sent: Hex[] = [];
    for (const id of block.transactions) {
      sent.push((await this.#anvil.ask('eth_getRawTransactionByHash', [id])) as Hex);
    }
    this.#journal.append({ seconds, sent, hash });
  }

  async #send(call: { data: Hex; to: Hex | null; value: bigint }): Promise<string> {
    const account = privateKeyToAccount(hexKey(this.#treasury));
    const counted = await this.#anvil.ask('eth_getTransactionCount', [account.address, 'pending']);
    const nonce = Number.parseInt(String(counted), 16);
    const gas = call.to === null ? 3_000_000n : 100_000n;
    const raw = await account.signTransaction({
      ...FEES,
      ...call,
      gas,
      nonce,
      chainId: CHAIN_ID,
      type: 'eip1559',
    });
    return String(await this.#anvil.ask('eth_sendRawTransaction', [raw]));
  }

  async fund({ asset, to, units }: { asset: Asset; to: string; units: bigint }): Promise<string> {
    const payee = to as Hex;
    if (asset === 'ETH') return this.#send({ data: '0x', to: payee, value: units });
    if (asset !== 'USDT') throw new Refused(`Ethereum carries no ${asset}`);
    const { abi } = CONTRACT;
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [payee, units] });
    return this.#send({ data, to: this.usdt as Hex, value: 0n });
  }

  /** The node begins anew with the shorter file: what follows comes about alike at the next start. */
  async reorg({ depth, keeps }: { depth: number; keeps: boolean }): Promise<void> {
    // The first two blocks make the contract.
    if (depth < 1 || depth > this.height() - 2) throw new Refused('so many blocks there are not');
    const dropped = this.#journal.drop(depth);
    await this.#anvil.stop();
    await this.start();
    const lastSeconds = dropped.at(-1)?.seconds ?? 0;
    const sent = keeps ? dropped.flatMap((one) => one.sent) : [];
    // Later than what it replaces, and thereby another block.
    const hash = await this.#mineAt(lastSeconds + 1, sent);
    this.#journal.append({ seconds: lastSeconds + 1, sent, hash });
  }

  async sign({ items }: Batch): Promise<SignedBatch> {
    const account = privateKeyToAccount(hexKey(this.#keys.hot.ethereum));
    const signed: { withdrawalId: string; hash: string }[] = [];
    for (const { withdrawalId, unsigned } of items) {
      const read = parseTransaction(unsigned as Hex);
      if (read.type !== 'eip1559') throw new Refused(`${withdrawalId} is of another kind`);
      const raw = await account.signTransaction({ ...read, type: 'eip1559' });
      const hash = await this.#anvil.ask('eth_sendRawTransaction', [raw]);
      signed.push({ withdrawalId, hash: String(hash) });
    }
    return signed;
  }

  stop(): Promise<void> {
    return this.#anvil.stop();
  }
}

/** Opens the local chain of Ethereum of a folder, on a port that stays with it while it runs. */
export async function openEthereum(options: {
  readonly folder: string;
  readonly keys: Keys;
  readonly port: number;
}): Promise<LocalEthereum> {
  const { folder, keys, port } = options;
  const { treasury, hot } = keys;
  const balances = {
    [treasury.ethereum.address]: 1_000_000n * ETHER,
    [hot.ethereum.address]: 100n * ETHER,
  };
  const anvil = new Anvil({ folder, port, balances });
  const journal = new Journal<Kept>(join(folder, 'ethereum.jsonl'));
  const chain = new LocalEthereum({ keys, anvil, journal });
  await chain.start();
  return chain;
}
