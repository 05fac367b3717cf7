/**
 * Checks checkpoints that were kept:
 *
 *   node verify.mjs checkpoint FILE [FOLDER] [--from ORIGIN]
 *   node verify.mjs consistency OLD NEW [FOLDER] [--from ORIGIN]
 *   node verify.mjs inclusion TICK FILE [FOLDER] [--from ORIGIN]
 *
 * FOLDER has the published keys and the proofs; with --from they are fetched into it. Keys that lie
 * there already are gone by, whatever the server says now.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkCheckpoints, checkSigner, isIncluded } from './evidence.mjs';
import { fetchEvidence, heldText } from './fetch-evidence.mjs';
import { readFolder, readJson } from './files.mjs';
import { checkKept, checkKeys } from './keys.mjs';
import { createRoot } from './merkle.mjs';
import { readCheckpoint } from './note.mjs';
import { createReport } from './report.mjs';
import { linkAfter } from './tape.mjs';

const GENESIS = '0'.repeat(64);

/** The commands of this file. */
export const LOG_COMMANDS = ['checkpoint', 'consistency', 'inclusion'];

/**
 * Where the folder has the tape from its very first tick on, without a hole: the root over the first
 * so many ticks; null where it has not.
 */
function rootOfTapes(tapes, size) {
  const days = tapes.filter(({ from, fault }) => from === 1 && fault === null);
  const tree = createRoot();
  let previous = GENESIS;
  for (const { found } of days.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    for (const { text, link } of found.values()) {
      if (tree.size() === size) return tree.root();
      if (linkAfter(previous, text) !== link) return null;
      tree.add(Buffer.from(link, 'hex'));
      previous = link;
    }
  }
  return tree.size() === size ? tree.root() : null;
}

function checkTapes(report, checkpoint, tapes) {
  const root = rootOfTapes(tapes, checkpoint.size);
  if (root === null) return;
  const what = `checkpoint ${checkpoint.name}: the root over the tape in the folder`;
  report.holds('signed.tree', what, root.equals(checkpoint.root), `${checkpoint.size} ticks`);
}

function checkTick(report, { tick, checkpoint, inclusions }) {
  const what = `tick ${tick}: in what ${checkpoint.name} signed`;
  const proof = inclusions.find((one) => one.tick === tick && one.size === checkpoint.size);
  if (proof === undefined) {
    report.holds('signed.tick', what, false, 'there is no proof of it');
    return;
  }
  const text = String(proof.text);
  const isIt = text.startsWith(`${tick.replace('/', '|')}|`);
  const link = linkAfter(String(proof.before), text);
  const holds = isIt && isIncluded({ proof, checkpoint, text, link });
  report.holds('signed.tick', what, holds, holds ? text : 'the proof does not lead to its root');
}

/** Reads what was kept, fetches what is asked for, and checks it; answers the report. */
export async function checkLog({ command, words, origin, get }) {
  const isTick = command === 'inclusion';
  const [tick] = isTick ? words : [null];
  const rest = isTick ? words.slice(1) : words;
  const count = command === 'consistency' ? 2 : 1;
  if (rest.length < count) throw new Error(`${command} needs the file of a checkpoint`);
  const kept = rest.slice(0, count).map((path, index) => {
    const text = heldText(resolve(path));
    return { name: `held-${index + 1}.txt`, text, ...readCheckpoint(text) };
  });
  const folder = resolve(rest[count] ?? join('.', `checkpoint-${kept[0].size}`));
  const report = createReport();
  if (origin !== undefined) {
    mkdirSync(folder, { recursive: true });
    const held = kept.map(({ text }) => text);
    const ticks = tick === null ? [] : [tick];
    if (!(await fetchEvidence({ get, folder, held, ticks }))) {
      throw new Error(`${origin} publishes no keys`);
    }
  }
  const files = readFolder(folder);
  if (files.keys === null) throw new Error(`${folder} has no keys.json: --from fetches it`);
  let published = files.keys;
  if (origin !== undefined) {
    const now = readJson(await get('/trust/keys'));
    checkKept(report, published, now);
    // Keys that followed count where those that were kept lead to them.
    if (now.origin === published.origin) published = now;
  }
  const keys = checkKeys(report, published);
  const others = files.checkpoints.filter(({ name }) => !name.startsWith('held-'));
  const wanted = command === 'consistency' ? kept : [...kept, ...others];
  const ours = wanted.filter((checkpoint) => checkSigner(report, checkpoint, keys));
  checkCheckpoints(report, ours, files.consistencies);
  for (const checkpoint of ours) checkTapes(report, checkpoint, files.tapes);
  for (const checkpoint of isTick ? kept : []) {
    checkTick(report, { tick, checkpoint, inclusions: files.inclusions });
  }
  return report;
}
