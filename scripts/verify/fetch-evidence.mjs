/** Fetches what was signed: keys, checkpoints, and the proofs that lead to them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { citedTicks } from './evidence.mjs';
import { readJson } from './files.mjs';
import { readCheckpoint } from './note.mjs';

const sizesOf = (checkpoints) => [...new Set(checkpoints.map(({ size }) => size))];

/**
 * Fetches into a folder the keys, the newest checkpoint, a proof of each tick under each
 * checkpoint, and proofs that each checkpoint begins with the one before. Keys that lie there
 * already stay: what a reader kept counts more than what the server says now. Answers false where
 * none are published.
 *
 * @shape get: answers the text of a call, null when there is nothing; held: texts of checkpoints
 *   that were kept earlier
 */
export async function fetchEvidence({ get, folder, held = [], ticks = [] }) {
  const put = (name, text) => writeFileSync(join(folder, name), text);
  const published = await get('/trust/keys');
  if (published === null) return false;
  if (!existsSync(join(folder, 'keys.json'))) put('keys.json', published);
  const checkpoints = held.map(readCheckpoint);
  for (const [index, text] of held.entries()) put(`held-${index + 1}.txt`, text);
  const latest = await get('/trust/checkpoint');
  if (latest !== null) {
    const { note } = readJson(latest);
    put('latest.txt', note);
    checkpoints.push(readCheckpoint(note));
  }
  const sizes = sizesOf(checkpoints).toSorted((a, b) => a - b);
  for (const [index, to] of sizes.entries()) {
    const from = sizes[index - 1];
    if (from === undefined) continue;
    const proof = await get(`/trust/consistency?from=${from}&to=${to}`);
    if (proof !== null) put(`consistency-${from}-${to}.json`, proof);
  }
  for (const tick of ticks) {
    for (const size of sizes) {
      const proof = await get(`/trust/inclusion?tick=${encodeURIComponent(tick)}&size=${size}`);
      if (proof !== null) put(`inclusion-${tick.replace('/', '-')}-${size}.json`, proof);
    }
  }
  return true;
}

/** Ids of the ticks a receipt cites. */
export const tickIdsOf = (receipt) => [...citedTicks(receipt).keys()];

/** The text of a checkpoint that was kept: the note itself, or the answer it came in. */
export function heldText(path) {
  const text = readFileSync(path, 'utf8');
  return text.trimStart().startsWith('{') ? readJson(text).note : text;
}
