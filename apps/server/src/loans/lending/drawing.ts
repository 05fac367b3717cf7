import { type Money, fail, ok, utcDayOf } from '@candor/kernel';
import { dayAfter } from '@candor/pricing';
import { spendStepUp } from '../../accounts/index.ts';
import {
  type Posting,
  draft,
  findHousePayable,
  findHouseWorth,
  lockHouse,
} from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import type { LoanDeps } from '../loan/deps.ts';
import type { Loan } from '../loan/loan.ts';
import { lendingBids } from '../loan/pricing.ts';
import { decideLending, decidePledge, isOver } from '../loan/rules.ts';
import { drawLoan, lockLoan } from '../loan/store.ts';
import { loanEntry } from '../selling/selling.ts';
import { type BorrowerAccount, decideBorrower, findAccount } from './account.ts';
import { type Decision, type LoanCommand, closed, notFound } from './decision.ts';
import { lendingFacts } from './terms.ts';

/** Pledges the collateral of an approved loan and pays its amount out. */
export async function draw(
  tx: Tx,
  deps: LoanDeps,
  { userId, request }: LoanCommand,
  asked: { readonly id: string; readonly stepUp: string | undefined },
): Promise<Decision> {
  const { clock, parameters } = deps;
  const { id } = asked;
  const loan = await lockLoan(tx, { userId, id });
  if (loan === null) return notFound;
  if (loan.state !== 'approved') return closed;
  // Prices go on while the house is waited for: all is decided behind its lock.
  await lockHouse(tx);
  const at = clock.now();
  if (isOver(loan.drawUntil, at)) {
    return fail({ name: 'loan-days-unknown', facts: { why: 'offer' } });
  }
  const borrower = await decideBorrower(tx, { userId, now: at });
  if (!borrower.ok) return borrower;
  const lending = await lendingFacts(tx, deps, {
    userId,
    principal: loan.principal,
    days: loan.days,
    collateral: loan.offered,
    bids: lendingBids(deps, at),
    line: loan.ltvMax,
    level: borrower.value,
    counts: 'owed',
  });
  const lent = decideLending(lending);
  if (!lent.ok) return lent;
  const account = await findAccount(tx, deps, userId);
  const pledged = decidePledge(loan.offered, account);
  if (!pledged.ok) return pledged;
  const use = { userId, action: 'loan-draw', subject: id, stepUp: asked.stepUp, at } as const;
  const confirmed = await spendStepUp(tx, use);
  if (!confirmed.ok) return confirmed;
  if (!(await canLend(tx, loan.principal, parameters.usdt('house.floorNewBusiness')))) {
    const facts = { why: 'houseFloor', asset: 'USDT' };
    return fail({ name: 'not-tradable-now', facts });
  }
  const on = utcDayOf(at);
  await drawLoan(tx, loan, { at, on, dueOn: dayAfter(on, loan.days) });
  const said = { requestId: request.requestId, cause: 'request', at } as const;
  const postings = drawPostings(loan, account);
  return ok({
    loanId: id,
    entries: [
      loanEntry(loan, { ...said, kind: 'pledge', postings: postings.pledge }),
      loanEntry(loan, { ...said, kind: 'loan-grant', part: 1, postings: postings.grant }),
    ],
    news: [{ kind: 'drawn' }],
  });
}

/**
 * Whether the house can lend so much: capital has it, also after what was paid for coins, and what is left keeps the
 * house above the floor below which no new real business is taken; asked under `lockHouse`.
 *
 * @source LEDGER 2, rows "draw" and "convert"; LEDGER 3
 */
async function canLend(tx: Tx, principal: Money, floor: Money): Promise<boolean> {
  if ((await findHousePayable(tx, 'USDT')) < principal.units) return false;
  return (await findHouseWorth(tx)) - principal.units >= floor.units;
}

/**
 * What a draw pays: the collateral is pledged first, then the principal is paid out of capital; an open
 * deficit or a reversed deposit is covered first.
 *
 * @source LEDGER 2, rows "pledge collateral" and "draw"
 */
function drawPostings(
  loan: Loan,
  { holdings }: BorrowerAccount,
): { readonly pledge: readonly Posting[]; readonly grant: readonly Posting[] } {
  const usdt = draft('USDT', holdings.USDT);
  const coins: Posting[] = [];
  for (const { asset, units } of loan.offered) {
    if (asset === 'USDT') usdt.pay('user:cash', 'user:collateral', units);
    else coins.push({ from: 'user:cash', to: 'user:collateral', asset, units });
  }
  const pledged = usdt.postings().length;
  usdt.pay('user:debt', 'house:lending', loan.principal.units);
  usdt.pay('house:capital', 'user:cash', loan.principal.units);
  usdt.cover();
  const all = usdt.postings();
  return { pledge: [...all.slice(0, pledged), ...coins], grant: all.slice(pledged) };
}
