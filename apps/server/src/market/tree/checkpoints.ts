import { type Clock, type UnixMs, MINUTE_MS, SECOND_MS, plusMs } from '@candor/kernel';
import type { Database } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Signer, SigningKey } from '../../platform/secrets/signing.ts';
import { GENESIS, canonicalText } from '../store/chain.ts';
import { findRootBefore, findTick } from '../store/store.ts';
import { placeOf } from '../store/tick-id.ts';
import { createFollower } from './follower.ts';
import { consistencySpans, inclusionSpans } from './merkle.ts';
import { hashesOf } from './proofs.ts';
import {
  type CheckpointRecord,
  findCheckpointOf,
  findLastCheckpoint,
  findTreeDay,
  insertCheckpoint,
} from './tree-store.ts';

/** How often the tree follows the tape. */
const FOLLOW_MS = SECOND_MS;
/** How often it is looked whether an operator made the next key. */
const KEYS_MS = 5 * SECOND_MS;

/** What was signed of the tape at a moment: how many ticks it had, and the root over them. */
export type Checkpoint = {
  readonly number: number;
  readonly size: number;
  readonly root: Buffer;
  /** Every tick received before it is among them. */
  readonly at: UnixMs;
  readonly key: number;
  /** The signed text, a C2SP checkpoint: all that a verifier has to keep. */
  readonly note: string;
  /** The same in base64, as answers carry it. */
  readonly header: string;
};

/** That a tick is a leaf of the tree of a size. */
export type InclusionProof = {
  readonly size: number;
  /** The number of its leaf, from 0. */
  readonly index: number;
  /** The link before it and its text: the leaf is the link that follows from both. */
  readonly before: Buffer;
  readonly text: string;
  readonly path: readonly Buffer[];
};

/** That a tree begins with all of a smaller one. */
export type ConsistencyProof = {
  readonly from: number;
  readonly to: number;
  path: readonly Buffer[];
};

/** The tree of the tape and what was signed of it. */
export type Checkpoints = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Lets the tree follow the tape; in a new minute a checkpoint is signed. */
  turn(): Promise<void>;
  /** The newest checkpoint, from memory; null before the first. */
  latest(): Checkpoint | null;
  ofSize(size: number): Promise<Checkpoint | null>;
  /** Null where the tree of that size has no such tick; without a size, that of the newest. */
  inclusion(params: { tickId: string; size: number | null }): Promise<InclusionProof | null>;
  /** Null where a tree of one of the sizes never was. */
  consistency(params: { from: number; to: number }): Promise<ConsistencyProof | null>;
  keys(): { readonly name: string; readonly keys: readonly SigningKey[] };
  /** Since when nothing could be signed although it should have been; null while all is well. */
  failingSince(): UnixMs | null;
};

/**
 * The text a checkpoint signs: origin, size and root, and, as its one extension line, the time.
 *
 * @source C2SP tlog-checkpoint "Note text"
 */
function checkpointText(
  origin: string,
  said: { readonly size: number; readonly root: Buffer; readonly at: UnixMs },
): string {
  return `${origin}\n${said.size}\n${said.root.toString('base64')}\ntime ${said.at}\n`;
}

const minuteOf = (at: UnixMs): number => Math.floor(at / MINUTE_MS);

/** Opens the tree of the tape; nothing runs before `start`. */
export function createCheckpoints(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly signer: Signer;
  /** When the oldest tick was received that is not on the tape yet; null when all are. */
  readonly unstoredSince: () => UnixMs | null;
  readonly turns: 'byTimer' | 'byHand';
}): Checkpoints {
  const { db, clock, log, signer } = deps;
  const follower = createFollower(db);
  let newest: Checkpoint | null = null;
  let isOpen = false;
  let failingSince: UnixMs | null = null;
  let keysAt = clock.now();
  let timer: NodeJS.Timeout | null = null;
  let turning: Promise<void> | null = null;

  function published(record: CheckpointRecord): Checkpoint {
    const { number, size, root, at, key, signature } = record;
    const text = checkpointText(signer.name(), record);
    const note = signer.noteOf(text, { key, signature });
    const header = Buffer.from(note).toString('base64');
    return { number, size, root, at, key, note, header };
  }

  /**
   * Goes on from what was signed last. Whatever the tape says now, nothing is ever signed that
   * contradicts it.
   */
  async function open(): Promise<void> {
    await signer.refresh();
    keysAt = clock.now();
    const last = await findLastCheckpoint(db);
    newest = last === null ? null : published(last);
    await follower.start();
    if (last !== null) {
      const isThere = follower.size() >= last.size;
      const [root] = isThere ? await hashesOf(db, [{ from: 0, to: last.size }]) : [];
      if (root?.equals(last.root) !== true) {
        throw new Error(`the tape is not what checkpoint ${last.number} signed`);
      }
    }
    isOpen = true;
  }

  /** Every tick received before this moment is on the tape: one that waits to be stored is not. */
  function completeUntil(): UnixMs {
    const now = clock.now();
    const waiting = deps.unstoredSince();
    return waiting !== null && waiting < now ? waiting : now;
  }

  async function sign(at: UnixMs): Promise<void> {
    const size = follower.size();
    if (clock.now() >= plusMs(keysAt, KEYS_MS)) {
      await signer.refresh();
      keysAt = clock.now();
    }
    const isNewKey = newest !== null && newest.key !== signer.keys().at(-1)?.number;
    const isDone = newest !== null && minuteOf(newest.at) >= minuteOf(at) && !isNewKey;
    if (size === 0 || isDone) return;
    const said = { size, root: follower.root(), at };
    const signed = await signer.sign(checkpointText(signer.name(), said));
    const record = { ...said, ...signed, number: (newest?.number ?? 0) + 1 };
    await db.transaction((tx) => insertCheckpoint(tx, record));
    newest = published(record);
  }

  async function work(): Promise<void> {
    try {
      if (!isOpen) await open();
      // Looked at first: whatever is on the tape by then is in the tree after it.
      const at = completeUntil();
      await follower.follow();
      await sign(at);
      failingSince = null;
    } catch (error) {
      // What is kept is read again before the next try.
      isOpen = false;
      if (failingSince === null) log.error({ err: error }, 'the tape could not be signed');
      failingSince ??= clock.now();
    }
  }

  function turn(): Promise<void> {
    turning ??= work().finally(() => {
      turning = null;
    });
    return turning;
  }

  function later(): void {
    timer = setTimeout(() => void turn().finally(() => timer !== null && later()), FOLLOW_MS);
  }

  return {
    async start() {
      // A long tape is followed for a while at the first start: nobody waits for it.
      if (deps.turns === 'byTimer') later();
      else await turn();
    },
    async stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await follower.stop();
      await turning;
    },
    turn,
    latest: () => newest,
    async ofSize(size) {
      const found = await findCheckpointOf(db, size);
      return found === null ? null : published(found);
    },
    async inclusion({ tickId, size: asked }) {
      const place = placeOf(tickId);
      const size = asked ?? newest?.size ?? 0;
      const first = place === null ? null : await findTreeDay(db, place.day);
      if (place === null || first === null || size > follower.size()) return null;
      const index = first + place.seq - 1;
      const tick = index < size ? await findTick(db, place) : null;
      if (tick === null) return null;
      const before =
        place.seq === 1
          ? await findRootBefore(db, place.day)
          : (await findTick(db, { day: place.day, seq: place.seq - 1 }))?.hash;
      const path = await hashesOf(db, inclusionSpans(index, size));
      return { size, index, before: before ?? GENESIS, text: canonicalText(tick), path };
    },
    async consistency({ from, to }) {
      if (from > to || to > follower.size()) return null;
      return { from, to, path: await hashesOf(db, consistencySpans(from, to)) };
    },
    keys: () => ({ name: signer.name(), keys: signer.keys() }),
    failingSince: () => failingSince,
  };
}
