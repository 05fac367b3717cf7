import { type Money, type UnixMs, type UtcDay } from '@candor/kernel';
import type { Owed } from '@candor/pricing';
import type { loans as protocol } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import { type Named, usdt } from './kept-store.ts';
import type { LoanStep } from './loan.ts';
import type { ChargeRow, PaymentRow, StepRow } from './schema.ts';

type LoanPart = protocol.LoanPart;
type LoanReason = protocol.LoanReason;
type LoanSource = protocol.LoanSource;
type LoanState = protocol.LoanState;

const STEP = `
  insert into loans.step (user_id, loan_id, state, at, by, reason)
  values ($1, $2, $3, platform.from_ms($4), $5, $6)`;

/** Writes down a state a loan came to. */
export async function insertStep(tx: Tx, { userId, id }: Named, step: LoanStep): Promise<void> {
  await tx.query(STEP, [userId, id, step.state, step.at, step.by, step.reason]);
}

const PAYMENT = `
  insert into loans.payment (user_id, loan_id, at, source, interest, principal)
  values ($1, $2, platform.from_ms($3), $4, $5, $6)`;

/** Writes a repayment down. */
export async function insertPayment(
  tx: Tx,
  { userId, id }: Named,
  payment: { readonly at: UnixMs; readonly source: LoanSource; readonly paid: Owed },
): Promise<void> {
  const { at, source, paid } = payment;
  const { interest, principal } = paid;
  const units = [interest.units.toString(), principal.units.toString()];
  await tx.query(PAYMENT, [userId, id, at, source, ...units]);
}

const STEPS = `
  select state, at, by, reason from loans.step
  where user_id = $1 and loan_id = $2 order by place`;
const CHARGES = `
  select day::text as day, principal::text, interest::text from loans.charge
  where user_id = $1 and loan_id = $2 order by day desc limit $3`;
const PAYMENTS = `
  select at, source, interest::text, principal::text from loans.payment
  where user_id = $1 and loan_id = $2 order by place desc limit $3`;

/** How many charges and payments of a loan are shown. */
const SHOWN_MAX = 100;

/** What happened to a loan: all of its steps, and the newest charges and payments. */
export async function readHistory(
  sql: Sql,
  { userId, id }: Named,
  most: number | null = SHOWN_MAX,
): Promise<{
  readonly steps: readonly LoanStep[];
  readonly charges: readonly { day: UtcDay; principal: Money; interest: Money }[];
  readonly payments: readonly { at: UnixMs; source: LoanSource; paid: Owed }[];
}> {
  const [steps, charges, payments] = await Promise.all([
    sql.query<Row & StepRow>(STEPS, [userId, id]),
    sql.query<Row & ChargeRow>(CHARGES, [userId, id, most]),
    sql.query<Row & PaymentRow>(PAYMENTS, [userId, id, most]),
  ]);
  return {
    steps: steps.map((row) => ({
      state: row.state as LoanState,
      at: row.at as UnixMs,
      by: row.by as LoanPart,
      reason: row.reason as LoanReason | null,
    })),
    charges: charges.map((row) => ({
      day: row.day as UtcDay,
      principal: usdt(row.principal),
      interest: usdt(row.interest),
    })),
    payments: payments.map((row) => ({
      at: row.at as UnixMs,
      source: row.source as LoanSource,
      paid: { interest: usdt(row.interest), principal: usdt(row.principal) },
    })),
  };
}
