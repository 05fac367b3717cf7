import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Statement } from '../../platform/postgres/db.ts';
import type { NightCharge } from './charging.ts';

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
