/** Reads the files of a folder. The only part that reads files. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { collect as collectPlain, readAny as readPlain, readJson } from './collect.mjs';
import { isCheckpoint, readCheckpoint } from './note.mjs';

const SIZE_MAX = 2_000_000_000;

/** The text of a file, unpacked when it is compressed. */
function textOf(path) {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** What was signed, in a file of JSON; null when it is something else. */
function signedIn(name, text) {
  try {
    const value = readJson(text);
    if (value?.schema === 'candor.keys/1') return { keys: value };
    if (typeof value?.note === 'string' && isCheckpoint(value.note)) {
      return { checkpoint: { name, ...readCheckpoint(value.note) } };
    }
    if (typeof value?.tick === 'string' && Array.isArray(value.path)) return { inclusion: value };
    if (Number.isSafeInteger(value?.from) && Array.isArray(value.path)) {
      return { consistency: value };
    }
  } catch {
    // Not JSON: some other file of the reader's.
  }
  return null;
}

/** Reads one file of any kind, what was signed included; null when it is of none. */
export function readAny(name, text) {
  if (isCheckpoint(text)) return { checkpoint: { name, ...readCheckpoint(text) } };
  const signed = /^\s*[{[]/.test(text) ? signedIn(name, text) : null;
  return signed ?? readPlain(name, text);
}

/** Puts files that were read together. */
export function collect(read) {
  const found = read.filter((each) => each !== null);
  return {
    ...collectPlain(read),
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
  return collect(read);
}

export { readJson, textOf };
