import { type Rate, type UserId, rate } from '@candor/kernel';
import type { Money } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';
import { amountsOf, usdt } from '../loan/kept-store.ts';

/** A running loan as it is watched: what is owed at its last midnight, and what secures it. */
export type WatchedLoan = {
  readonly userId: UserId;
  readonly id: string;
  /** Its place among all loans, by which they are read page by page. */
  readonly ordinal: bigint;
  readonly debt: Money;
  readonly collateral: readonly Money[];
  readonly ltvMax: Rate;
  readonly notices: number;
};

type WatchedRow = Row & {
  user_id: string;
  id: string;
  ordinal: string;
  debt: string;
  pledged: { asset: string; units: string }[];
  ltv_max: string;
  notices: number;
};

const SELECT = `
  select l.user_id, l.id, l.ordinal::text, (l.principal_owed + l.interest_owed)::text as debt,
    l.ltv_max::text, l.notices, coalesce(c.pledged, '[]') as pledged
  from loans.loan l
  left join lateral (
    select jsonb_agg(jsonb_build_object('asset', c.asset, 'units', c.units::text)) as pledged
    from loans.collateral c
    where c.user_id = l.user_id and c.loan_id = l.id and c.units > 0) c on true
  where l.state in ('repaymentInProgress', 'overdue')`;

function watchedOf(row: WatchedRow): WatchedLoan {
  return {
    userId: row.user_id as UserId,
    id: row.id,
    ordinal: BigInt(row.ordinal),
    debt: usdt(row.debt),
    collateral: amountsOf(row.pledged),
    ltvMax: rate(row.ltv_max),
    notices: row.notices,
  };
}

const PAGE = `${SELECT} and l.ordinal > $1 order by l.ordinal limit $2`;

/** Some running loans behind a place, in the order of their places. */
export async function listWatched(
  sql: Sql,
  { after, most }: { readonly after: bigint; readonly most: number },
): Promise<WatchedLoan[]> {
  return (await sql.query<WatchedRow>(PAGE, [after.toString(), most])).map(watchedOf);
}

const SOME = `${SELECT} and l.id = any($1::uuid[])`;

/** Those of some loans that run. */
export async function findWatched(sql: Sql, ids: readonly string[]): Promise<WatchedLoan[]> {
  return (await sql.query<WatchedRow>(SOME, [ids])).map(watchedOf);
}
