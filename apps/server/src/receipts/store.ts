import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';
import type { ReceiptRow } from './schema.ts';
import type { Terms } from './terms.ts';

/** A receipt as it was first written. */
export type Written = {
  readonly number: string;
  readonly kind: 'contract' | 'cover' | 'option';
  readonly userId: UserId;
  readonly subject: string;
  readonly terms: Terms;
  readonly hash: Buffer;
};

const FIND = `
  select r.number, r.kind, r.user_id, r.subject, r.terms, r.hash
  from receipts.receipt r where r.number = any ($1::text[])`;

/** Receipts under these numbers, those there are. */
export async function findWritten(
  sql: Sql,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Written>> {
  const rows = await sql.query<ReceiptRow>(FIND, [numbers]);
  return new Map(
    rows.map(({ number, kind, user_id, subject, terms, hash }) => [
      number,
      {
        number,
        kind,
        userId: user_id as UserId,
        subject,
        terms: JSON.parse(terms) as Terms,
        hash,
      },
    ]),
  );
}

const INSERT = `
  insert into receipts.receipt (number, kind, user_id, subject, terms, hash, written_at)
  select number, kind, user_id, subject, terms, hash, platform.from_ms($7)
  from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::bytea[])
    as r (number, kind, user_id, subject, terms, hash)
  on conflict (number) do nothing`;

/** Takes receipts down; one that is there already stays as it was. */
export async function insertWritten(
  sql: Sql,
  written: readonly (Omit<Written, 'terms'> & { readonly terms: string })[],
  at: UnixMs,
): Promise<void> {
  if (written.length === 0) return;
  await sql.query(INSERT, [
    written.map(({ number }) => number),
    written.map(({ kind }) => kind),
    written.map(({ userId }) => userId),
    written.map(({ subject }) => subject),
    written.map(({ terms }) => terms),
    written.map(({ hash }) => hash),
    at,
  ]);
}
