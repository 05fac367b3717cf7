import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../platform/postgres/db.ts';
import type { Publication, Written } from './documents.ts';
import type { PublicationRow } from './schema.ts';

const PUBLICATIONS = `
  select kind, subject, since, encode(hash, 'hex') as hash
  from receipts.publication order by kind, subject, since`;

/** All that was ever published, of each subject the oldest first. */
export async function listPublications(sql: Sql): Promise<Publication[]> {
  const rows = await sql.query<Row & PublicationRow>(PUBLICATIONS);
  return rows.map(({ kind, subject, since, hash }) => ({
    kind: kind as Publication['kind'],
    subject,
    since: since as UnixMs,
    hash,
  }));
}

const BODY = 'select body from receipts.document where hash = $1::bytea';

/** The text of a document by its hash; null for none. */
export async function findDocument(sql: Sql, hash: string): Promise<string | null> {
  const [row] = await sql.query<{ body: string }>(BODY, [Buffer.from(hash, 'hex')]);
  return row?.body ?? null;
}

const KEEP = `
  insert into receipts.document (hash, kind, body)
  select d.hash, d.kind, d.body
  from unnest($1::bytea[], $2::text[], $3::text[]) as d (hash, kind, body)
  on conflict (hash) do nothing`;
const PUBLISH = `
  insert into receipts.publication (kind, subject, since, hash)
  select p.kind, p.subject, platform.from_ms($4), p.hash
  from unnest($1::text[], $2::text[], $3::bytea[]) as p (kind, subject, hash)
  on conflict (kind, subject, since) do nothing`;

/** Publishes documents from a moment on. */
export async function publish(tx: Tx, documents: readonly Written[], since: UnixMs): Promise<void> {
  const hashes = documents.map(({ hash }) => Buffer.from(hash, 'hex'));
  const kinds = documents.map(({ kind }) => kind);
  await tx.query(KEEP, [hashes, kinds, documents.map(({ body }) => body)]);
  await tx.query(PUBLISH, [kinds, documents.map(({ subject }) => subject), hashes, since]);
}
