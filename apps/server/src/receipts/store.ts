import type { UnixMs, UserId } from '@candor/kernel';
import type { Receipt } from '@candor/protocol';
import { type Sql, sqlState } from '../platform/postgres/db.ts';
import type { Signed } from '../platform/secrets/signing.ts';
import type { ReceiptRow } from './schema.ts';
import type { Terms } from './terms.ts';

/** A receipt as it was first written. */
export type Written = {
  readonly number: string;
  readonly kind: Receipt['kind'];
  readonly userId: UserId;
  readonly subject: string;
  readonly terms: Terms;
  readonly hash: Buffer;
  /** Over the receipt's number and hash; null for receipts of before there were signatures. */
  readonly signed: Signed | null;
};

const FIND = `
  select platform.plain_hex(r.number) as number, r.kind, r.user_id, r.subject, t.terms, r.hash,
         r.key, r.signature
  from receipts.receipt r join receipts.terms t on t.id = r.terms_id
  where r.number = any ($1::uuid[])`;

/** Receipts under these numbers, those there are. */
export async function findWritten(
  sql: Sql,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Written>> {
  const rows = await sql.query<ReceiptRow>(FIND, [numbers]);
  return new Map(
    rows.map(({ number, kind, user_id, subject, terms, hash, key, signature }) => [
      number,
      {
        number,
        kind,
        userId: user_id as UserId,
        subject,
        terms: JSON.parse(terms) as Terms,
        hash,
        signed: key === null || signature === null ? null : { key, signature },
      },
    ]),
  );
}

/** A key that is there already. */
const TWICE = '23505';

// Only what is new is tried, because every try takes a number.
const TERMS = `
  insert into receipts.terms (terms)
  select distinct asked.terms from unnest($1::text[]) as asked (terms)
  where not exists (select from receipts.terms t where t.terms = asked.terms)
  on conflict (terms) do nothing`;

const INSERT = `
  insert into receipts.receipt (number, kind, user_id, subject, terms_id, hash, written_at, key, signature)
  select r.number, r.kind, r.user_id, r.subject,
         (select t.id from receipts.terms t where t.terms = r.terms), r.hash, platform.from_ms($7),
         r.key, r.signature
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::bytea[],
              $8::smallint[], $9::bytea[])
    as r (number, kind, user_id, subject, terms, hash, key, signature)`;
// Every try writes a line of the log more than a plain insert, so it comes second.
const INSERT_MISSING = `${INSERT}
  on conflict (number) do nothing`;

/** Takes receipts down; one that is there already stays as it was. */
export async function insertWritten(
  sql: Sql,
  written: readonly (Omit<Written, 'terms'> & { readonly terms: string })[],
  at: UnixMs,
): Promise<void> {
  if (written.length === 0) return;
  // By itself, so that the next statement sees them whichever transaction wrote them.
  await sql.query(TERMS, [written.map(({ terms }) => terms)]);
  const values = [
    written.map(({ number }) => number),
    written.map(({ kind }) => kind),
    written.map(({ userId }) => userId),
    written.map(({ subject }) => subject),
    written.map(({ terms }) => terms),
    written.map(({ hash }) => hash),
    at,
    written.map(({ signed }) => signed?.key ?? null),
    written.map(({ signed }) => signed?.signature ?? null),
  ];
  await sql.query(INSERT, values).catch((error: unknown) => {
    // A reader asked for one of them at the same moment, or one is asked for twice.
    if (sqlState(error) !== TWICE) throw error;
    return sql.query(INSERT_MISSING, values);
  });
}
