import type { UnixMs } from '@candor/kernel';
import type { UploadPurpose } from '@candor/protocol';
import type { Sql, Tx } from '../platform/postgres/db.ts';

const LOCK = `select pg_advisory_xact_lock(hashtextextended('files/view/' || $1::text, 0))`;
const COUNT = `
  select count(*)::int as count, min(at) as first from files.document_view
  where member = $1 and at > platform.from_ms($2)`;
const LISTED = `
  select id, purpose, created_at as at, bytes, destroyed_at is not null as "isGone"
  from files.file where id = any ($1::uuid[]) and user_id = $2
  order by created_at, id limit 100`;
const INSERT = `
  insert into files.document_view (member, at, case_id, file_id)
  values ($1, platform.from_ms($2), $3, $4)`;

/** A document as it is listed, without what is in it. */
export type DocumentItem = {
  readonly id: string;
  readonly purpose: UploadPurpose;
  readonly at: UnixMs;
  readonly bytes: number;
  readonly isGone: boolean;
};

/** Documents of a user among some files; those of anyone else are left out. */
export function listDocuments(
  sql: Sql,
  asked: { readonly ids: readonly string[]; readonly userId: string },
): Promise<DocumentItem[]> {
  return sql.query<DocumentItem>(LISTED, [asked.ids, asked.userId]);
}

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
