import { type Clock, type UnixMs, type UserId, newUuid, plusMs } from '@candor/kernel';
import { security } from '@candor/protocol';
import type { Database } from '../../../platform/postgres/db.ts';
import type { Log } from '../../../platform/process/log.ts';
import { type ZipFile, zipOf } from '../../../platform/formats/zip.ts';
import type { ClientOrigin } from '../../account/index.ts';
import { recordSecurity } from '../../audit/index.ts';
import {
  type ExportRow,
  dropOldExports,
  endExport,
  findExport,
  insertExport,
  listUnfinished,
  readExport,
  lockAccount,
} from './export-store.ts';
import { readKept } from './kept-store.ts';

/** What exports need. */
export type ExportDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Files of a user that other capabilities keep: orders, options, payments of both trading
   * accounts.
   */
  readonly filesOf: (userId: UserId) => Promise<readonly ZipFile[]>;
};

/** How far a copy is. */
export type ExportState = Pick<ExportRow, 'state' | 'bytes'> & { readonly expiresAt: UnixMs };

/** Copies of everything kept about an account. */
export type Exports = {
  /** Begins a copy and answers its id; it is made after the answer, one at a time. */
  begin(userId: UserId, place: ClientOrigin): Promise<string>;
  /** How far a copy is; null for none of this user's. */
  state(userId: UserId, id: string): Promise<ExportState | null>;
  /** The file of a copy; null while it is not ready, and when its day is over. */
  file(userId: UserId, id: string): Promise<Buffer | null>;
  /** Makes the copies a stop cut short. */
  resume(): Promise<void>;
  /** Drops copies whose day is over. */
  tidy(): Promise<void>;
  /** Waits for the copy in hand. */
  idle(): Promise<void>;
};

/** Puts the making of copies together. */
export function createExports({ db, clock, log, filesOf }: ExportDeps): Exports {
  let last: Promise<void> = Promise.resolve();

  async function make(userId: UserId, id: string): Promise<void> {
    try {
      // Another was asked for meanwhile, and this one's row is gone: nobody could fetch it.
      const row = await findExport(db, { userId, id, at: clock.now() });
      if (row?.state !== 'preparing') return;
      const account = JSON.stringify(await readKept(db, userId), null, 2);
      const files = [{ name: 'account.json', content: account }, ...(await filesOf(userId))];
      await endExport(db, { userId, id, content: await zipOf(files, clock.now()) });
    } catch (error) {
      log.error({ err: error, export: id }, 'a copy of an account could not be made');
      await endExport(db, { userId, id, content: null }).catch(() => undefined);
    }
  }

  /** One after the other: a copy may be large, and nobody waits for it in front of a screen. */
  function queue(userId: UserId, id: string): void {
    last = last.then(() => make(userId, id));
  }

  return {
    async begin(userId, place) {
      const at = clock.now();
      const id = newUuid(at);
      await db.transaction(async (tx) => {
        await lockAccount(tx, userId);
        await insertExport(tx, { userId, id, at, expiresAt: plusMs(at, security.EXPORT_MS) });
        await recordSecurity(tx, { userId, kind: 'data-exported', place, at });
      });
      queue(userId, id);
      return id;
    },
    async state(userId, id) {
      const row = await findExport(db, { userId, id, at: clock.now() });
      if (row === null) return null;
      return { state: row.state, bytes: row.bytes, expiresAt: row.expires_at as UnixMs };
    },
    file: (userId, id) => readExport(db, { userId, id, at: clock.now() }),
    async resume() {
      for (const { user_id: userId, id } of await listUnfinished(db)) queue(userId as UserId, id);
    },
    tidy: () => dropOldExports(db, clock.now()),
    idle: () => last,
  };
}
