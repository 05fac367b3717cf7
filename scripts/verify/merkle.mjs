/** Proofs of a Merkle tree as RFC 9162 has them: what they have to come to. */
import { createHash } from 'node:crypto';

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);
const HASH_BYTES = 32;

const hash = (...parts) => {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest();
};

/** The hash of a leaf. */
export const leafHash = (leaf) => hash(LEAF, leaf);

const join = (left, right) => hash(NODE, left, right);

/** The hashes of a proof; null when one is none, or there are more than any tree has. */
export function readPath(path) {
  if (!Array.isArray(path) || path.length > 128) return null;
  const hashes = path.map((text) => Buffer.from(String(text), 'base64'));
  return hashes.every(({ length }) => length === HASH_BYTES) ? hashes : null;
}

const isEven = (number) => number % 2 === 0;
const half = (number) => Math.floor(number / 2);

/** The root a leaf's proof leads to; null when the proof is too long or too short. (2.1.3.2) */
export function rootByInclusion({ index, size, leaf, path }) {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size)) return null;
  if (index < 0 || index >= size) return null;
  let [place, last, root] = [index, size - 1, leaf];
  for (const other of path) {
    if (last === 0) return null;
    if (!isEven(place) || place === last) {
      root = join(other, root);
      while (isEven(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      root = join(root, other);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? root : null;
}

/**
 * The two roots a proof leads to, that of the smaller tree and that of the larger; null when it is
 * none. (2.1.4.2)
 */
export function rootsByConsistency({ from, to, fromRoot, path }) {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return null;
  if (from < 1 || from > to) return null;
  if (from === to) return path.length === 0 ? { old: fromRoot, now: fromRoot } : null;
  let [place, last] = [from - 1, to - 1];
  while (!isEven(place)) [place, last] = [half(place), half(last)];
  // Where the smaller tree is whole by itself its own root begins the proof.
  const hashes = place === 0 ? [fromRoot, ...path] : path;
  const [first, ...rest] = hashes;
  if (first === undefined) return null;
  let [old, now] = [first, first];
  for (const other of rest) {
    if (last === 0) return null;
    if (!isEven(place) || place === last) {
      [old, now] = [join(other, old), join(other, now)];
      while (isEven(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      now = join(now, other);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? { old, now } : null;
}

/** The root over leaves, from the leaves alone. (2.1.1) */
export function createRoot() {
  const whole = [];
  let size = 0;
  return {
    add(leaf) {
      let made = leafHash(leaf);
      size += 1;
      for (let count = size; isEven(count); count = half(count)) made = join(whole.pop(), made);
      whole.push(made);
    },
    size: () => size,
    root: () =>
      size === 0
        ? hash()
        : whole.reduceRight((right, left) => (right === null ? left : join(left, right)), null),
  };
}
