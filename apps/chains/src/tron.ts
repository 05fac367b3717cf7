import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Asset, ensure } from '@candor/kernel';
import { sign } from 'viem/accounts';
import { recoverAddress } from 'viem/utils';
import { now } from './clock.ts';
import { Journal } from './journal.ts';
import { type Keys, type Wallet, hexKey, tronAddressOf, tronHexOf } from './keys.ts';
import { type Batch, type LocalChain, SETTLED_BLOCKS, type SignedBatch } from './local-chain.ts';
import { type Answer, Refused, serve } from './serve.ts';
import { callBytes, readCall } from './tron-bytes.ts';

/**
 * A stand-in for Tron and a full node that reads it: transactions as real ones are signed, and of all
 * contracts the transfers of one, a test USDT. It shares nothing with the cashier.
 *
 * @source developers.tron.network/reference
 */
type Signed = { readonly raw: string; readonly signature: string };
type Kept = { readonly at: number; readonly sent: readonly Signed[]; readonly hash: string };
type Sent = Signed & {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  readonly isDone: boolean;
};
type Block = {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly at: number;
  readonly sent: readonly Sent[];
};

/** Twenty bytes nobody has a key of: where the test USDT stands. */
const USDT = 'c0de000000000000000000000000000000c0de00';
const TRANSFER_EVENT = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** `transfer(address,uint256)` */
const TRANSFER_CALL = /^a9059cbb0{22}(?:00|41)([0-9a-f]{40})([0-9a-f]{64})$/;
const GENESIS_MS = 1_700_000_000_000;
const TREASURY_USDT = 10n ** 18n;
const HOT_USDT = 1_000_000_000_000n;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const json = (value: unknown): Answer => ({ body: JSON.stringify(value) });
const word = (hex: string): string => hex.padStart(64, '0');

function blockHash(
  height: number,
  parts: { parent: string; at: number; sent: readonly Sent[] },
): string {
  const { parent, at, sent } = parts;
  const said = sha256(Buffer.from(JSON.stringify([parent, at, sent.map(({ id }) => id)])));
  return height.toString(16).padStart(16, '0') + said.toString('hex').slice(16);
}

/** The stand-in. */
class LocalTron implements LocalChain {
  readonly network = 'tron';
  readonly usdt = tronAddressOf(USDT);
  readonly #keys: Keys;
  readonly #journal: Journal<Kept>;
  #blocks: Block[] = [];
  #balances = new Map<string, bigint>();
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
    await this.#rebuild();
    this.#server = await serve((call) => this.#answer(call), port);
  }

  async #rebuild(): Promise<void> {
    const { hot, treasury } = this.#keys;
    this.#blocks = [];
    this.#places = new Map();
    this.#pool = [];
    this.#balances = new Map([
      [tronHexOf(treasury.tron.address), TREASURY_USDT],
      [tronHexOf(hot.tron.address), HOT_USDT],
    ]);
    this.#add(GENESIS_MS);
    for (const { at, sent, hash } of this.#journal.blocks) {
      for (const signed of sent) await this.#accept(signed);
      if (this.#add(at).hash === hash) continue;
      throw new Error('the local Tron does not come about as it was');
    }
  }

  #add(at: number): Block {
    const height = this.#blocks.length;
    const parent = this.#blocks.at(-1)?.hash ?? '0'.repeat(64);
    const sent = this.#pool;
    const hash = blockHash(height, { parent, at, sent });
    const block = { height, parent, at, sent, hash };
    this.#pool = [];
    this.#blocks.push(block);
    for (const { id } of sent) this.#places.set(id, block);
    return block;
  }

  /** Takes a signed transaction, as a node does: signed by who pays, and once. */
  async #accept({ raw, signature }: Signed): Promise<string> {
    const bytes = Buffer.from(raw, 'hex');
    const id = sha256(bytes).toString('hex');
    if (this.#places.has(id) || this.#pool.some((one) => one.id === id)) return id;
    const { owner, contract, data } = readCall(bytes);
    const signer = await recoverAddress({ hash: `0x${id}`, signature: `0x${signature}` });
    if (owner !== `41${signer.slice(2).toLowerCase()}`) throw new Refused('SIGERROR');
    const [, to = '', sum = ''] = TRANSFER_CALL.exec(data) ?? [];
    if (contract !== `41${USDT}` || to === '') throw new Refused('CONTRACT_VALIDATE_ERROR');
    const from = owner.slice(2);
    const units = BigInt(`0x${sum}`);
    const owned = this.#balances.get(from) ?? 0n;
    const isDone = owned >= units;
    if (isDone) {
      this.#balances.set(from, owned - units);
      this.#balances.set(to, (this.#balances.get(to) ?? 0n) + units);
    }
    this.#pool.push({ raw, signature, id, from, to, units, isDone });
    return id;
  }

  async isBusy(): Promise<boolean> {
    if (this.#pool.length > 0) return true;
    return this.#journal.blocks.slice(-SETTLED_BLOCKS).some(({ sent }) => sent.length > 0);
  }

  async mine(): Promise<void> {
    const last = this.#blocks.at(-1)?.at ?? GENESIS_MS;
    this.#mineAt(Math.max(now(), last + 1));
  }

  #mineAt(at: number): void {
    const sent = this.#pool.map(({ raw, signature }) => ({ raw, signature }));
    const { hash } = this.#add(at);
    this.#journal.append({ at, sent, hash });
  }

  async #signed(raw: string, wallet: Wallet): Promise<Signed> {
    const hash = `0x${sha256(Buffer.from(raw, 'hex')).toString('hex')}` as const;
    const signature = await sign({ hash, privateKey: hexKey(wallet), to: 'hex' });
    return { raw, signature: signature.slice(2) };
  }

  async fund({ asset, to, units }: { asset: Asset; to: string; units: bigint }): Promise<string> {
    if (asset !== 'USDT') throw new Refused(`Tron carries no ${asset}`);
    const wallet = this.#keys.treasury.tron;
    const block = ensure(this.#blocks.at(-1), 'there is a first block');
    const data = `a9059cbb${word(tronHexOf(to))}${word(units.toString(16))}`;
    const call = { owner: `41${tronHexOf(wallet.address)}`, contract: `41${USDT}`, data };
    // Two of the same sum at the same moment would be one transaction.
    const at = now() + this.#pool.length;
    const raw = callBytes(call, { at, block }).toString('hex');
    return this.#accept(await this.#signed(raw, wallet));
  }

  async reorg({ depth, keeps }: { depth: number; keeps: boolean }): Promise<void> {
    if (depth < 1 || depth > this.height()) throw new Refused('so many blocks there are not');
    const dropped = this.#journal.drop(depth);
    await this.#rebuild();
    if (keeps) for (const signed of dropped.flatMap(({ sent }) => sent)) await this.#accept(signed);
    this.#mineAt((dropped.at(-1)?.at ?? 0) + 1);
  }

  async sign({ items }: Batch): Promise<SignedBatch> {
    const signed: { withdrawalId: string; hash: string }[] = [];
    for (const { withdrawalId, unsigned } of items) {
      const { raw_data_hex: raw } = unsigned as { raw_data_hex: string };
      const hash = await this.#accept(await this.#signed(raw, this.#keys.hot.tron));
      signed.push({ withdrawalId, hash });
    }
    return signed;
  }

  async stop(): Promise<void> {
    this.#server?.stop();
  }

  async #answer({ path, body }: { path: string; body: string }): Promise<Answer> {
    const asked = JSON.parse(body === '' ? '{}' : body) as Readonly<Record<string, unknown>>;
    const id = String(asked['value'] ?? '');
    switch (path) {
      case '/wallet/getnowblock':
        return json(blockJson(this.#blocks.at(-1)));
      case '/wallet/getblock': {
        const at = asked['id_or_num'] ?? this.height();
        const block = this.#blocks[Number.parseInt(String(at), 10)];
        const list = block?.sent.map(({ id }) => ({ txID: id })) ?? [];
        // A node writes no list where it has none.
        const isListed = asked['detail'] === true && list.length > 0;
        return json({ ...blockJson(block), ...(isListed ? { transactions: list } : {}) });
      }
      case '/wallet/gettransactioninfobyblocknum': {
        const block = this.#blocks[Number.parseInt(String(asked['num']), 10)];
        return json(block?.sent.map((one) => outcomeOf(one, block)) ?? []);
      }
      case '/wallet/gettransactionbyid': {
        const all = [...(this.#places.get(id)?.sent ?? []), ...this.#pool];
        const found = all.find((one) => one.id === id);
        return json(found === undefined ? {} : { txID: id, raw_data_hex: found.raw });
      }
      case '/wallet/gettransactioninfobyid': {
        const block = this.#places.get(id);
        const found = block?.sent.find((one) => one.id === id);
        return json(block === undefined || found === undefined ? {} : outcomeOf(found, block));
      }
      case '/wallet/broadcasttransaction': {
        const { raw_data_hex: raw, signature } = asked as {
          raw_data_hex: string;
          signature: string[];
        };
        const txid = await this.#accept({ raw, signature: signature[0] ?? '' });
        return json({ result: true, txid });
      }
      default:
        return { status: 404, body: 'Not Found' };
    }
  }
}

/** A block that is not there is an empty object. */
function blockJson(block: Block | undefined): object {
  if (block === undefined) return {};
  const { height, hash, parent, at } = block;
  const number = height === 0 ? {} : { number: height };
  const raw = { ...number, timestamp: at, parentHash: parent, version: 31 };
  return { blockID: hash, block_header: { raw_data: raw, witness_signature: '' } };
}

function outcomeOf({ id, from, to, units, isDone }: Sent, { height, at }: Block): unknown {
  const log = {
    address: USDT,
    topics: [TRANSFER_EVENT, word(from), word(to)],
    data: word(units.toString(16)),
  };
  return {
    id,
    fee: 13_844_850,
    blockNumber: height,
    blockTimeStamp: at,
    contract_address: `41${USDT}`,
    receipt: { result: isDone ? 'SUCCESS' : 'REVERT' },
    ...(isDone ? { log: [log] } : { result: 'FAILED' }),
  };
}

/** Opens the stand-in for Tron of a folder. */
export async function openTron(options: {
  readonly folder: string;
  readonly keys: Keys;
  readonly port: number;
}): Promise<LocalTron> {
  const journal = new Journal<Kept>(join(options.folder, 'tron.jsonl'));
  const chain = new LocalTron(options.keys, journal);
  await chain.start(options.port);
  return chain;
}
