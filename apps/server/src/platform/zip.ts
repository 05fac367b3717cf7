import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { type UnixMs, isoText } from '@candor/kernel';

/** A file to be put into an archive. Names are paths with "/", in UTF-8. */
export type ZipFile = { readonly name: string; readonly content: string | Buffer };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;

/** Date and time as DOS wrote them: two seconds exact, from 1980 on, here in UTC. */
function dosTime(at: UnixMs): number {
  const [, year, month, day, hour, minute, second] = (
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(isoText(at)) ?? []
  ).map((part) => Number.parseInt(part, 10)) as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = ((year - 1980) << 9) | (month << 5) | day;
  const time = (hour << 11) | (minute << 5) | (second >> 1);
  return ((date << 16) | time) >>> 0;
}

type Packed = {
  readonly name: Buffer;
  readonly body: Buffer;
  readonly crc: number;
  readonly size: number;
};

const deflated = promisify<Buffer, Buffer>(deflateRaw);

/** Packed on another thread: a copy of an account may have many megabytes. */
async function pack({ name, content }: ZipFile): Promise<Packed> {
  const plain = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  const body = await deflated(plain);
  return { name: Buffer.from(name, 'utf8'), body, crc: crc32(plain), size: plain.length };
}

/** What a local header and the central directory have in common, 26 bytes. */
function commonHeader({ name, body, crc, size }: Packed, at: UnixMs): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(UTF8_NAMES, 2);
  header.writeUInt16LE(DEFLATED, 4);
  header.writeUInt32LE(dosTime(at), 6);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(body.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function signed(signature: number, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(signature, 0);
  return Buffer.concat([head, ...parts]);
}

/**
 * An archive that every system opens, as PKWARE's APPNOTE 6.3 describes it: deflated files, names
 * in UTF-8, no encryption. For what fits into memory: below 4 GB and 65,535 files.
 */
export async function zipOf(files: readonly ZipFile[], at: UnixMs): Promise<Buffer> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    // One after the other: each holds its packed copy in memory.
    const packed = await pack(file);
    const common = commonHeader(packed, at);
    const local = signed(LOCAL, common, packed.name, packed.body);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(VERSION, 0);
    // Comment, disk and attributes are all nothing; the last four bytes say where the file begins.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(signed(CENTRAL, madeBy, common, rest, packed.name));
    bodies.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, index, signed(END, end)]);
}
