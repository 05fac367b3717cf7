/** Reads the files of a folder. The only part that reads files. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { gather, readAny } from './gather.mjs';

const SIZE_MAX = 2_000_000_000;

/** The text of a file, unpacked when it is compressed. */
function textOf(path) {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Everything a folder holds that has to do with receipts. */
export function readFolder(folder) {
  const names = readdirSync(folder).filter((name) => /\.(txt|json|gz|tape)$/.test(name));
  const read = names.map((name) => {
    const path = join(folder, name);
    const stat = statSync(path);
    return stat.isFile() && stat.size <= SIZE_MAX ? readAny(name, textOf(path)) : null;
  });
  return gather(read);
}

export { textOf };
export { gather, readAny, readJson } from './gather.mjs';
