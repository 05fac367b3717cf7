import type { UnixMs } from '@candor/kernel';
import type { Sql, Tx } from '../platform/postgres/db.ts';

const LOCK = `select pg_advisory_xact_lock(hashtextextended('files/view/' || $1::text, 0))`;
const COUNT = `
  select count(*)::int as count, min(at) as first from files.document_view
  where member = $1 and at > platform.from_ms($2)`;
const INSERT = `
  insert into files.document_view (member, at, case_id, file_id)
  values ($1, platform.from_ms($2), $3, $4)`;

/** Makes views of one member wait for one another: none slips past the count. */
export async function lockViewer(tx: Tx, member: string): Promise<void> {
  await tx.query(LOCK, [member]);
}

/** How many documents a member looked at since a moment, and when the first of them. */
export async function countViews(
  sql: Sql,
  member: string,
  since: UnixMs,
): Promise<{ count: number; first: UnixMs | null }> {
  const [row] = await sql.query<{ count: number; first: UnixMs | null }>(COUNT, [member, since]);
  return { count: row?.count ?? 0, first: row?.first ?? null };
}

/** Writes down that a member looks at a document. */
export async function insertDocumentView(
  tx: Tx,
  view: { member: string; at: UnixMs; caseId: string; fileId: string },
): Promise<void> {
  await tx.query(INSERT, [view.member, view.at, view.caseId, view.fileId]);
}
