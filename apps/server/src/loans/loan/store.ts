import {
  type Money,
  type UnixMs,
  type UserId,
  type UtcDay,
  assert,
  formatDecimal,
} from '@candor/kernel';
import type { loans as protocol } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import { insertStep } from './history-store.ts';
import { type Named, TERMS, amountsOf, keptOf, termsOf, usdt } from './kept-store.ts';
import type { HeldOffer, Loan, LoanBooks } from './loan.ts';
import { useOffer } from './offer-store.ts';
import { isEdge } from './rules.ts';
import type { LoanRow } from './schema.ts';

type LoanPart = protocol.LoanPart;
type LoanReason = protocol.LoanReason;
type LoanState = protocol.LoanState;

const INSERT = `
  insert into loans.loan (user_id, id, request_id, offer_id, principal, days, free_days,
    rate_daily, ltv_max, offered, agreement_id, agreement, agreement_hash, signature_id,
    signature_hash, requested_at, review_until, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, decode($13, 'hex'), $14,
    decode($15, 'hex'), platform.from_ms($16), platform.from_ms($17), platform.from_ms($16))`;

/** Writes a loan down as it is asked for, and ends its offer. */
export async function insertLoan(
  tx: Tx,
  offer: HeldOffer,
  asked: {
    readonly id: string;
    readonly requestId: string;
    readonly signatureId: string;
    readonly signatureHash: string;
    readonly reviewUntil: UnixMs;
    readonly at: UnixMs;
  },
): Promise<void> {
  await useOffer(tx, offer);
  await tx.query(INSERT, [
    offer.userId,
    asked.id,
    asked.requestId,
    offer.id,
    offer.principal.units.toString(),
    offer.days,
    offer.price.freeDays,
    formatDecimal(offer.price.rateDaily),
    formatDecimal(offer.ltvMax),
    keptOf(offer.offered),
    offer.agreementId,
    offer.agreement,
    offer.agreementHash,
    asked.signatureId,
    asked.signatureHash,
    asked.at,
    asked.reviewUntil,
  ]);
  const named = { userId: offer.userId, id: asked.id };
  await insertStep(tx, named, {
    state: 'pendingReview',
    at: asked.at,
    by: 'owner',
    reason: null,
  });
}

const SELECT = `
  select ${TERMS('l')}, l.number, l.offer_id, l.offered, l.signature_id,
    encode(l.signature_hash, 'hex') as signature_hash, l.requested_at, l.review_until, l.state,
    l.reason, l.at, l.case_id, l.approved_case, l.draw_until, l.drawn_at,
    l.drawn_on::text as drawn_on, l.due_on::text as due_on, l.principal_owed::text,
    l.interest_owed::text, l.interest_charged::text, l.principal_paid::text,
    l.interest_paid::text, l.principal_lost::text, l.interest_lost::text,
    l.charged_through::text as charged_through, l.notices, l.late_told,
    coalesce((
      select jsonb_agg(jsonb_build_object('asset', c.asset, 'units', c.units::text)
        order by c.asset desc)
      from loans.collateral c
      where c.user_id = l.user_id and c.loan_id = l.id and c.units > 0), '[]') as pledged
  from loans.loan l`;

type Found = Row & LoanRow;

function loanOf(row: LoanRow): Loan {
  return {
    ...termsOf(row, row.offered),
    userId: row.user_id as UserId,
    id: row.id,
    number: row.number,
    offerId: row.offer_id,
    signatureId: row.signature_id,
    signatureHash: row.signature_hash,
    requestedAt: row.requested_at as UnixMs,
    reviewUntil: row.review_until as UnixMs,
    state: row.state as LoanState,
    reason: row.reason as LoanReason | null,
    at: row.at as UnixMs,
    caseId: row.case_id,
    approvedCase: row.approved_case,
    drawUntil: row.draw_until as UnixMs | null,
    drawnAt: row.drawn_at as UnixMs | null,
    drawnOn: row.drawn_on as UtcDay | null,
    dueOn: row.due_on as UtcDay | null,
    owed: { principal: usdt(row.principal_owed), interest: usdt(row.interest_owed) },
    interestCharged: usdt(row.interest_charged),
    paid: { principal: usdt(row.principal_paid), interest: usdt(row.interest_paid) },
    lost: { principal: usdt(row.principal_lost), interest: usdt(row.interest_lost) },
    chargedThrough: row.charged_through as UtcDay | null,
    notices: row.notices,
    lateTold: row.late_told,
    collateral: amountsOf(row.pledged),
  };
}

const ONE = `${SELECT} where l.user_id = $1 and l.id = $2`;

/** A user's loan; null for none of theirs. */
export async function findLoan(sql: Sql, { userId, id }: Named): Promise<Loan | null> {
  const [row] = await sql.query<Found>(ONE, [userId, id]);
  return row === undefined ? null : loanOf(row);
}

const BY_AGREEMENT = `${SELECT} where l.user_id = $1 and l.agreement_id = $2`;

/** The same by its agreement. */
export async function findLoanOf(sql: Sql, { userId, id }: Named): Promise<Loan | null> {
  const [row] = await sql.query<Found>(BY_AGREEMENT, [userId, id]);
  return row === undefined ? null : loanOf(row);
}

const LOCKED = 'select from loans.loan where user_id = $1 and id = $2 for update';

/** The same, and nobody else moves it until the transaction ends; behind the account's lock. */
export async function lockLoan(tx: Tx, of: Named): Promise<Loan | null> {
  await tx.query(LOCKED, [of.userId, of.id]);
  return findLoan(tx, of);
}

const PAGE = `${SELECT} where l.user_id = $1 order by l.ordinal desc limit $2 offset $3`;
const TOTAL = 'select count(*)::int as total from loans.loan where user_id = $1';

/** A page of a user's loans, newest first. */
export async function listOfUser(
  sql: Sql,
  asked: { readonly userId: UserId; readonly page: number; readonly size: number },
): Promise<{ found: Loan[]; total: number }> {
  const { userId, page, size } = asked;
  const rows = await sql.query<Found>(PAGE, [userId, size, (page - 1) * size]);
  const [counted] = await sql.query<Row & { total: number }>(TOTAL, [userId]);
  return { found: rows.map(loanOf), total: counted?.total ?? 0 };
}

const OPEN = `
  select count(*) filter (where state in ('pendingReview', 'approved'))::int as waiting,
    count(*) filter (where state in ('repaymentInProgress', 'overdue'))::int as running,
    coalesce(sum(principal_owed + interest_owed), 0)::text as owed,
    coalesce(sum(principal) filter (where state in ('pendingReview', 'approved')), 0)::text
      as asked
  from loans.loan
  where user_id = $1 and state in ('pendingReview', 'approved', 'repaymentInProgress', 'overdue')`;

/** What a user has asked for and owes. */
export async function sumOpen(
  sql: Sql,
  userId: UserId,
): Promise<{ waiting: number; running: number; owed: Money; asked: Money }> {
  type Sums = Row & { waiting: number; running: number; owed: string; asked: string };
  const [row] = await sql.query<Sums>(OPEN, [userId]);
  return {
    waiting: row?.waiting ?? 0,
    running: row?.running ?? 0,
    owed: usdt(row?.owed ?? '0'),
    asked: usdt(row?.asked ?? '0'),
  };
}

const MOVE = `
  update loans.loan set state = $3, at = platform.from_ms($4), reason = $5,
    draw_until = coalesce(platform.from_ms($6), draw_until),
    approved_case = coalesce($7, approved_case), write_off_case = coalesce($8, write_off_case)
  where user_id = $1 and id = $2`;

/** Where a loan goes next. */
export type Move = {
  readonly to: LoanState;
  readonly by: LoanPart;
  readonly at: UnixMs;
  readonly reason?: LoanReason;
  readonly drawUntil?: UnixMs;
  readonly approvedCase?: string;
  readonly writeOffCase?: string;
};

/** Takes a loan along an edge and writes the step down. @throws InvariantError off the edges */
export async function moveLoan(tx: Tx, loan: Loan, move: Move): Promise<Loan> {
  const { to, by, at, reason = null, drawUntil = null } = move;
  const { approvedCase = null, writeOffCase = null } = move;
  assert(isEdge({ from: loan.state, to, by }), `a loan does not go from ${loan.state} to ${to}`);
  const { userId, id } = loan;
  await tx.query(MOVE, [userId, id, to, at, reason, drawUntil, approvedCase, writeOffCase]);
  await insertStep(tx, loan, { state: to, at, by, reason });
  return {
    ...loan,
    state: to,
    at,
    reason,
    drawUntil: drawUntil ?? loan.drawUntil,
    approvedCase: approvedCase ?? loan.approvedCase,
  };
}

const CASE = 'update loans.loan set case_id = $3 where user_id = $1 and id = $2';

/** Writes down which case looks at a loan. */
export async function putCase(tx: Tx, { userId, id }: Named, caseId: string): Promise<void> {
  await tx.query(CASE, [userId, id, caseId]);
}

const DRAW = `
  update loans.loan set state = 'repaymentInProgress', at = platform.from_ms($3),
    drawn_at = platform.from_ms($3), drawn_on = $4, due_on = $5, charged_through = $4,
    principal_owed = principal
  where user_id = $1 and id = $2`;
const PLEDGE = `
  insert into loans.collateral as c (user_id, loan_id, asset, units) values ($1, $2, $3, $4)
  on conflict (user_id, loan_id, asset) do update set units = c.units + excluded.units`;

/** Lets a loan run from a day on. @throws InvariantError off the edges */
export async function drawLoan(
  tx: Tx,
  loan: Loan,
  drawn: { readonly at: UnixMs; readonly on: UtcDay; readonly dueOn: UtcDay },
): Promise<void> {
  const to = 'repaymentInProgress';
  assert(isEdge({ from: loan.state, to, by: 'owner' }), 'an approved loan is drawn');
  await tx.query(DRAW, [loan.userId, loan.id, drawn.at, drawn.on, drawn.dueOn]);
  await insertStep(tx, loan, { state: to, at: drawn.at, by: 'owner', reason: null });
  for (const held of loan.offered) await addPledge(tx, loan, held);
}

/** Adds to what is pledged to a loan. */
export async function addPledge(tx: Tx, { userId, id }: Named, held: Money): Promise<void> {
  await tx.query(PLEDGE, [userId, id, held.asset, held.units.toString()]);
}

const SET_PLEDGE = `
  update loans.collateral set units = $4 where user_id = $1 and loan_id = $2 and asset = $3`;

/** Writes down what is left pledged to a loan. */
export async function setPledges(tx: Tx, loan: Loan, left: readonly Money[]): Promise<void> {
  for (const { asset, units } of loan.collateral) {
    const now = left.find((one) => one.asset === asset)?.units ?? 0n;
    if (now === units) continue;
    await tx.query(SET_PLEDGE, [loan.userId, loan.id, asset, now.toString()]);
  }
}

const BOOKS = `
  update loans.loan set state = $3, at = platform.from_ms($4), principal_owed = $5,
    interest_owed = $6, interest_charged = $7, principal_paid = $8, interest_paid = $9,
    principal_lost = $10, interest_lost = $11, charged_through = $12, notices = $13,
    write_off_case = coalesce($14, write_off_case)
  where user_id = $1 and id = $2`;

/**
 * Writes down what of a loan is owed, paid and lost after a command, and the state that follows from it.
 *
 * @throws InvariantError off the edges
 */
export async function putBooks(
  tx: Tx,
  loan: Loan,
  next: LoanBooks & {
    readonly state: LoanState;
    readonly by: LoanPart;
    readonly at: UnixMs;
    readonly chargedThrough: UtcDay;
    readonly notices: number;
    readonly writeOffCase?: string;
  },
): Promise<void> {
  const { state, by, at, owed, paid, lost } = next;
  const units = (one: Money): string => one.units.toString();
  const isMoved = state !== loan.state;
  assert(!isMoved || isEdge({ from: loan.state, to: state, by }), `not from ${loan.state}`);
  await tx.query(BOOKS, [
    loan.userId,
    loan.id,
    state,
    at,
    units(owed.principal),
    units(owed.interest),
    units(next.interestCharged),
    units(paid.principal),
    units(paid.interest),
    units(lost.principal),
    units(lost.interest),
    next.chargedThrough,
    next.notices,
    next.writeOffCase ?? null,
  ]);
  if (isMoved) await insertStep(tx, loan, { state, at, by, reason: null });
}
