import createCodec from '@cornerstonejs/codec-openjpeg/wasmjs';

const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (name: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([long(body.length + 8), Buffer.from(name, 'latin1'), body]);
};

/** A bare JPEG 2000 codestream of one colour each side of its middle. */
export async function jpeg2000(width = 64, height = 48): Promise<Buffer> {
  const silent = (): void => undefined;
  const { J2KEncoder } = await createCodec({ print: silent, printErr: silent });
  const encoder = new J2KEncoder();
  const points = encoder.getDecodedBuffer({
    width,
    height,
    bitsPerSample: 8,
    componentCount: 3,
    isSigned: false,
    isUsingColorTransform: true,
  });
  for (let at = 0; at < points.length; at += 3) {
    const isLeft = (at / 3) % width < width / 2;
    points.set(isLeft ? [200, 30, 30] : [30, 30, 200], at);
  }
  encoder.encode();
  const stream = Buffer.from(encoder.getEncodedBuffer());
  encoder.delete();
  return stream;
}

/** The same in the boxes of a JP2 file, with a note that must not stay. */
export function inBoxes(stream: Buffer, note = Buffer.alloc(0)): Buffer {
  const size = Buffer.concat([long(stream.readUInt32BE(12)), long(stream.readUInt32BE(8))]);
  const head = box('ihdr', size, Buffer.from([0, 3, 7, 7, 0, 0]));
  const colour = box('colr', Buffer.from([1, 0, 0]), long(16));
  return Buffer.concat([
    box('jP  ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
    box('ftyp', Buffer.from('jp2 \u0000\u0000\u0000\u0000jp2 ', 'latin1')),
    box('jp2h', head, colour),
    box('xml ', note),
    box('jp2c', stream),
  ]);
}
