const FIN_AND_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/**
 * A whole text frame as a server sends it, header included, so that one buffer serves every socket
 * that hears the same. It may be written to a socket as long as nothing there is compressed or
 * sent in parts, which this server never does.
 *
 * @source RFC 6455 §5.2
 */
export function textFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const head = size < LENGTH_16 ? 2 : size < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + size);
  frame[0] = FIN_AND_TEXT;
  if (head === 2) {
    frame[1] = size;
  } else if (head === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  frame.write(text, head);
  return frame;
}

/** The frame of something that travels as JSON. */
export function jsonFrame(said: object): Buffer {
  return textFrame(JSON.stringify(said));
}
