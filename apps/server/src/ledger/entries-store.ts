import type { Asset, UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../platform/postgres/db.ts';

/** An entry as it stands in the journal, with its number there and its payments. */
export type NumberedEntry = {
  readonly userId: UserId;
  /** Place in the journal of the whole product. */
  readonly number: string;
  readonly kind: string;
  readonly subject: string;
  readonly requestId: string;
  readonly part: number;
  readonly at: UnixMs;
  readonly postings: readonly {
    readonly from: string;
    readonly to: string;
    readonly asset: Asset;
    readonly units: bigint;
  }[];
};

/** Entries about one subject of one user, written between two moments, both included. */
export type EntrySpan = {
  readonly userId: UserId;
  readonly subject: string;
  readonly from: UnixMs;
  readonly to: UnixMs;
};

type EntryRow = {
  user_id: string;
  number: string;
  kind: string;
  subject: string;
  request_id: string;
  part: number;
  at: UnixMs;
  from_account: string;
  to_account: string;
  asset: string;
  amount: string;
};

// An entry's id begins with the millisecond it was made, so its key alone finds those of a span. One that is in two
// spans is taken once, and so are its payments.
const FIND = `
  select e.user_id, e.seq::text as number, e.kind, e.subject, e.request_id, e.part, e.at,
         p.from_class::text || case p.from_sub when '' then '' else ':' || p.from_sub end
           as from_account,
         p.to_class::text || case p.to_sub when '' then '' else ':' || p.to_sub end as to_account,
         p.asset::text as asset, p.amount::text as amount
  from (
    select distinct on (o.seq) o.*
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as span (user_id, subject, low, high)
    join ledger.entry o
      on o.user_id = span.user_id and o.id between span.low and span.high
        and o.subject = span.subject
    order by o.seq
  ) e
  join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  order by e.seq, p.line`;

/** The latest millisecond an id can begin with. */
const ID_TIME_MAX = 2 ** 48 - 1;

/**
 * The least or the greatest id made at a moment; of a moment no id can begin with, the nearest one's.
 *
 * @shape (moment, '0' for the least and 'f' for the greatest) → uuid
 */
export function idBound(at: UnixMs, rest: '0' | 'f'): string {
  const time = Math.min(Math.max(at, 0), ID_TIME_MAX).toString(16).padStart(12, '0');
  const fill = (length: number): string => rest.repeat(length);
  return `${time.slice(0, 8)}-${time.slice(8)}-${fill(4)}-${fill(4)}-${fill(12)}`;
}

/** Entries of these spans in the order of the journal; an entry in two spans comes once. */
export async function findEntries(
  sql: Sql,
  spans: readonly EntrySpan[],
): Promise<readonly NumberedEntry[]> {
  if (spans.length === 0) return [];
  const rows = await sql.query<EntryRow>(FIND, [
    spans.map(({ userId }) => userId),
    spans.map(({ subject }) => subject),
    spans.map(({ from }) => idBound(from, '0')),
    spans.map(({ to }) => idBound(to, 'f')),
  ]);
  return [...Map.groupBy(rows, ({ number }) => number).values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    const { number, kind, subject, part, at } = first;
    const postings = lines.map((line) => ({
      from: line.from_account,
      to: line.to_account,
      asset: line.asset as Asset,
      units: BigInt(line.amount),
    }));
    const userId = first.user_id as UserId;
    return [{ userId, number, kind, subject, requestId: first.request_id, part, at, postings }];
  });
}
