import type { Asset, UnixMs } from '@candor/kernel';
import type { Row, Sql } from '../platform/postgres/db.ts';
import type { AccountClass, EntryKind } from './chart.ts';
import { idBound } from './entries-store.ts';
import type { TradingAccount } from './store.ts';

/** All payments of one kind between two accounts of a trading account since a moment. */
export type Flow = {
  readonly kind: EntryKind;
  readonly from: AccountClass;
  readonly to: AccountClass;
  /** Sum since each of the moments asked for, in their order. @units units of the asset */
  readonly sums: readonly bigint[];
};

type FlowRow = Row & { kind: EntryKind; from: AccountClass; to: AccountClass; sums: string[] };

const FLOWS = `
  select kind, from_class as from, to_class as to, array_agg(amount::text order by n) as sums
  from (
    select moment.n, p.kind, p.from_class, p.to_class,
           coalesce(sum(p.amount) filter (where e.at >= platform.from_ms(moment.since)), 0) as amount
    from ledger.entry e
    join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id and p.asset = $3
    cross join unnest($4::bigint[]) with ordinality as moment (since, n)
    where e.user_id = $1 and e.mode = $2 and e.id >= $5
    group by moment.n, p.kind, p.from_class, p.to_class
  ) sums group by kind, from_class, to_class`;

/** What was paid in a trading account since each of some moments, by kind and accounts. */
export async function sumFlows(
  sql: Sql,
  params: TradingAccount & { readonly asset: Asset; readonly since: readonly UnixMs[] },
): Promise<Flow[]> {
  const { userId, mode, asset, since } = params;
  // An entry's id begins with its time, so the key alone leaves out what is older.
  const from = idBound(Math.min(...since) as UnixMs, '0');
  const rows = await sql.query<FlowRow>(FLOWS, [userId, mode, asset, since, from]);
  return rows.map(({ kind, from, to, sums }) => ({ kind, from, to, sums: sums.map(BigInt) }));
}
