import { createHash } from 'node:crypto';

/** Sets leaves apart from nodes, so that neither can stand for the other. @source RFC 9162 2.1.1 */
const LEAF = Buffer.from([0x00]);
const NODE = Buffer.from([0x01]);

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Buffer = createHash('sha256').digest();

/** The hash of a leaf. */
export const leafHash = (leaf: Buffer): Buffer =>
  createHash('sha256').update(LEAF).update(leaf).digest();

/** The hash of what joins two subtrees. */
export const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest();

/** Leaves `from` up to, not including, `to`. */
export type Span = { readonly from: number; readonly to: number };

/** A whole subtree: the leaves place × 2^level up to (place + 1) × 2^level. */
export type Subtree = { readonly level: number; readonly place: number };

/** The largest power of two below a size. */
function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

/**
 * The whole subtrees a span is made of, left to right: the largest that fit. A span of a proof
 * begins where a subtree of its size may begin, so there is at most one of each level.
 */
export function subtreesOf({ from, to }: Span): Subtree[] {
  const found: Subtree[] = [];
  let at = from;
  while (at < to) {
    let [level, size] = [0, 1];
    while (at + size * 2 <= to && at % (size * 2) === 0) [level, size] = [level + 1, size * 2];
    found.push({ level, place: at / size });
    at += size;
  }
  return found;
}

/** The hash over whole subtrees that stand side by side, each smaller than the one before. */
export function joined(hashes: readonly Buffer[]): Buffer {
  const last = hashes.at(-1);
  if (last === undefined) return EMPTY_ROOT;
  return hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** The spans whose hashes prove that a leaf is in a tree, from the leaf up. @source RFC 9162 2.1.3.1 */
export function inclusionSpans(index: number, size: number): Span[] {
  const spans: Span[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      spans.push({ from: middle, to });
      to = middle;
    } else {
      spans.push({ from, to: middle });
      from = middle;
    }
  }
  return spans.toReversed();
}

/**
 * The spans whose hashes prove that a tree begins with a smaller one; none where they are one tree,
 * and none for the empty one. @source RFC 9162 2.1.4.1
 */
export function consistencySpans(old: number, size: number): Span[] {
  if (old === 0 || old === size) return [];
  const spans: Span[] = [];
  let [from, to] = [0, size];
  while (to !== old) {
    const middle = from + splitOf(to - from);
    if (old <= middle) {
      spans.push({ from: middle, to });
      to = middle;
    } else {
      spans.push({ from, to: middle });
      from = middle;
    }
  }
  // Who asks has the hash of this one where it is the whole of the smaller tree.
  if (from > 0) spans.push({ from, to });
  return spans.toReversed();
}
