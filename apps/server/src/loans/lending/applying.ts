import {
  ensure,
  fail,
  formatDecimal,
  formatMoney,
  newUuid,
  ok,
  parseMoney,
  plusMs,
} from '@candor/kernel';
import { collateralFigures } from '@candor/pricing';
import type { loans as protocol } from '@candor/protocol';
import type { Tx } from '../../platform/postgres/db.ts';
import type { LoanDeps } from '../loan/deps.ts';
import { findOffer } from '../loan/offer-store.ts';
import { lendingBids } from '../loan/pricing.ts';
import {
  REVIEW_MS,
  WAITING_MAX,
  decideLending,
  decidePledge,
  isOver,
  isSameCollateral,
  readCollateral,
} from '../loan/rules.ts';
import { findLoan, insertLoan, putCase, sumOpen } from '../loan/store.ts';
import { loanProposal } from '../review/review.ts';
import { decideBorrower, findAccount } from './account.ts';
import type { Decision, LoanCommand } from './decision.ts';
import { lendingFacts } from './terms.ts';

/** Applies for the loan of an offer, its agreement signed. */
export async function apply(
  tx: Tx,
  deps: LoanDeps,
  { userId, request }: LoanCommand,
  body: protocol.ApplyLoanBody,
): Promise<Decision> {
  const at = deps.clock.now();
  const borrower = await decideBorrower(tx, { userId, now: at });
  if (!borrower.ok) return borrower;
  const collateral = readCollateral(body.collateral);
  if (!collateral.ok) return collateral;
  const offer = await findOffer(tx, { userId, id: body.offerId });
  const isSame =
    offer !== null &&
    offer.days === body.days &&
    offer.principal.units === parseMoney(body.amount, 'USDT')?.units &&
    isSameCollateral(offer.offered, collateral.value);
  if (!isSame || isOver(offer.expiresAt, at)) {
    return fail({ name: 'loan-days-unknown', field: 'offerId', facts: { why: 'offer' } });
  }
  if (offer.agreementId !== body.agreementId) {
    return fail({ name: 'not-signed', field: 'agreementId' });
  }
  const { waiting } = await sumOpen(tx, userId);
  if (waiting >= WAITING_MAX) {
    return fail({ name: 'limit-reached', facts: { what: 'loans', max: String(WAITING_MAX) } });
  }
  const lending = await lendingFacts(tx, deps, {
    userId,
    principal: offer.principal,
    days: offer.days,
    collateral: offer.offered,
    bids: lendingBids(deps, at),
    line: offer.ltvMax,
    level: borrower.value,
    counts: 'asked',
  });
  const lent = decideLending(lending);
  if (!lent.ok) return lent;
  const pledged = decidePledge(offer.offered, await findAccount(tx, deps, userId));
  if (!pledged.ok) return pledged;
  const { signatureId } = body;
  const used = await deps.files.use(tx, { userId, ids: [signatureId], purpose: 'signature' });
  if (!used.ok) return fail({ name: 'not-signed', field: 'signatureId' });
  const id = newUuid(at);
  await insertLoan(tx, offer, {
    id,
    requestId: request.requestId,
    signatureId,
    signatureHash: ensure(used.value.get(signatureId), 'what was used has a hash'),
    reviewUntil: plusMs(at, REVIEW_MS),
    at,
  });
  const loan = ensure(await findLoan(tx, { userId, id }), 'it was written');
  const figures = collateralFigures({
    debt: loan.principal,
    collateral: loan.offered,
    bids: lending.bids,
  });
  const opened = await deps.cases.open(tx, {
    kind: 'loan',
    by: `user:${userId}`,
    proposal: loanProposal(loan, {
      username: ensure(await deps.usernameOf(tx, userId), 'the user exists'),
      level: borrower.value,
      owed: formatMoney(lending.owed),
      netAssets: lending.netAssets === null ? '' : formatMoney(lending.netAssets),
      value: figures === null ? '' : formatMoney(figures.value),
      ltv: figures?.ltv == null ? '' : formatDecimal(figures.ltv),
    }),
  });
  await putCase(tx, { userId, id }, opened.id);
  return ok({ loanId: id, entries: [], news: [{ kind: 'requested' }] });
}
