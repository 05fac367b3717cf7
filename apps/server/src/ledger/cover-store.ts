import type { EntryId, UserId } from '@candor/kernel';
import type { Sql } from '../platform/postgres/db.ts';

/** What the house covered of one closing, and the payments of it that cash could not make. */
export type Cover = {
  /** The entry of the protection. */
  readonly protection: EntryId;
  /** What it paid. @units USDT units */
  readonly paid: bigint;
  /** The entry of the closing that made it necessary. */
  readonly closing: EntryId;
  /** Places, in that entry, of the payments that became deficit, and what they sum to. */
  readonly lines: readonly number[];
  readonly short: bigint;
};

// Protection is the part after the one that closed the last contract, of the same request.
const COVERS = `
  select p.id as protection, c.id as closing,
         (select coalesce(sum(amount), 0)::text from ledger.posting
          where user_id = $1 and entry_id = p.id) as paid,
         short.lines, short.sum::text as short
  from ledger.entry given
  join ledger.entry p on p.user_id = given.user_id
    and ledger.act_key(p.request_id, p.part) = ledger.act_key(
      given.request_id, (given.part + case given.kind when 'protection' then 0 else 1 end)::smallint)
    and p.kind = 'protection'
  join ledger.entry c on c.user_id = p.user_id
    and ledger.act_key(c.request_id, c.part) = ledger.act_key(p.request_id, (p.part - 1)::smallint)
  cross join lateral (
    select coalesce(array_agg(line order by line), '{}')::int[] as lines,
           coalesce(sum(amount), 0) as sum
    from ledger.posting
    where user_id = $1 and entry_id = c.id and from_class = 'user:deficit'
      and to_class::text like 'house:%'
  ) short
  where given.user_id = $1 and given.id = any ($2::uuid[])
  group by p.id, c.id, short.lines, short.sum`;

type Row = {
  protection: string;
  closing: string;
  paid: string;
  lines: number[];
  short: string;
};

/** The covers that any of these entries of a user is a part of. */
export async function listCovers(
  sql: Sql,
  params: { readonly userId: UserId; readonly entries: readonly EntryId[] },
): Promise<Cover[]> {
  if (params.entries.length === 0) return [];
  const rows = await sql.query<Row>(COVERS, [params.userId, params.entries]);
  return rows.map((row) => ({
    protection: row.protection as EntryId,
    closing: row.closing as EntryId,
    paid: BigInt(row.paid),
    lines: row.lines,
    short: BigInt(row.short),
  }));
}
