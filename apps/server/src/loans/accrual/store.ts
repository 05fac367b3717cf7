import { type UserId, type UtcDay, rate } from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import {
  type Row,
  type Sql,
  type Statement,
  type Tx,
  sendAll,
} from '../../platform/postgres/db.ts';
import { type Placed, type PlacedRow, placedOf, usdt } from '../loan/kept-store.ts';
import type { Chargeable, NightCharge } from './charging.ts';

const CHARGES = columnsOf<NightCharge>([
  ['user_id', 'uuid', ({ loan }) => loan.userId],
  ['loan_id', 'uuid', ({ loan }) => loan.id],
  ['day', 'date', ({ day }) => day],
  ['principal', 'numeric', ({ loan }) => loan.owed.principal.units.toString()],
  ['interest', 'numeric', ({ interest }) => interest.toString()],
  ['at', 'moment', ({ at }) => at],
]);
const INSERT = CHARGES.insertInto('loans.charge');

/** What writes charged midnights down; it fails where one of them was charged before. */
export function chargeStatements(nights: readonly NightCharge[]): Statement[] {
  return CHARGES.statements(INSERT, nights);
}

// Ordered by the column: its name alone would mean the text, where "10" is before "9".
const UNCHARGED = `
  select l.user_id, l.id, l.ordinal::text from loans.loan l
  where l.state in ('repaymentInProgress', 'overdue') and l.charged_through < $1 and l.ordinal > $2
  order by l.ordinal limit $3`;

/**
 * Some running loans that owe a midnight up to a day, behind a place. It reads past every running loan that owes
 * none: no index says who does, for each midnight would have to move all of them in it.
 */
export async function listUncharged(
  sql: Sql,
  asked: { readonly today: UtcDay; readonly after: bigint; readonly most: number },
): Promise<Placed[]> {
  const { today, after, most } = asked;
  return (await sql.query<PlacedRow>(UNCHARGED, [today, after.toString(), most])).map(placedOf);
}

const CHARGEABLE = `
  select user_id, id, principal_owed::text as principal, interest_owed::text as interest,
    interest_charged::text as charged, free_days, rate_daily::text, drawn_on::text as drawn_on,
    charged_through::text as charged_through
  from loans.loan
  where id = any($1::uuid[]) and state in ('repaymentInProgress', 'overdue')
  order by id for update`;

type ChargeableRow = Row & {
  user_id: string;
  id: string;
  principal: string;
  interest: string;
  charged: string;
  free_days: number;
  rate_daily: string;
  drawn_on: string;
  charged_through: string;
};

/** Those of some loans that run, and nobody else moves them; behind the locks of their accounts. */
export async function lockChargeable(tx: Tx, ids: readonly string[]): Promise<Chargeable[]> {
  const rows = await tx.query<ChargeableRow>(CHARGEABLE, [ids]);
  return rows.map((row) => ({
    userId: row.user_id as UserId,
    id: row.id,
    owed: { principal: usdt(row.principal), interest: usdt(row.interest) },
    interestCharged: usdt(row.charged),
    price: { freeDays: row.free_days, rateDaily: rate(row.rate_daily) },
    drawnOn: row.drawn_on as UtcDay,
    chargedThrough: row.charged_through as UtcDay,
  }));
}

const CHARGED = columnsOf<Chargeable>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
  ['interest_owed', 'numeric', ({ owed }) => owed.interest.units.toString()],
  ['interest_charged', 'numeric', ({ interestCharged }) => interestCharged.units.toString()],
  ['charged_through', 'date', ({ chargedThrough }) => chargedThrough],
]);
const PUT_CHARGED = `
  with moved as (
    update loans.loan l set interest_owed = c.interest_owed,
      interest_charged = c.interest_charged, charged_through = c.charged_through
    from ${CHARGED.rows('c')} where l.user_id = c.user_id and l.id = c.id
    returning l.id
  )
  select platform.require(count(*) = ${CHARGED.behind(1)}::int, 'each of them is charged')
  from moved`;

/** Writes down up to which midnight loans were charged and what is owed since. */
export async function putCharged(tx: Tx, loans: readonly Chargeable[]): Promise<void> {
  await sendAll(tx, CHARGED.statements(PUT_CHARGED, loans, loans.length));
}
