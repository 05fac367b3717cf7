import { assert, ensure } from '@candor/kernel';
import type { Database, Sql } from '../../platform/postgres/db.ts';
import { type Frontier, KEPT_LEVEL, TILE, createFrontier } from './frontier.ts';
import { leafHash, subtreesOf } from './merkle.ts';
import {
  type ChainHash,
  type TreeDay,
  type TreeNode,
  type TreePlace,
  findNextDay,
  findNodes,
  findTreePlace,
  growTree,
  listChainHashes,
  listNextChainHashes,
} from './tree-store.ts';

/** Links of one step: a few milliseconds of this process, and one short transaction. */
const STEP = 1_024;

/** The right edge of the tree as it is kept. */
async function frontierAt(sql: Sql, size: number): Promise<Frontier> {
  const whole = subtreesOf({ from: 0, to: size }).filter(({ level }) => level >= KEPT_LEVEL);
  const hashes = await findNodes(sql, whole);
  const nodes = whole.map((node): TreeNode => ({
    ...node,
    hash: ensure(hashes.get(`${node.level}/${node.place}`), 'a whole subtree is kept'),
  }));
  const from = size - (size % TILE);
  const links = from === size ? [] : await listChainHashes(sql, { from, to: size });
  assert(links.length === size - from, 'the tape has every leaf of the tree');
  const leaves = links.map(({ hash }) => leafHash(hash));
  return createFrontier({ size, whole: nodes, leaves });
}

/** Follows the tape with the tree, behind whatever stores ticks. */
export type Follower = {
  /** Takes up where the tree stands. @throws InvariantError when ticks of it are gone */
  start(): Promise<void>;
  /** Takes in every tick that is stored by now; callers that ask meanwhile wait for the same. */
  follow(): Promise<void>;
  size(): number;
  /** The root over all leaves so far. */
  root(): Buffer;
  /** Ends after the step that is under way. */
  stop(): Promise<void>;
};

/**
 * A follower with a place of its own. A step reads links, joins them in memory and keeps the
 * subtrees it completed together with the place: after a crash the next start goes on from there,
 * and never finds half of a step.
 */
export function createFollower(db: Database): Follower {
  let frontier = createFrontier({ size: 0, whole: [], leaves: [] });
  let place: TreePlace | null = null;
  let running: Promise<void> | null = null;
  let isStopping = false;
  /** What is kept may differ from what is in memory: a step failed, or none was made yet. */
  let isUnsure = true;

  async function start(): Promise<void> {
    place = await findTreePlace(db);
    frontier = await frontierAt(db, place?.size ?? 0);
    isUnsure = false;
  }

  /** The next links, all of one day; none at the end of the tape. */
  async function next(): Promise<ChainHash[]> {
    if (place !== null) {
      // Asked first: once there is a later day, nothing is added to this one any more.
      const later = await findNextDay(db, place.day);
      const { day, seq } = place;
      const links = await listNextChainHashes(db, { day, after: seq, limit: STEP });
      if (links.length > 0 || later === null) return links;
      return listNextChainHashes(db, { day: later, after: 0, limit: STEP });
    }
    const first = await findNextDay(db, null);
    return first === null ? [] : listNextChainHashes(db, { day: first, after: 0, limit: STEP });
  }

  async function step(): Promise<boolean> {
    const links = await next();
    const last = links.at(-1);
    if (last === undefined) return false;
    // A copy: the tree in memory moves only once the step is kept.
    const grown = frontier.fork();
    const [first] = links;
    const days: TreeDay[] = [];
    if (first !== undefined && first.day !== place?.day) {
      days.push({ day: first.day, before: grown.size() });
    }
    let before = days.length > 0 ? 0 : (place?.seq ?? 0);
    for (const { day, seq } of links) {
      before += 1;
      // A leaf's number would not follow from its place any more.
      assert(seq === before, `the tape has no tick ${day}/${before}`);
    }
    const nodes = links.flatMap(({ hash }) => grown.add(hash));
    const moved = { size: grown.size(), day: last.day, seq: last.seq };
    isUnsure = true;
    await db.transaction((tx) => growTree(tx, { place: moved, days, nodes }));
    isUnsure = false;
    frontier = grown;
    place = moved;
    return true;
  }

  async function run(): Promise<void> {
    if (isUnsure) await start();
    while (!isStopping && (await step()));
  }

  return {
    start,
    follow() {
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
    size: () => frontier.size(),
    root: () => frontier.root(),
    async stop() {
      isStopping = true;
      await running?.catch(() => undefined);
    },
  };
}
