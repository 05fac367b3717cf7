import { join } from 'node:path';
import { type Asset, ensure } from '@candor/kernel';
import { OutScript, Transaction, p2wpkh } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blockOf, coinbase, plainId } from './bitcoin-bytes.ts';
import { now } from './clock.ts';
import { Journal } from './journal.ts';
import { type Keys, REGTEST, type Wallet } from './keys.ts';
import { type Batch, type LocalChain, SETTLED_BLOCKS, type SignedBatch } from './local-chain.ts';
import { type Answer, Refused, serve } from './serve.ts';

/**
 * A stand-in for Bitcoin and the Esplora service that reads it: real transactions in real blocks,
 * without work and without other nodes. It shares nothing with the cashier.
 *
 * @source github.com/Blockstream/esplora/blob/master/API.md
 */
type Kept = { readonly seconds: number; readonly sent: readonly string[]; readonly hash: string };
type Output = { readonly script: Uint8Array; readonly units: bigint };
type Sent = {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly outputs: readonly Output[];
  /** Coins it spends, by "id:index". */
  readonly spent: readonly string[];
  readonly fee: bigint;
};
type Block = {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly seconds: number;
  readonly bytes: Uint8Array;
  readonly transactions: readonly Sent[];
};

const BITCOIN = 100_000_000n;
const FEE = 1_000n;
/** Bytes that an output may begin and go on with that pays nobody. */
const NOTHING = Uint8Array.of(0x6a);
const NO_PARENT = '0'.repeat(64);
const GENESIS_SECONDS = 1_700_000_000;
const LOOSE = { allowUnknownOutputs: true, disableScriptCheck: true } as const;

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const numberOf = (units: bigint): number => Number.parseInt(units.toString(), 10);
const json = (value: unknown): Answer => ({ body: JSON.stringify(value) });
const none = (what: string): Answer => ({ status: 404, body: `${what} not found` });

function scriptOf(address: string): Uint8Array {
  const transaction = new Transaction();
  transaction.addOutputAddress(address, 1n, REGTEST);
  return ensure(transaction.getOutput(0).script, 'an address has its script');
}

/** The stand-in. */
class LocalBitcoin implements LocalChain {
  readonly network = 'bitcoin';
  readonly #keys: Keys;
  readonly #journal: Journal<Kept>;
  #blocks: Block[] = [];
  /** What can be spent, by "id:index". */
  #coins = new Map<string, Output>();
  #places = new Map<string, Block>();
  #pool: Sent[] = [];
  #server: { readonly url: string; stop(): void } | null = null;

  constructor(keys: Keys, journal: Journal<Kept>) {
    this.#keys = keys;
    this.#journal = journal;
  }

  get rpc(): string {
    return ensure(this.#server, 'it runs').url;
  }

  height(): number {
    return this.#blocks.length - 1;
  }

  async start(port: number): Promise<void> {
    this.#rebuild();
    this.#server = await serve((call) => this.#answer(call), port);
  }

  #rebuild(): void {
    this.#blocks = [];
    this.#coins = new Map();
    this.#places = new Map();
    this.#pool = [];
    const { hot, treasury } = this.#keys;
    const first = [
      { script: scriptOf(treasury.bitcoin.address), units: 100_000n * BITCOIN },
      { script: scriptOf(hot.bitcoin.address), units: 100n * BITCOIN },
    ];
    this.#add(GENESIS_SECONDS, first, []);
    for (const { seconds, sent, hash } of this.#journal.blocks) {
      for (const raw of sent) this.#accept(raw);
      const block = this.#add(seconds, [{ script: NOTHING, units: 0n }], this.#pool);
      this.#pool = [];
      if (block.hash !== hash) throw new Error('the local Bitcoin does not come about as it was');
    }
  }

  #add(seconds: number, paid: readonly Output[], sent: readonly Sent[]): Block {
    const height = this.#blocks.length;
    const bytes = coinbase(height, paid);
    const miner = { id: plainId(bytes), bytes, outputs: paid, spent: [], fee: 0n };
    const transactions = [miner, ...sent];
    const parent = this.#blocks.at(-1)?.hash ?? NO_PARENT;
    const block = {
      height,
      parent,
      seconds,
      transactions,
      ...blockOf({ parent, seconds, transactions }),
    };
    this.#blocks.push(block);
    for (const one of transactions) this.#places.set(one.id, block);
    if (height === 0) this.#makeCoins(miner);
    return block;
  }

  #makeCoins({ id, outputs }: Sent): void {
    for (const [index, output] of outputs.entries()) this.#coins.set(`${id}:${index}`, output);
  }

  /** Takes a signed transaction into the pool, as a node does: it spends what there is, once. */
  #accept(raw: string): string {
    const bytes = Buffer.from(raw, 'hex');
    const read = Transaction.fromRaw(bytes, { ...LOOSE, allowUnknownInputs: true });
    if (this.#places.has(read.id) || this.#pool.some(({ id }) => id === read.id)) return read.id;
    const spent = Array.from({ length: read.inputsLength }, (_, n) => {
      const { txid, index } = read.getInput(n);
      return `${hexOf(txid ?? new Uint8Array())}:${index}`;
    });
    const inputs = spent.map((coin, n) => {
      const output = this.#coins.get(coin);
      if (output === undefined) throw new Refused('bad-txns-inputs-missingorspent');
      assertSigned(read, n, output);
      return output;
    });
    const outputs = Array.from({ length: read.outputsLength }, (_, n) => {
      const { script, amount } = read.getOutput(n);
      return { script: ensure(script, 'an output'), units: ensure(amount, 'an output') };
    });
    const total = (all: readonly Output[]): bigint => all.reduce((sum, one) => sum + one.units, 0n);
    const fee = total(inputs) - total(outputs);
    if (fee < 0n || new Set(spent).size < spent.length) throw new Refused('bad-txns-in-belowout');
    for (const coin of spent) this.#coins.delete(coin);
    const sent = { id: read.id, bytes, outputs, spent, fee };
    this.#makeCoins(sent);
    this.#pool.push(sent);
    return sent.id;
  }

  async isBusy(): Promise<boolean> {
    if (this.#pool.length > 0) return true;
    return this.#journal.blocks.slice(-SETTLED_BLOCKS).some(({ sent }) => sent.length > 0);
  }

  async mine(): Promise<void> {
    const last = this.#blocks.at(-1)?.seconds ?? GENESIS_SECONDS;
    this.#mineAt(Math.max(Math.floor(now() / 1_000), last + 1));
  }

  #mineAt(seconds: number): void {
    const sent = this.#pool;
    const { hash } = this.#add(seconds, [{ script: NOTHING, units: 0n }], sent);
    this.#pool = [];
    this.#journal.append({ seconds, sent: sent.map(({ bytes }) => hexOf(bytes)), hash });
  }

  async fund({ asset, to, units }: { asset: Asset; to: string; units: bigint }): Promise<string> {
    if (asset !== 'BTC') throw new Refused(`Bitcoin carries no ${asset}`);
    const wallet = this.#keys.treasury.bitcoin;
    const transaction = new Transaction();
    let left = units + FEE;
    for (const [coin, { script, units: amount }] of this.#coinsOf(wallet)) {
      if (left <= 0n) break;
      const [txid = '', index = ''] = coin.split(':');
      const input = { txid, index: Number.parseInt(index, 10), witnessUtxo: { script, amount } };
      transaction.addInput(input);
      left -= amount;
    }
    if (left > 0n) throw new Refused('the treasury has not so much');
    transaction.addOutputAddress(to, units, REGTEST);
    if (left < 0n) transaction.addOutputAddress(wallet.address, -left, REGTEST);
    transaction.sign(wallet.privateKey);
    transaction.finalize();
    return this.#accept(transaction.hex);
  }

  #coinsOf({ address }: Wallet): [string, Output][] {
    const script = hexOf(scriptOf(address));
    return [...this.#coins].filter(([, output]) => hexOf(output.script) === script);
  }

  async reorg({ depth, keeps }: { depth: number; keeps: boolean }): Promise<void> {
    if (depth < 1 || depth > this.height()) throw new Refused('so many blocks there are not');
    const dropped = this.#journal.drop(depth);
    this.#rebuild();
    if (keeps) for (const raw of dropped.flatMap(({ sent }) => sent)) this.#accept(raw);
    this.#mineAt((dropped.at(-1)?.seconds ?? 0) + 1);
  }

  async sign({ psbt = '', items }: Batch): Promise<SignedBatch> {
    const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'), LOOSE);
    transaction.sign(this.#keys.hot.bitcoin.privateKey);
    transaction.finalize();
    const hash = this.#accept(transaction.hex);
    return items.map(({ withdrawalId }) => ({ withdrawalId, hash }));
  }

  async stop(): Promise<void> {
    this.#server?.stop();
  }

  #answer({ method, path, body }: { method: string; path: string; body: string }): Answer {
    const [what = '', which = '', more = ''] = path.split('/').slice(1);
    if (method === 'POST' && path === '/tx') return { body: this.#accept(body.trim()) };
    const tip = ensure(this.#blocks.at(-1), 'there is a first block');
    if (path === '/blocks/tip/hash') return { body: tip.hash };
    if (path === '/blocks/tip/height') return { body: String(tip.height) };
    if (path === '/fee-estimates') return json({ '1': 5, '6': 2, '144': 1 });
    if (what === 'block-height') {
      const block = this.#blocks[Number.parseInt(which, 10)];
      return block === undefined ? none('Block') : { body: block.hash };
    }
    if (what === 'block') {
      const block = this.#blocks.find(({ hash }) => hash === which);
      if (block === undefined) return none('Block');
      return more === 'raw' ? { body: block.bytes } : json(blockJson(block));
    }
    if (what === 'tx') return this.#transaction(which);
    return what === 'address' && more === 'utxo' ? json(this.#unspent(which)) : none('Page');
  }

  #statusOf(id: string): Readonly<Record<string, unknown>> {
    const block = this.#places.get(id);
    if (block === undefined) return { confirmed: false };
    const { height, hash, seconds } = block;
    return { confirmed: true, block_height: height, block_hash: hash, block_time: seconds };
  }

  #transaction(id: string): Answer {
    const all = [...(this.#places.get(id)?.transactions ?? []), ...this.#pool];
    const found = all.find((one) => one.id === id);
    if (found === undefined) return none('Transaction');
    return json({
      txid: id,
      fee: numberOf(found.fee),
      vin: found.spent.map((coin) => {
        const [txid = '', index = ''] = coin.split(':');
        return { txid, vout: Number.parseInt(index, 10) };
      }),
      vout: found.outputs.map(({ script, units }) => {
        return { scriptpubkey: hexOf(script), value: numberOf(units) };
      }),
      status: this.#statusOf(id),
    });
  }

  #unspent(address: string): unknown {
    return this.#coinsOf({ address, privateKey: new Uint8Array() }).map(([coin, { units }]) => {
      const [txid = '', index = ''] = coin.split(':');
      const vout = Number.parseInt(index, 10);
      return { txid, vout, value: numberOf(units), status: this.#statusOf(txid) };
    });
  }
}

/** A native output is spent by the key it names, over all that the transaction says. @source BIP-143 */
function assertSigned(read: Transaction, n: number, { script, units }: Output): void {
  const [signature, key] = read.getInput(n).finalScriptWitness ?? [];
  const mine = key === undefined ? null : p2wpkh(key, REGTEST);
  const isItsKey = mine !== null && hexOf(mine.script) === hexOf(script);
  if (!isItsKey || signature === undefined || key === undefined) {
    throw new Refused('mandatory-script-verify-flag-failed');
  }
  const spends = OutScript.encode({ type: 'pkh', hash: script.subarray(2) });
  const hash = read.preimageWitnessV0(n, spends, signature.at(-1) ?? 0, units);
  const options = { prehash: false, format: 'der' } as const;
  if (secp256k1.verify(signature.subarray(0, -1), hash, key, options)) return;
  throw new Refused('mandatory-script-verify-flag-failed');
}

const blockJson = ({ hash, height, seconds, parent, transactions, bytes }: Block): unknown => ({
  id: hash,
  height,
  version: 0x20000000,
  timestamp: seconds,
  tx_count: transactions.length,
  size: bytes.length,
  ...(height === 0 ? {} : { previousblockhash: parent }),
});

/** Opens the stand-in for Bitcoin of a folder. */
export async function openBitcoin(options: {
  readonly folder: string;
  readonly keys: Keys;
  readonly port: number;
}): Promise<LocalChain> {
  const journal = new Journal<Kept>(join(options.folder, 'bitcoin.jsonl'));
  const chain = new LocalBitcoin(options.keys, journal);
  await chain.start(options.port);
  return chain;
}
