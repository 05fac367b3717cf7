import type { UnixMs, UtcDay } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import { type Placed, type PlacedRow, placedOf } from '../loan/kept-store.ts';
import type { RunningLoan } from '../loan/loan.ts';

const LATE = `
  select user_id, id, ordinal::text from loans.loan
  where state in ('repaymentInProgress', 'overdue') and due_on < $1 and ordinal > $2
    and (state <> 'overdue' or due_on <= $1::date - $3::int or late_told < (
      select count(*) from unnest($4::int[]) as notice (day)
      where due_on + 1 + notice.day <= $1::date))
  order by ordinal limit $5`;

/** Some loans past their due date of which something has to be told or sold, behind a place. */
export async function listLate(
  sql: Sql,
  asked: {
    readonly today: UtcDay;
    readonly after: bigint;
    readonly saleAfter: number;
    readonly notices: readonly number[];
    readonly most: number;
  },
): Promise<Placed[]> {
  const { today, after, saleAfter, notices, most } = asked;
  const values = [today, after.toString(), saleAfter, notices, most];
  return (await sql.query<PlacedRow>(LATE, values)).map(placedOf);
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
