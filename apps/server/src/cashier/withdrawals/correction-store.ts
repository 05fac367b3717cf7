import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { Withdrawal } from './withdrawal.ts';

const CORRECTED = `
  insert into cashier.corrected_hash (user_id, withdrawal_id, old_hash, new_hash, problem, corrected_by, at)
  values ($1, $2, $3, $4, $5, $6, platform.from_ms($7))`;
const HASH = `
  update cashier.withdrawal set tx_hash = $3, problem = null where user_id = $1 and id = $2`;

/** Puts another hash in the place of one that was handed in wrongly; the old one is kept. */
export async function correctHash(
  tx: Tx,
  { userId, id, txHash, problem }: Withdrawal,
  said: { readonly hash: string; readonly by: string; readonly at: UnixMs },
): Promise<void> {
  const { hash, by, at } = said;
  await tx.query(CORRECTED, [userId, id, txHash, hash, problem, by, at]);
  await tx.query(HASH, [userId, id, hash]);
}

const CANCELLING = `
  insert into cashier.cancelling (batch_id, at, by, document)
  values ($1, platform.from_ms($2), $3, $4)`;

/** Keeps a document that uses up the nonces of a batch. */
export async function putCancelling(
  tx: Tx,
  made: {
    readonly batchId: string;
    readonly at: UnixMs;
    readonly by: string;
    readonly document: string;
  },
): Promise<void> {
  await tx.query(CANCELLING, [made.batchId, made.at, made.by, made.document]);
}

const NEWEST = `
  select document, at from cashier.cancelling where batch_id = $1 order by at desc limit 1`;

/** The newest such document of a batch; null for none. */
export async function findCancelling(
  sql: Sql,
  batchId: string,
): Promise<{ document: string; at: UnixMs } | null> {
  const [row] = await sql.query<Row & { document: string; at: number }>(NEWEST, [batchId]);
  return row === undefined ? null : { document: row.document, at: row.at as UnixMs };
}
