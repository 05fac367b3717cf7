/** Bytes one behind the other. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A length as Bitcoin writes it. */
export function varint(count: bigint): Uint8Array {
  if (count < 0xfdn) return Uint8Array.of(Number.parseInt(count.toString(), 10));
  const out = Buffer.alloc(3);
  out.writeUInt8(0xfd, 0);
  out.writeUInt16LE(Number.parseInt(count.toString(), 10), 1);
  return new Uint8Array(out);
}

/** A number as protocol buffers write it. */
function leb128(value: bigint): Uint8Array {
  const out: number[] = [];
  let left = value;
  do {
    const seven = Number.parseInt((left & 0x7fn).toString(), 10);
    left >>= 7n;
    out.push(left === 0n ? seven : seven | 0x80);
  } while (left !== 0n);
  return Uint8Array.from(out);
}

/** A field of bytes of a protocol buffer. */
export function bytesField(field: number, bytes: Uint8Array): Uint8Array {
  return concat([leb128(BigInt(field * 8 + 2)), leb128(BigInt(bytes.length)), bytes]);
}

/** A field of a whole number of a protocol buffer. */
export function numberField(field: number, value: bigint): Uint8Array {
  return concat([leb128(BigInt(field * 8)), leb128(value)]);
}
