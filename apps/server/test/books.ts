import {
  type Asset,
  type EntryId,
  type Mode,
  type UnixMs,
  type UserId,
  newUuid,
  unixMs,
} from '@candor/kernel';
import { cloneDatabase } from '@candor/testkit/postgres';
import { type EntryKind, type Entry, type Posting, commitEntries } from '../src/ledger/index.ts';
import { type Database, openDatabase } from '../src/platform/postgres/db.ts';

/** A database of one test file's own, with the books in it. */
export type Books = {
  /** As the product's role. */
  readonly db: Database;
  /** As the superuser, who may plant what the product refuses. */
  readonly owner: Database;
  /** Commits entries in one transaction. */
  commit(...entries: Entry[]): Promise<void>;
  /** A new user with this much real money, from a deposit. */
  newUser(units?: bigint, mode?: Mode): Promise<UserId>;
  stop(): Promise<void>;
};

export const BOOKS_START: UnixMs = unixMs(1_704_067_200_000);

/** An entry with everything a test does not care about filled in. */
export function entryOf(
  kind: EntryKind,
  userId: UserId,
  postings: readonly Posting[],
  rest: Partial<Entry> = {},
): Entry {
  return {
    id: newUuid(BOOKS_START) as EntryId,
    userId,
    mode: 'real',
    kind,
    requestId: newUuid(BOOKS_START),
    part: 0,
    cause: 'request',
    subject: null,
    reverses: null,
    at: BOOKS_START,
    postings,
    ...rest,
  };
}

/** One payment in units. */
export const pays = (
  from: Posting['from'],
  to: Posting['to'],
  units: bigint,
  asset: Asset = 'USDT',
): Posting => ({ from, to, units, asset });

/** Opens books in a fresh clone; `stop` them in `afterAll`. */
export async function openBooks(): Promise<Books> {
  const clone = await cloneDatabase();
  const db = openDatabase(clone.config);
  const owner = openDatabase({ ...clone.ownerConfig, max: 2 });
  const commit = (...entries: Entry[]): Promise<void> =>
    db.transaction((tx) => commitEntries(tx, entries, BOOKS_START));
  return {
    db,
    owner,
    commit,
    async newUser(units = 0n, mode = 'real') {
      const userId = newUuid(BOOKS_START) as UserId;
      const deposit = pays('world:tron', 'user:cash', units);
      if (units > 0n) await commit(entryOf('deposit', userId, [deposit], { mode }));
      return userId;
    },
    async stop() {
      await db.end();
      await owner.end();
      await clone.drop();
    },
  };
}
