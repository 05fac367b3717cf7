/** What was signed: a receipt's hash, and the tree that its ticks are leaves of. */
import { checkKeys } from './keys.mjs';
import { leafHash, readPath, rootByInclusion, rootsByConsistency } from './merkle.mjs';
import { readNote, signerOf } from './note.mjs';
import { linkAfter, textOfTick } from './tape.mjs';

const moment = (at) => (at === null ? 'no time' : new Date(at).toISOString());

/** Who signed a checkpoint; says it, and answers whether a known signer did. */
export function checkSigner(report, checkpoint, keys) {
  const what = `checkpoint ${checkpoint.name}`;
  const key = signerOf(checkpoint.note, keys);
  const said = `${checkpoint.size} ticks at ${moment(checkpoint.at)}`;
  const by = key === null ? 'by no key that was given' : `by key ${key.number}`;
  const isOurs = key !== null && checkpoint.origin === key.name;
  report.holds('signed.checkpoint', `${what}: signed`, isOurs, `${said}, ${by}`);
  return isOurs;
}

/** Whether a proof shows a tick, by its text and link, in the tree of a checkpoint. */
export function isIncluded({ proof, checkpoint, text, link }) {
  const path = readPath(proof.path);
  if (path === null || !/^[0-9a-f]{64}$/.test(String(proof.before))) return false;
  if (proof.text !== text || linkAfter(proof.before, text) !== link) return false;
  const leaf = leafHash(Buffer.from(link, 'hex'));
  const root = rootByInclusion({ index: proof.index, size: checkpoint.size, leaf, path });
  return proof.size === checkpoint.size && root !== null && root.equals(checkpoint.root);
}

/** Whether a proof shows that a checkpoint's tree begins with all of an older one's. */
function isConsistent(old, now, proof) {
  if (old.size === now.size) return old.root.equals(now.root);
  const path = readPath(proof?.path);
  if (path === null || proof.from !== old.size || proof.to !== now.size) return false;
  const { size: from, root: fromRoot } = old;
  const roots = rootsByConsistency({ from, to: now.size, fromRoot, path });
  return roots !== null && roots.old.equals(old.root) && roots.now.equals(now.root);
}

/** Compares checkpoints with each other: each has to begin with all of those before it. */
export function checkCheckpoints(report, checkpoints, consistencies) {
  const sorted = checkpoints.toSorted((one, other) => one.size - other.size);
  for (const [index, now] of sorted.entries()) {
    const old = sorted[index - 1];
    if (old === undefined) continue;
    const proof = consistencies.find(({ from, to }) => from === old.size && to === now.size);
    const isOne = old.size === now.size || proof !== undefined;
    const holds = isConsistent(old, now, proof);
    const why = isOne ? 'the tape was written anew between them' : 'there is no proof of it';
    const what = `checkpoint ${now.name}: begins with all of ${old.name}`;
    report.holds('signed.begins', what, holds, holds ? `${old.size} of ${now.size} ticks` : why);
  }
}

/** Every tick a receipt cites. */
export function citedTicks(value, found = new Map()) {
  if (typeof value !== 'object' || value === null) return found;
  if (typeof value.id === 'string' && typeof value.link === 'string') found.set(value.id, value);
  for (const inner of Object.values(value)) citedTicks(inner, found);
  return found;
}

function checkTick(report, tick, { checkpoints, inclusions }) {
  const what = `tick ${tick.id}: in what was signed`;
  const text = textOfTick(tick);
  const later = checkpoints.filter(({ at }) => at === null || at > tick.receivedAt);
  if (later.length === 0) {
    const why = 'no checkpoint given is later: check it again in a minute';
    report.holds('signed.tick', what, true, why);
    return;
  }
  for (const checkpoint of later) {
    const proofs = inclusions.filter(
      ({ tick: id, size }) => id === tick.id && size === checkpoint.size,
    );
    const holds = proofs.some((proof) => isIncluded({ proof, checkpoint, text, link: tick.link }));
    const none = proofs.length === 0 ? 'there is no proof of it' : 'the proof shows another tick';
    const said = holds ? `a leaf of ${checkpoint.name}, ${checkpoint.size} ticks` : none;
    report.holds('signed.tick', `${what} by ${checkpoint.name}`, holds, said);
  }
}

/** The text that is signed of a receipt. */
const receiptText = (origin, { number, hash }) =>
  `candor.receipt/1\n${origin}\n${number}\n${hash}\n`;

const writtenAt = ({ closedAt, settledAt, at }) => closedAt ?? settledAt ?? at;

/** Kinds there were before receipts were signed; the ticks of each hold it down to its moment. */
const BEFORE_SIGNING = ['contract', 'option'];

function checkSigned(report, receipt, { published, keys }) {
  const signed = receipt.signed ?? null;
  if (signed === null) {
    // The first key is as old as signatures are.
    const isBefore =
      BEFORE_SIGNING.includes(receipt.kind) && writtenAt(receipt) < (keys[0]?.from ?? 0);
    const why = isBefore ? 'written before receipts were signed' : 'it is not signed';
    report.holds('signed.receipt', 'signature of the receipt', isBefore, why);
    return;
  }
  const note = readNote(signed);
  const key = signerOf(note, keys);
  const is = receiptText(published.origin, receipt);
  report.same('signed.receipt', 'signed text', { said: note.text, is });
  const by = key === null ? 'by no key that was given' : `by key ${key.number}`;
  report.holds('signed.receipt', 'signature of the receipt', key !== null, by);
}

/** Checks what was signed, where the published keys were given; else it says that nobody looked. */
export function checkEvidence(report, receipt, files) {
  const published = files.keys ?? null;
  if (published === null) {
    const why = 'the published keys were not given';
    report.says('signed.receipt', 'signature of the receipt', why);
    return;
  }
  const keys = checkKeys(report, published);
  checkSigned(report, receipt, { published, keys });
  const { checkpoints = [], inclusions = [], consistencies = [] } = files;
  const ours = checkpoints.filter((checkpoint) => checkSigner(report, checkpoint, keys));
  checkCheckpoints(report, ours, consistencies);
  if (ours.length === 0) return;
  for (const tick of citedTicks(receipt).values()) {
    checkTick(report, tick, { checkpoints: ours, inclusions });
  }
}
