/**
 * Transactions of Tron as they are signed: protobuf, of which only what a call of a contract needs.
 *
 * @source github.com/tronprotocol/protocol: Tron.proto (Transaction.raw), smart_contract.proto
 */

/** A call of a contract, as its transaction says it. */
export type ContractCall = {
  /** @units hex of the 21 bytes of each address */
  readonly owner: string;
  readonly contract: string;
  readonly data: string;
};

const TRIGGER = 31;
const TYPE_URL = 'type.googleapis.com/protocol.TriggerSmartContract';
/** Numbers of the fields. */
const RAW = {
  refBlockBytes: 1,
  refBlockHash: 4,
  expiration: 8,
  contract: 11,
  timestamp: 14,
  feeLimit: 18,
};
const BYTES = 2;

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let left = BigInt(value);
  do {
    const more = left > 0x7fn;
    bytes.push(Number.parseInt((left & 0x7fn).toString(), 10) | (more ? 0x80 : 0));
    left >>= 7n;
  } while (left > 0n);
  return Buffer.from(bytes);
}

const numberField = (field: number, value: number): Buffer =>
  Buffer.concat([varint(field * 8), varint(value)]);
const bytesField = (field: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([varint(field * 8 + BYTES), varint(bytes.length), bytes]);

/** A call as the bytes that are signed. */
export function callBytes(
  { owner, contract, data }: ContractCall,
  {
    at,
    block,
  }: { readonly at: number; readonly block: { readonly height: number; readonly hash: string } },
): Buffer {
  const value = Buffer.concat([
    bytesField(1, Buffer.from(owner, 'hex')),
    bytesField(2, Buffer.from(contract, 'hex')),
    bytesField(4, Buffer.from(data, 'hex')),
  ]);
  const parameter = Buffer.concat([bytesField(1, Buffer.from(TYPE_URL)), bytesField(2, value)]);
  const height = block.height.toString(16).padStart(16, '0').slice(-4);
  return Buffer.concat([
    bytesField(RAW.refBlockBytes, Buffer.from(height, 'hex')),
    bytesField(RAW.refBlockHash, Buffer.from(block.hash.slice(16, 32), 'hex')),
    numberField(RAW.expiration, at + 3_600_000),
    bytesField(RAW.contract, Buffer.concat([numberField(1, TRIGGER), bytesField(2, parameter)])),
    numberField(RAW.timestamp, at),
    numberField(RAW.feeLimit, 100_000_000),
  ]);
}

type Fields = ReadonlyMap<number, bigint | Buffer>;

/** @throws for bytes that are no fields of these two kinds */
function fieldsOf(bytes: Buffer): Fields {
  const found = new Map<number, bigint | Buffer>();
  let at = 0;
  const number = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined || shift > 63n) throw new Error('these bytes are cut short');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const key = number();
    const field = Number.parseInt((key >> 3n).toString(), 10);
    const kind = key & 7n;
    if (kind === 0n) found.set(field, number());
    else if (kind === 2n) {
      const length = Number.parseInt(number().toString(), 10);
      if (length > bytes.length - at) throw new Error('these bytes are cut short');
      found.set(field, bytes.subarray(at, at + length));
      at += length;
    } else throw new Error('these bytes are of another kind');
  }
  return found;
}

function innerOf(fields: Fields, field: number): Buffer {
  const value = fields.get(field);
  if (typeof value === 'bigint' || value === undefined)
    throw new Error(`there is no field ${field}`);
  return value;
}

/** The call that signed bytes hold. @throws when they hold something else */
export function readCall(bytes: Buffer): ContractCall {
  const contract = fieldsOf(innerOf(fieldsOf(bytes), RAW.contract));
  if (contract.get(1) !== BigInt(TRIGGER)) throw new Error('this calls no contract');
  const value = fieldsOf(innerOf(fieldsOf(innerOf(contract, 2)), 2));
  const hex = (field: number): string => innerOf(value, field).toString('hex');
  return { owner: hex(1), contract: hex(2), data: hex(4) };
}
