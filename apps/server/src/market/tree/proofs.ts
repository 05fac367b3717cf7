import { assert, ensure } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import { KEPT_LEVEL, TILE, rootOfLeaves } from './frontier.ts';
import { type Span, type Subtree, joined, leafHash, subtreesOf } from './merkle.ts';
import { findNodes, listChainHashes } from './tree-store.ts';

const keyOf = ({ level, place }: Subtree): string => `${level}/${place}`;

/**
 * The hashes over spans of a tree: of what is kept one row a subtree, and of the ticks at most the
 * 256 around each edge of a span, however large the tree is.
 *
 * @throws InvariantError when the tree has not reached one of them
 */
export async function hashesOf(sql: Sql, spans: readonly Span[]): Promise<Buffer[]> {
  const subtrees = spans.flatMap(subtreesOf);
  const kept = await findNodes(
    sql,
    subtrees.filter(({ level }) => level >= KEPT_LEVEL),
  );
  const small = subtrees.filter(({ level }) => level < KEPT_LEVEL);
  const tiles = new Map<number, Buffer[]>();
  for (const { level, place } of small) tiles.set(Math.floor((place * 2 ** level) / TILE), []);
  for (const tile of tiles.keys()) {
    const links = await listChainHashes(sql, { from: tile * TILE, to: (tile + 1) * TILE });
    tiles.set(
      tile,
      links.map(({ hash }) => leafHash(hash)),
    );
  }
  const hashOf = (subtree: Subtree): Buffer => {
    if (subtree.level >= KEPT_LEVEL) return ensure(kept.get(keyOf(subtree)), 'a whole subtree');
    const size = 2 ** subtree.level;
    const from = subtree.place * size;
    const tile = ensure(tiles.get(Math.floor(from / TILE)), 'the leaves were read');
    const leaves = tile.slice(from % TILE, (from % TILE) + size);
    assert(leaves.length === size, 'the tape has these leaves');
    return rootOfLeaves(leaves);
  };
  return spans.map((span) => joined(subtreesOf(span).map(hashOf)));
}
