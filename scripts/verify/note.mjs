/** Signed notes and checkpoints as C2SP has them: what they say, and who signed. */
import { createHash, createPublicKey, verify } from 'node:crypto';

const NOTE_MAX = 65_536;
const SIGNATURES_MAX = 16;
/** What stands before the 32 bytes of an Ed25519 key. (RFC 8410) */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const ED25519 = 1;

/** A note's text and its signatures; throws where it is none. */
export function readNote(said) {
  if (said.length > NOTE_MAX) throw new Error('a signed note is shorter than that');
  // Only line feeds: nothing in a note may be hidden from a reader.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(said))
    throw new Error('a signed note has no such characters');
  const end = said.lastIndexOf('\n\n');
  if (end < 0 || !said.endsWith('\n')) throw new Error('this is no signed note');
  const lines = said.slice(end + 2, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) throw new Error('a signed note has fewer signatures');
  const signatures = lines.map((line) => {
    const [dash, name = '', text = '', ...more] = line.split(' ');
    const bytes = Buffer.from(text, 'base64');
    if (dash !== '\u2014' || name === '' || more.length > 0 || bytes.length < 5) {
      throw new Error('a line below the note is no signature');
    }
    return { name, id: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4) };
  });
  return { text: said.slice(0, end + 1), signatures };
}

/** A key as it is published, "name+id+key"; throws where it is none. */
export function readKey(said) {
  const [name, id, ...rest] = String(said).trim().split('+');
  const bytes = Buffer.from(rest.join('+'), 'base64');
  const raw = bytes.subarray(1);
  if (bytes[0] !== ED25519 || raw.length !== 32) throw new Error('this is no Ed25519 key');
  const hashed = createHash('sha256').update(`${name}\n`).update(bytes).digest();
  if (hashed.subarray(0, 4).toString('hex') !== id) throw new Error('this key has another id');
  return { name, id, raw };
}

/** Whether a signature over a text is by a key. */
export function isSigned(text, signature, raw) {
  const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, signature);
}

/** The key of those given that signed a note; null when none did. A wrong signature throws. */
export function signerOf(note, keys) {
  let found = null;
  for (const { name, id, signature } of note.signatures) {
    const key = keys.find((one) => one.name === name && one.id === id);
    if (key === undefined) continue;
    if (!isSigned(note.text, signature, key.raw)) {
      throw new Error(`the signature of ${name} is not over this text`);
    }
    found ??= key;
  }
  return found;
}

/** Whether a text looks like a checkpoint: three lines at least, and a signature below. */
export const isCheckpoint = (text) =>
  text.length <= NOTE_MAX &&
  /^[^\n{[]+\n\d+\n[A-Za-z0-9+/=]{44}\n/.test(text) &&
  text.includes('\n\n\u2014 ');

/** What a checkpoint says; throws where it is none. */
export function readCheckpoint(said) {
  const note = readNote(said);
  const [origin = '', size = '', root = '', ...extensions] = note.text.slice(0, -1).split('\n');
  const bytes = Buffer.from(root, 'base64');
  const isRoot = bytes.length === 32 && bytes.toString('base64') === root;
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size) || !isRoot) {
    throw new Error('this note is no checkpoint');
  }
  const time = extensions.map((line) => /^time ([1-9]\d{0,15})$/.exec(line)?.[1]).find(Boolean);
  return {
    note,
    origin,
    size: Number.parseInt(size, 10),
    root: bytes,
    at: time === undefined ? null : Number.parseInt(time, 10),
  };
}
