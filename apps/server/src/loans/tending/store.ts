import type { UnixMs, UtcDay } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import { type Placed, type PlacedRow, placedOf } from '../loan/kept-store.ts';
import type { RunningLoan } from '../loan/loan.ts';

/** A loan by its due date and its place among those of that day. */
export type Due = Placed & { readonly dueOn: UtcDay };

// By the index of due dates, from the first on: what is not due yet is never read.
const LATE = `
  select l.user_id, l.id, l.ordinal::text, l.due_on::text as due_on from loans.loan l
  where l.state in ('repaymentInProgress', 'overdue') and l.due_on < $1
    and (l.due_on, l.ordinal) > ($2::date, $3::bigint)
    and (l.state <> 'overdue' or l.due_on <= $1::date - $4::int or l.late_told < (
      select count(*) from unnest($5::int[]) as notice (day)
      where l.due_on + 1 + notice.day <= $1::date))
  order by l.due_on, l.ordinal limit $6`;

/** Some loans past their due date of which something has to be told or sold, behind one; null begins. */
export async function listLate(
  sql: Sql,
  asked: {
    readonly today: UtcDay;
    readonly after: Pick<Due, 'dueOn' | 'ordinal'> | null;
    readonly saleAfter: number;
    readonly notices: readonly number[];
    readonly most: number;
  },
): Promise<Due[]> {
  const { today, after, saleAfter, notices, most } = asked;
  const behind = [after?.dueOn ?? '-infinity', (after?.ordinal ?? 0n).toString()];
  const rows = await sql.query<PlacedRow & { due_on: string }>(LATE, [
    today,
    ...behind,
    saleAfter,
    notices,
    most,
  ]);
  return rows.map((row) => ({ ...placedOf(row), dueOn: row.due_on as UtcDay }));
}

const UNDRAWN = `
  select user_id, id, ordinal::text from loans.loan
  where state = 'approved' and draw_until <= platform.from_ms($1)
  order by draw_until limit $2`;

/** Some approved loans that were not drawn in their days. */
export async function listUndrawn(
  sql: Sql,
  asked: { readonly now: UnixMs; readonly most: number },
): Promise<Placed[]> {
  return (await sql.query<PlacedRow>(UNDRAWN, [asked.now, asked.most])).map(placedOf);
}

const TOLD = 'update loans.loan set late_told = $3 where user_id = $1 and id = $2';

/** Writes down how many of its notices about a passed due date a loan’s owner was told. */
export async function putLateTold(
  tx: Tx,
  { userId, id }: RunningLoan,
  told: number,
): Promise<void> {
  await tx.query(TOLD, [userId, id, told]);
}
