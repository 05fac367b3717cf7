/** Finds out what each file of a folder is: the tape, the fee schedule, roots, other receipts. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isCheckpoint, readCheckpoint } from './note.mjs';
import { isTape, readTape } from './tape.mjs';

const SIZE_MAX = 2_000_000_000;

/** The text of a file, unpacked when it is compressed. */
function textOf(path) {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** What a JSON file holds, without the envelope calls answer in. */
export function readJson(text) {
  const value = JSON.parse(text);
  const isEnvelope = typeof value === 'object' && value !== null && 'result' in value;
  return isEnvelope ? value.result : value;
}

/** Reads one file of any kind; null when it is of none. */
export function readAny(name, text) {
  if (isTape(text)) return { tape: readTape(text, name) };
  if (isCheckpoint(text)) return { checkpoint: { name, ...readCheckpoint(text) } };
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    const value = readJson(text);
    if (value?.schema === 'candor-fees/1') return { fees: value };
    if (value?.schema === 'candor.receipt/1') return { receipt: value };
    if (value?.schema === 'candor.keys/1') return { keys: value };
    if (typeof value?.note === 'string' && isCheckpoint(value.note)) {
      return { checkpoint: { name, ...readCheckpoint(value.note) } };
    }
    if (typeof value?.tick === 'string' && Array.isArray(value.path)) return { inclusion: value };
    if (Number.isSafeInteger(value?.from) && Array.isArray(value.path)) {
      return { consistency: value };
    }
    if (Array.isArray(value?.tape)) return { roots: value.tape };
  } catch {
    // Not JSON: some other file of the reader's.
  }
  return null;
}

/** Puts files that were read together. */
export function gather(read) {
  const found = read.filter((each) => each !== null);
  return {
    tapes: found.flatMap(({ tape }) => tape ?? []),
    fees: found.find(({ fees }) => fees !== undefined)?.fees ?? null,
    roots: found.find(({ roots }) => roots !== undefined)?.roots ?? null,
    receipts: found.flatMap(({ receipt }) => receipt ?? []),
    keys: found.find(({ keys }) => keys !== undefined)?.keys ?? null,
    checkpoints: found.flatMap(({ checkpoint }) => checkpoint ?? []),
    inclusions: found.flatMap(({ inclusion }) => inclusion ?? []),
    consistencies: found.flatMap(({ consistency }) => consistency ?? []),
  };
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
