import { type TreeNode } from './tree-store.ts';
import { joined, leafHash, nodeHash } from './merkle.ts';

/** Subtrees of 2^8 leaves and more are kept; what is below is computed from the ticks. */
export const KEPT_LEVEL = 8;
/** Leaves of the smallest subtree that is kept. */
export const TILE = 2 ** KEPT_LEVEL;

/** The hash over leaves that stand side by side, from the first place of a subtree on. */
export function rootOfLeaves(hashes: readonly Buffer[]): Buffer {
  let [level, rest] = [[...hashes], [] as Buffer[]];
  while (level.length > 0) {
    // What has no neighbour is a whole subtree by itself; the smaller ones stand to its right.
    if (level.length % 2 === 1) rest = [level.pop() as Buffer, ...rest];
    level = level.flatMap((left, index) =>
      index % 2 === 0 ? [nodeHash(left, level[index + 1] as Buffer)] : [],
    );
  }
  return joined(rest);
}

/** The right edge of a growing tree: all that the next leaf needs to know of those before it. */
export type Frontier = {
  readonly size: () => number;
  /** Adds a link; answers the whole subtrees of `KEPT_LEVEL` and above that it completed. */
  add(link: Buffer): TreeNode[];
  root(): Buffer;
  /** A copy to go on with: the first stays as it is. */
  fork(): Frontier;
};

/**
 * A frontier after so many leaves.
 *
 * @shape whole: the largest whole subtrees of 2^8 leaves and more, left to right; leaves: hashes of
 *   the leaves behind them, fewer than 2^8
 */
export function createFrontier(start: {
  readonly size: number;
  readonly whole: readonly TreeNode[];
  readonly leaves: readonly Buffer[];
}): Frontier {
  let { size } = start;
  const whole = [...start.whole];
  let leaves = [...start.leaves];
  return {
    size: () => size,
    add(link) {
      leaves.push(leafHash(link));
      size += 1;
      if (leaves.length < TILE) return [];
      let node: TreeNode = {
        level: KEPT_LEVEL,
        place: size / TILE - 1,
        hash: rootOfLeaves(leaves),
      };
      leaves = [];
      const made = [node];
      for (let left = whole.at(-1); left?.level === node.level; left = whole.at(-1)) {
        whole.pop();
        const { level, place } = node;
        node = { level: level + 1, place: (place - 1) / 2, hash: nodeHash(left.hash, node.hash) };
        made.push(node);
      }
      whole.push(node);
      return made;
    },
    root() {
      const edge = leaves.length === 0 ? [] : [rootOfLeaves(leaves)];
      return joined([...whole.map(({ hash }) => hash), ...edge]);
    },
    fork: () => createFrontier({ size, whole, leaves }),
  };
}
