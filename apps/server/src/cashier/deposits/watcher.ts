import { type Clock, type UnixMs, type UserId, newUuid } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { type Fact, appendFacts } from '../../platform/commit/outbox.ts';
import type { Database } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import type { BlockRef, Chain, ChainTransfer } from '../chain/port.ts';
import type { Keys } from '../keys/index.ts';
import { type Crediting, changedFact } from './crediting.ts';
import {
  findSeenBelow,
  goBack,
  keepTransfer,
  listLost,
  listToCredit,
  listWaiting,
  lockWatcher,
  moveWatcher,
} from './store.ts';

/** Blocks asked for at once. */
const SPAN = 100;
/** Spans of one turn: a backlog is worked off in parts, and others have their turn between them. */
const SPANS_MAX = 10;
/** How far below the newest block a chain may be changed; deeper, people have to look. */
const REORG_DEPTH_MAX = 256;

/** How a network stands, as people read it. */
export type WatcherHealth = {
  readonly network: Network;
  /** The last block that was read; null before the first. */
  readonly height: number | null;
  /** The newest block of the node when it last answered. */
  readonly head: number | null;
  /** When everything was read last. */
  readonly readAt: UnixMs | null;
  readonly problem: 'away' | 'behind' | 'inconsistent' | 'too-deep' | null;
};

/** Follows one network. */
export type Watcher = {
  /** Reads what is new, credits what waited long enough, takes back what left the chain. */
  turn(): Promise<void>;
  health(): WatcherHealth;
  /** Up to where it was read; null before the first block. */
  last(): BlockRef | null;
};

/** What a turn came to. */
type Came = 'done' | 'more' | NonNullable<WatcherHealth['problem']>;

/** Opens the watcher of a network; it holds one connection at a time, and only while it writes. */
export function createWatcher(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: Chain;
  readonly keys: Pick<Keys, 'watched' | 'owners'>;
  readonly crediting: Crediting;
  readonly committed: () => void;
  /** After how many blocks a payment counts. */
  readonly confirmations: () => number;
  readonly from: BlockRef | null;
}): Watcher {
  const { db, clock, log, chain, keys, crediting } = deps;
  const { network } = chain;
  let last = deps.from;
  let health: WatcherHealth = {
    network,
    height: last?.height ?? null,
    head: null,
    readAt: null,
    problem: null,
  };

  /** Moves on from the block it stood on; false where another process did so meanwhile. */
  async function write(to: BlockRef, transfers: readonly ChainTransfer[]): Promise<boolean> {
    const isMoved = await db.transaction(async (tx) => {
      const stored = await lockWatcher(tx, network);
      if (stored?.hash !== last?.hash || stored?.height !== last?.height) return false;
      const at = clock.now();
      const payees = [...new Set(transfers.map((one) => one.to))];
      // None of these needs another's answer: they travel together.
      const [owners] = await Promise.all([
        payees.length === 0 ? [] : keys.owners(tx, network, payees),
        moveWatcher(tx, { network, to, keepFrom: to.height - REORG_DEPTH_MAX }, at),
      ]);
      const userOf = new Map(owners.map((one) => [one.address, one.user_id as UserId]));
      const seen: Fact[] = [];
      for (const transfer of transfers) {
        const userId = userOf.get(transfer.to);
        if (userId === undefined || transfer.units <= 0n) continue;
        const id = newUuid(at);
        const kept = await keepTransfer(tx, network, { userId, id, transfer }, at);
        // One whose block was exchanged was told of before.
        if (kept?.id === id) seen.push(changedFact(kept, { state: 'seen', at }));
      }
      const waiting = await listWaiting(tx, network);
      await appendFacts(tx, [...seen, ...waiting.map((row) => changedFact(row))], at);
      return true;
    });
    if (isMoved) {
      last = to;
      deps.committed();
    }
    return isMoved;
  }

  /** Finds the newest block that was seen and still is in the chain, and goes back to it. */
  async function fork(): Promise<Came> {
    let below = last;
    while (below !== null) {
      const there = await chain.blockAt(below.height);
      if (there === null) return 'behind';
      if (there.hash === below.hash) break;
      below = await findSeenBelow(db, network, below.height);
    }
    if (below === null) return 'too-deep';
    const to = below;
    log.warn({ network, height: to.height, from: last?.height }, 'a chain took blocks back');
    await db.transaction(async (tx) => {
      const stored = await lockWatcher(tx, network);
      if (stored?.hash === last?.hash) await goBack(tx, network, to, clock.now());
    });
    last = to;
    return 'more';
  }

  /** The two blocks a span lies between, asked for at once. */
  const endsOf = ({ from, to }: { readonly from: number; readonly to: number }) =>
    Promise.all([chain.blockAt(from), chain.blockAt(to)]);

  /** Reads the blocks behind the last one, to `head` at most. */
  async function read(head: BlockRef): Promise<Came> {
    if (last === null) return (await write(head, [])) ? 'done' : 'inconsistent';
    if (head.height < last.height) return 'behind';
    if (head.height === last.height) return head.hash === last.hash ? 'done' : fork();
    const from = last.height + 1;
    const to = Math.min(head.height, from + SPAN - 1);
    const [first, end] = await endsOf({ from, to });
    if (first === null || end === null) return 'inconsistent';
    if (first.parentHash !== last.hash) return fork();
    const transfers = await chain.transfersTo((one) => keys.watched(network).has(one), {
      from,
      to,
    });
    // Before and after the payments the same: a chain that was changed meanwhile has another end now, whose
    // payments nobody read.
    const [firstNow, endNow] = await endsOf({ from, to });
    if (firstNow?.hash !== first.hash || endNow?.hash !== end.hash) return 'inconsistent';
    const isOutside = ({ block }: ChainTransfer): boolean =>
      block.height < from ||
      block.height > to ||
      (block.height === from && block.hash !== first.hash) ||
      (block.height === to && block.hash !== end.hash);
    if (transfers.some(isOutside)) return 'inconsistent';
    if (!(await write(end, transfers))) return 'inconsistent';
    return to < head.height ? 'more' : 'done';
  }

  /** Credits what waited long enough; each block is asked for once more before. */
  async function credit(): Promise<void> {
    if (last === null) return;
    const needed = deps.confirmations();
    for (const row of await listToCredit(db, network, last.height - needed + 1)) {
      const block = await chain.blockAt(Number.parseInt(row.height, 10));
      // Another block stands there now: the next turn finds the fork.
      if (block?.hash !== row.block_hash) continue;
      try {
        if (await crediting.credit(row, needed)) deps.committed();
      } catch (error) {
        // One that cannot be credited now holds nobody else's up; the next turn tries it again.
        log.error({ err: error, network, deposit: row.id }, 'a deposit could not be credited');
      }
    }
  }

  async function reverse(): Promise<void> {
    if (last === null) return;
    for (const row of await listLost(db, network, last.height)) {
      try {
        if (await crediting.reverse(row)) deps.committed();
      } catch (error) {
        // As with a credit: nobody else's waits for it, and the next turn tries it again.
        log.error({ err: error, network, deposit: row.id }, 'a deposit could not be taken back');
      }
    }
  }

  async function follow(): Promise<Came> {
    const head = await chain.head();
    health = { ...health, head: head.height };
    let came: Came = 'more';
    for (let spans = 0; came === 'more' && spans < SPANS_MAX; spans += 1) {
      came = await read(head);
      // What was paid in a block that is gone is found in another one, or taken back.
      if (came === 'done' || came === 'more') await reverse();
    }
    if (came === 'done' || came === 'more') await credit();
    return came;
  }

  return {
    async turn() {
      let came: Came;
      try {
        came = await follow();
      } catch (error) {
        log.warn({ err: error, network }, 'a chain could not be read');
        came = 'away';
      }
      if (came !== 'done' && came !== 'more') {
        // Another process, or a commit nobody was told of, may have moved it: it is read again.
        last = await db.transaction((tx) => lockWatcher(tx, network)).catch(() => last);
      }
      if (came === 'too-deep') {
        log.error({ network }, 'a chain was changed deeper than its blocks are kept');
      }
      const problem = came === 'done' || came === 'more' ? null : came;
      const readAt = came === 'done' ? clock.now() : health.readAt;
      health = { ...health, height: last?.height ?? null, problem, readAt };
    },
    health: () => health,
    last: () => last,
  };
}
