import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { type UnixMs, isoText } from '@candor/kernel';
import { Zip, type ZipInputFile } from 'fflate';

/** A file to be put into an archive. Names are paths with "/", in UTF-8. */
export type ZipFile = { readonly name: string; readonly content: string | Buffer };

/** How APPNOTE 6.3 numbers the method. */
const DEFLATED = 8;

const deflated = promisify<Buffer, Buffer<ArrayBuffer>>(deflateRaw);

/**
 * An archive that every system opens: deflated files, UTF-8 names, no encryption. For what fits into
 * memory: below 4 GB and 65,535 files. fflate writes the archive around what Node has deflated on
 * another thread: its own deflate took three times as long, and runs on this thread for small files.
 */
export async function zipOf(files: readonly ZipFile[], at: UnixMs): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error !== null) throw error;
    parts.push(part);
  });
  // Without a zone it is read as local time, which is how an archive writes it: so it says UTC.
  const mtime = isoText(at).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  for (const { name, content } of files) {
    // One after the other: each holds its packed copy in memory.
    const plain = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    const body = await deflated(plain);
    const sums = { size: plain.length, crc: crc32(plain) };
    const file: ZipInputFile = { filename: name, compression: DEFLATED, mtime, ...sums };
    archive.add(file);
    file.ondata?.(null, body, true);
  }
  archive.end();
  return Buffer.concat(parts);
}
