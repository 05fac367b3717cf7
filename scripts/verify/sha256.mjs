/**
 * SHA-256 for the program that runs the rules: Node's own where there is one, the same in plain
 * JavaScript in a browser, which answers hashes only later and only over https. Written from FIPS
 * 180-4.
 */
const WORDS = 64;
const BLOCK = 64;
const TWO_32 = 2 ** 32;

/** First bits of the fractions of a root of the first primes, as the standard defines its constants. */
function fractions(root, count) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    let isPrime = true;
    for (let by = 2; by * by <= number; by += 1) if (number % by === 0) isPrime = false;
    if (isPrime) found.push(Math.floor((root(number) % 1) * TWO_32) | 0);
  }
  return found;
}

const K = Int32Array.from(fractions(Math.cbrt, WORDS));
const START = fractions(Math.sqrt, 8);

const turn = (word, by) => (word >>> by) | (word << (32 - by));

function mix(state, bytes, at, words) {
  for (let index = 0; index < 16; index += 1) {
    const from = at + index * 4;
    words[index] =
      (bytes[from] << 24) | (bytes[from + 1] << 16) | (bytes[from + 2] << 8) | bytes[from + 3];
  }
  for (let index = 16; index < WORDS; index += 1) {
    const [early, late] = [words[index - 15], words[index - 2]];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[index] = (words[index - 16] + small + words[index - 7] + large) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let index = 0; index < WORDS; index += 1) {
    const sum = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + sum + ((e & f) ^ (~e & g)) + K[index] + words[index]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  const after = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1) state[index] = (state[index] + after[index]) | 0;
}

/** SHA-256 of some bytes in plain JavaScript, in hex. */
export function plainSha256(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((message.length * 8) / TWO_32));
  view.setUint32(padded.length - 4, (message.length * 8) % TWO_32);
  const state = Int32Array.from(START);
  const words = new Int32Array(WORDS);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, padded, at, words);
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const encoder = new TextEncoder();
const bytesOf = (part) => (typeof part === 'string' ? encoder.encode(part) : part);
const node = globalThis.process?.getBuiltinModule?.('node:crypto');

function join(parts) {
  const all = parts.map(bytesOf);
  const joined = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of all) {
    joined.set(one, at);
    at += one.length;
  }
  return joined;
}

/** SHA-256 over texts and bytes, one after the other, in hex. */
export function sha256(...parts) {
  if (node === undefined) return plainSha256(join(parts));
  const hash = node.createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Bytes of a text in hex. */
export function hexBytes(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  }
  return bytes;
}
