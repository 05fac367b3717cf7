/**
 * audit — what the operator's people, the terminal and the product did, in a chain of hashes.
 * Owns: the rows of the log, its head and what was signed of it.
 * Announces: nothing; a user's own list reads what concerns the user.
 * Needs: nothing above platform.
 * Refuses: to change or remove a row; the database writes number and hash itself.
 */
import type { Clock, UnixMs, UserId } from '@candor/kernel';
import { type Database, type Sql, type Tx, sendAll } from '../platform/postgres/db.ts';
import type { Signer } from '../platform/secrets/signing.ts';
import { type ChainReport, createChainWalk, walkToEnd } from './chain.ts';
import { exportLines } from './export.ts';
import { createHeads } from './heads.ts';
import type { AuditActor, AuditDetails, AuditEntry } from './rules.ts';
import {
  type AuditFilter,
  type RecordRow,
  auditStatement,
  countOfUser,
  findHead,
  findSignedHead,
  listOfUser,
  listRecords,
} from './store.ts';

export type { ChainReport } from './chain.ts';
export type { AuditActor, AuditDetails, AuditEntry } from './rules.ts';
export type { AuditFilter } from './store.ts';
export { auditTerminal } from './terminal.ts';

/** Writes an action down in its own transaction; last in it, because rows of the log follow one another. */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await sendAll(tx, [auditStatement(entry)]);
}

/** A row of the log. */
export type AuditRecord = {
  readonly seq: number;
  readonly at: UnixMs;
  readonly actorKind: AuditActor['kind'];
  readonly actor: string;
  readonly role: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly userId: UserId | null;
  readonly details: AuditDetails;
  readonly hash: string;
};

function recordOf(row: RecordRow): AuditRecord {
  return {
    seq: Number.parseInt(row.seq, 10),
    at: row.at as UnixMs,
    actorKind: row.actor_kind,
    actor: row.actor,
    role: row.role,
    action: row.action,
    subject: row.subject,
    userId: row.user_id as UserId | null,
    details: JSON.parse(row.details) as AuditDetails,
    hash: row.hash.toString('hex'),
  };
}

/** The newest rows that concern a user, for the user; rows told of elsewhere are left out. */
export async function listAuditOfUser(
  sql: Sql,
  params: {
    readonly userId: UserId;
    readonly limit: number;
    /** Only rows of these actions. */
    readonly actions?: readonly string[];
  },
): Promise<{ readonly records: readonly AuditRecord[]; readonly total: number }> {
  const { userId, limit, actions = null } = params;
  const [rows, total] = await Promise.all([
    listOfUser(sql, { userId, limit, actions }),
    countOfUser(sql, userId, actions),
  ]);
  return { records: rows.map(recordOf), total };
}

/** What the audit log offers a process. */
export type Audit = {
  /** Rows, newest first. */
  list(filter: AuditFilter): Promise<AuditRecord[]>;
  /** How long the log is, its last hash, and what was signed of it last. */
  head(): Promise<{
    readonly count: number;
    readonly hash: string;
    readonly signed: { readonly count: number; readonly at: UnixMs; readonly note: string } | null;
  }>;
  /** The whole log with its signed head, line by line. @throws Error where it is not what was signed */
  export(): AsyncGenerator<string>;
  /** Recomputes the whole log, from its first row. */
  verify(): Promise<ChainReport>;
  /** Recomputes what follows the last row that was looked at; a long log takes several calls. */
  verifyNext(): Promise<ChainReport>;
  /** Signs the head where the log grew. @throws Error where the log is not what was signed */
  sign(): Promise<void>;
  /** Writes one action down in a transaction of its own. */
  write(entry: AuditEntry): Promise<void>;
};

/** Opens the audit log. */
export function createAudit(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
}): Audit {
  const { db, signer } = deps;
  const heads = createHeads(deps);
  let walk = createChainWalk(db);
  return {
    list: async (filter) => (await listRecords(db, filter)).map(recordOf),
    async head() {
      const { count, hash } = await findHead(db);
      const last = await findSignedHead(db);
      const signed =
        last === null ? null : { count: last.count, at: last.at, note: heads.noteOf(last) };
      return { count, hash: hash.toString('hex'), signed };
    },
    export: () => exportLines({ db, heads, signer }),
    verify() {
      // What follows is looked at from where this one ends.
      walk = createChainWalk(db);
      return walkToEnd(walk);
    },
    verifyNext: () => walk(),
    async sign() {
      await heads.sign();
    },
    write: (entry) => db.transaction((tx) => writeAudit(tx, entry)),
  };
}
