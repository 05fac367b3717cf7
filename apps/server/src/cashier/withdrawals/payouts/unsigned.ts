import { createHash } from 'node:crypto';
import { type Asset, assert } from '@candor/kernel';
import { base64, bech32, bech32m, createBase58check } from '@scure/base';
import { bytesField, concat, numberField, varint } from './bytes.ts';

/** What a withdrawal asks a transaction to pay. @units the asset's smallest */
export type Payment = { readonly asset: Asset; readonly to: string; readonly units: bigint };

/** What Ethereum's node says of the wallet pay-outs come from. */
export type EthereumSpending = {
  readonly chainId: number;
  readonly nonce: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
};

/** Coins of the wallet pay-outs come from, and what a byte costs. */
export type BitcoinSpending = {
  readonly coins: readonly {
    readonly txHash: string;
    readonly index: number;
    readonly units: bigint;
    readonly script: Uint8Array;
  }[];
  readonly satPerVbyte: number;
};

/** The block a transaction of Tron refers to, and how long it counts. */
export type TronSpending = {
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  readonly timestamp: number;
  readonly expiration: number;
};

const TRANSFER = 'a9059cbb';
const GAS_COIN = 21_000n;
const GAS_TOKEN = 100_000n;

const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
);

/** `transfer(address,uint256)` of a token, as its contract reads it. */
function transferOf(to20: string, units: bigint): string {
  return `${TRANSFER}${to20.toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
}

/**
 * The unsigned transactions of some payments, one each, with consecutive nonces.
 *
 * @source EIP-1559, EIP-2718
 */
export async function unsignedEthereum(
  payments: readonly Payment[],
  { spending, usdt }: { readonly spending: EthereumSpending; readonly usdt: string },
): Promise<string[]> {
  const { serializeTransaction } = await import('viem/utils');
  const { chainId, nonce, maxFeePerGas, maxPriorityFeePerGas } = spending;
  const fees = { type: 'eip1559', chainId, maxFeePerGas, maxPriorityFeePerGas } as const;
  return payments.map(({ asset, to, units }, place) => {
    const own = { ...fees, nonce: nonce + place };
    if (asset === 'ETH') {
      return serializeTransaction({ ...own, to: to as `0x${string}`, value: units, gas: GAS_COIN });
    }
    const data = `0x${transferOf(to.slice(2), units)}` as const;
    const token = usdt as `0x${string}`;
    return serializeTransaction({ ...own, to: token, value: 0n, data, gas: GAS_TOKEN });
  });
}

/**
 * Transactions that pay nothing and use the nonces of others up: each pays more to the network than the one it
 * takes the place of, as nodes ask for (an eighth more; a tenth is the least they take).
 *
 * @source EIP-1559, go-ethereum `txpool.pricebump`
 */
export async function cancellingEthereum(
  planned: readonly string[],
  { spending, from }: { readonly spending: EthereumSpending; readonly from: string },
): Promise<string[]> {
  const { parseTransaction, serializeTransaction } = await import('viem/utils');
  const { chainId } = spending;
  const raised = (was: bigint | undefined, now: bigint): bigint => {
    const least = ((was ?? 0n) * 9n) / 8n + 1n;
    return least > now ? least : now;
  };
  return planned.map((unsigned) => {
    const { nonce = 0, ...was } = parseTransaction(unsigned as `0x${string}`);
    return serializeTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      maxFeePerGas: raised(was.maxFeePerGas, spending.maxFeePerGas),
      maxPriorityFeePerGas: raised(was.maxPriorityFeePerGas, spending.maxPriorityFeePerGas),
      to: from as `0x${string}`,
      value: 0n,
      gas: GAS_COIN,
    });
  });
}

const TRON_TYPE_URL = 'type.googleapis.com/protocol.TriggerSmartContract';
const TRON_TRIGGER = 31n;
/** The most energy a transfer of USDT may burn, in the chain's smallest unit. */
const TRON_FEE_LIMIT = 100_000_000;

/** A transaction of Tron as a full node answers it, without a signature. */
export type UnsignedTron = {
  readonly visible: false;
  readonly txID: string;
  readonly raw_data: Record<string, unknown>;
  readonly raw_data_hex: string;
};

/**
 * The unsigned transfer of a token on Tron.
 *
 * @source tronprotocol/protocol, core/Tron.proto and smart_contract.proto
 */
export function unsignedTron(
  { to, units }: Payment,
  given: { readonly spending: TronSpending; readonly usdt: string; readonly from: string },
): UnsignedTron {
  const { refBlockBytes, refBlockHash, timestamp, expiration } = given.spending;
  const owner = base58check.decode(given.from);
  const contract = base58check.decode(given.usdt);
  const to20 = Buffer.from(base58check.decode(to).subarray(1)).toString('hex');
  const data = transferOf(to20, units);
  const trigger = concat([
    bytesField(1, owner),
    bytesField(2, contract),
    bytesField(4, Buffer.from(data, 'hex')),
  ]);
  const any = concat([bytesField(1, Buffer.from(TRON_TYPE_URL)), bytesField(2, trigger)]);
  const raw = concat([
    bytesField(1, Buffer.from(refBlockBytes, 'hex')),
    bytesField(4, Buffer.from(refBlockHash, 'hex')),
    numberField(8, BigInt(expiration)),
    bytesField(11, concat([numberField(1, TRON_TRIGGER), bytesField(2, any)])),
    numberField(14, BigInt(timestamp)),
    numberField(18, BigInt(TRON_FEE_LIMIT)),
  ]);
  const value = {
    data,
    owner_address: Buffer.from(owner).toString('hex'),
    contract_address: Buffer.from(contract).toString('hex'),
  };
  return {
    visible: false,
    txID: createHash('sha256').update(raw).digest('hex'),
    raw_data: {
      contract: [{ parameter: { value, type_url: TRON_TYPE_URL }, type: 'TriggerSmartContract' }],
      ref_block_bytes: refBlockBytes,
      ref_block_hash: refBlockHash,
      expiration,
      fee_limit: TRON_FEE_LIMIT,
      timestamp,
    },
    raw_data_hex: Buffer.from(raw).toString('hex'),
  };
}

/** The script that pays an address of Bitcoin, of its main chain or a test chain. */
export function scriptOf(address: string): Uint8Array {
  const lower = address.toLowerCase();
  if (/^(?:bc|tb|bcrt)1/.test(lower)) {
    const decoded = bech32.decodeUnsafe(lower) ?? bech32m.decodeUnsafe(lower);
    assert(typeof decoded === 'object', 'an address was checked before');
    const [version = 0, ...words] = decoded.words;
    const program = bech32.fromWords(words);
    const opcode = version === 0 ? 0 : 0x50 + version;
    return concat([Uint8Array.of(opcode, program.length), program]);
  }
  const [first = 0, ...hash] = base58check.decode(address);
  const isScript = first === 0x05 || first === 0xc4;
  const own = Uint8Array.from(hash);
  return isScript
    ? concat([Uint8Array.of(0xa9, 0x14), own, Uint8Array.of(0x87)])
    : concat([Uint8Array.of(0x76, 0xa9, 0x14), own, Uint8Array.of(0x88, 0xac)]);
}

const OVERHEAD = 11;
const INPUT = 68;
/** Change below this costs more to spend than it is worth. */
const CHANGE_MIN = 546n;

function uint(units: bigint, bytes: 4 | 8): Uint8Array {
  const out = Buffer.alloc(bytes);
  if (bytes === 8) out.writeBigUInt64LE(units);
  else out.writeUInt32LE(Number.parseInt(units.toString(), 10));
  return out;
}

const sized = (bytes: Uint8Array): Uint8Array => concat([varint(BigInt(bytes.length)), bytes]);
const output = (units: bigint, script: Uint8Array): Uint8Array =>
  concat([uint(units, 8), sized(script)]);

/**
 * One PSBT that pays all of a batch, each payment at its place, and the change behind them; null where
 * the wallet has too little. Coins are taken largest first.
 *
 * @source BIP-174, version 0
 */
export function unsignedBitcoin(
  payments: readonly Payment[],
  { spending, from }: { readonly spending: BitcoinSpending; readonly from: string },
): string | null {
  assert(payments.length > 0, 'a batch pays something');
  const outputs = payments.map(({ to, units }) => output(units, scriptOf(to)));
  const owed = payments.reduce((sum, { units }) => sum + units, 0n);
  const changeScript = scriptOf(from);
  const rate = BigInt(Math.max(1, Math.ceil(spending.satPerVbyte)));
  const bytesOut = outputs.reduce((sum, one) => sum + one.length, 0);
  const coins = spending.coins.toSorted((one, other) => (one.units < other.units ? 1 : -1));
  const taken: BitcoinSpending['coins'][number][] = [];
  let have = 0n;
  const feeFor = (more: number): bigint =>
    rate * BigInt(OVERHEAD + INPUT * taken.length + bytesOut + more);
  for (const coin of coins) {
    if (taken.length > 0 && have >= owed + feeFor(0)) break;
    taken.push(coin);
    have += coin.units;
  }
  if (have < owed + feeFor(0)) return null;
  const change = have - owed - feeFor(9 + changeScript.length);
  if (change >= CHANGE_MIN) outputs.push(output(change, changeScript));
  const inputs = taken.map(({ txHash, index }) =>
    concat([
      Buffer.from(txHash, 'hex').reverse(),
      uint(BigInt(index), 4),
      Uint8Array.of(0),
      // May be replaced by one that pays the miners more.
      uint(0xfffffffdn, 4),
    ]),
  );
  const transaction = concat([
    uint(2n, 4),
    varint(BigInt(inputs.length)),
    ...inputs,
    varint(BigInt(outputs.length)),
    ...outputs,
    uint(0n, 4),
  ]);
  const psbt = concat([
    Buffer.from('70736274ff', 'hex'),
    Uint8Array.of(1, 0),
    sized(transaction),
    Uint8Array.of(0),
    ...taken.map(({ units, script }) =>
      concat([Uint8Array.of(1, 1), sized(output(units, script)), Uint8Array.of(0)]),
    ),
    ...outputs.map(() => Uint8Array.of(0)),
  ]);
  return base64.encode(psbt);
}
