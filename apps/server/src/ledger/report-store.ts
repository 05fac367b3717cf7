import type { Asset, Mode, UnixMs } from '@candor/kernel';
import type { Row, Sql } from '../platform/postgres/db.ts';
import type { AccountClass, EntryKind } from './chart.ts';

/** What accounts of one class took in and paid by entries of one kind. @units units of the asset */
export type ClassFlow = {
  readonly asset: Asset;
  readonly account: AccountClass;
  readonly kind: EntryKind;
  readonly taken: bigint;
  readonly paid: bigint;
};

type FlowRow = Row & Omit<ClassFlow, 'taken' | 'paid'> & { taken: string; paid: string };

const FLOWS = `
  select p.asset::text as asset, side.class as account, e.kind::text as kind,
         sum(side.taken)::text as taken, sum(side.paid)::text as paid
  from ledger.entry e
  join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  cross join lateral (values (p.from_class::text, 0::numeric, p.amount),
                             (p.to_class::text, p.amount, 0::numeric)) side (class, taken, paid)
  where e.at >= platform.from_ms($2) and e.at < platform.from_ms($3) and e.mode = $1
    and ($4::text is null or side.class = $4)
  group by 1, 2, 3 order by 1, 2, 3`;

/** What moved in the books of a mode from a moment on and before another, by class and kind. */
export async function listClassFlows(
  sql: Sql,
  params: {
    readonly mode: Mode;
    readonly from: UnixMs;
    readonly to: UnixMs;
    /** Null: every class. */
    readonly account: AccountClass | null;
  },
): Promise<ClassFlow[]> {
  const { mode, from, to, account } = params;
  const rows = await sql.query<FlowRow>(FLOWS, [mode, from, to, account]);
  return rows.map(({ taken, paid, ...row }) => ({
    ...row,
    taken: BigInt(taken),
    paid: BigInt(paid),
  }));
}
