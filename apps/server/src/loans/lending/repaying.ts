import {
  type Asset,
  type Money,
  type UnixMs,
  type UserId,
  addMoney,
  fail,
  formatMoney,
  money,
  ok,
  parseMoney,
  subMoney,
} from '@candor/kernel';
import { type Owed, collateralValue, repaymentOf, withCollateral } from '@candor/pricing';
import type { loans as protocol } from '@candor/protocol';
import { type Entry, draft, lockHouse } from '../../ledger/index.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import { chargeLoan } from '../accrual/charging.ts';
import { chargeStatements } from '../accrual/store.ts';
import type { LoanDeps } from '../loan/deps.ts';
import type { LoanNews } from '../loan/events.ts';
import { insertPayment } from '../loan/history-store.ts';
import { type RunningLoan, isRunning, wholeOf } from '../loan/loan.ts';
import { bidsNow } from '../loan/pricing.ts';
import { decideAdded, decidePledge, noticesAfter } from '../loan/rules.ts';
import { addPledge, lockLoan, putBooks, setPledges } from '../loan/store.ts';
import { cannotSell, loanEntry, releasePostings, sellWithin } from '../selling/selling.ts';
import { type BorrowerAccount, findAccount } from './account.ts';
import { type Decision, type LoanCommand, closed, notFound } from './decision.ts';

type LoanSource = protocol.LoanSource;

/** What a repayment is asked for. */
export type RepayBody = { readonly source: LoanSource } & (
  | { readonly amount: string }
  | { readonly all: true }
);

/** A running loan of a user, locked, with its midnights charged. */
async function runningOf(tx: Tx, userId: UserId, id: string, at: UnixMs) {
  const stored = await lockLoan(tx, { userId, id });
  if (stored === null) return notFound;
  if (!isRunning(stored)) return closed;
  const { loan, nights, entries } = chargeLoan(stored, at);
  await sendAll(tx, chargeStatements(nights));
  return ok({ stored, loan, entries });
}

/** Repays a loan in part or whole, from cash or by selling its collateral. */
export async function repay(
  tx: Tx,
  deps: LoanDeps,
  { userId, request }: LoanCommand,
  { id, body }: { readonly id: string; readonly body: RepayBody },
): Promise<Decision> {
  // Prices and midnights go on while the house is waited for: all is decided behind its lock.
  await lockHouse(tx);
  const at = deps.clock.now();
  const running = await runningOf(tx, userId, id, at);
  if (!running.ok) return running;
  const { stored, loan, entries } = running.value;
  const owed = wholeOf(loan.owed);
  const amount = 'all' in body ? owed : parseMoney(body.amount, 'USDT');
  if (amount === null || amount.units <= 0n || amount.units > owed.units) {
    const facts = { why: 'owed', max: formatMoney(owed) };
    return fail({ name: 'amount-out-of-range', field: 'amount', facts });
  }
  const { requestId } = request;
  const account = await findAccount(tx, deps, userId);
  if (body.source === 'collateral') {
    const aim = { kind: 'pay', amount } as const;
    const { holdings } = account;
    const sale = { loan, stored, holdings, aim, cause: 'owner', requestId, now: at } as const;
    const sold = await sellWithin(tx, deps, sale);
    if (!sold.ok) return sold;
    if (sold.value === null) return cannotSell();
    const all = [...entries, ...sold.value.entries];
    return ok({ loanId: id, entries: all, news: sold.value.news });
  }
  const payable = decidePledge([amount], account, 'amount');
  if (!payable.ok) return payable;
  const paid = await payCash(tx, deps, { loan, stored, amount, account, requestId, at });
  return ok({ loanId: id, entries: [...entries, ...paid.entries], news: paid.news });
}

/** Pays a loan from cash; what is left decides its state. */
async function payCash(
  tx: Tx,
  deps: LoanDeps,
  payment: {
    readonly loan: RunningLoan;
    readonly stored: RunningLoan;
    readonly amount: Money;
    readonly account: BorrowerAccount;
    readonly requestId: string;
    readonly at: UnixMs;
  },
): Promise<{ entries: Entry[]; news: LoanNews[] }> {
  const { loan, stored, amount, account, requestId, at } = payment;
  const repaid = repaymentOf(loan.owed, amount);
  const isDone = wholeOf(repaid.left).units === 0n;
  const payments = draft('USDT', account.holdings.USDT);
  payments.pay('user:cash', 'user:debt', amount.units);
  payments.pay('house:lending', 'house:capital', repaid.principal.units);
  const said = { requestId, cause: 'request', at } as const;
  const entries = [loanEntry(loan, { ...said, kind: 'loan-repay', postings: payments.postings() })];
  if (isDone) {
    const left = { ...account.holdings, USDT: spent(account, amount) };
    const postings = releasePostings(left, loan.collateral);
    if (postings.length > 0) {
      entries.push(loanEntry(loan, { ...said, kind: 'pledge-release', part: 1, postings }));
    }
    await setPledges(tx, loan, []);
  }
  await insertPayment(tx, loan, { at, source: 'cash', paid: repaid });
  await putBooks(tx, stored, {
    ...loan,
    owed: repaid.left,
    paid: plus(loan.paid, repaid),
    state: isDone ? 'repaid' : loan.state,
    by: 'owner',
    at,
    notices: isDone ? 0 : noticesNow(deps, { ...loan, owed: repaid.left }),
  });
  return { entries, news: isDone ? [{ kind: 'repaid' }] : [] };
}

/** Its notices after a command of its owner, which only ever brings them back. */
function noticesNow(deps: LoanDeps, loan: RunningLoan): number {
  const value = collateralValue(loan.collateral, bidsNow(deps));
  if (value === null) return loan.notices;
  const look = { debt: wholeOf(loan.owed), value, line: loan.ltvMax };
  return Math.min(loan.notices, noticesAfter(loan.notices, look));
}

/** Pledges more to a running loan. */
export async function addTo(
  tx: Tx,
  deps: LoanDeps,
  { userId, request }: LoanCommand,
  asked: { readonly id: string; readonly asset: Asset; readonly amount: string },
): Promise<Decision> {
  const at = deps.clock.now();
  const { id, asset } = asked;
  const held = parseMoney(asked.amount, asset);
  if (held === null || held.units <= 0n) {
    return fail({ name: 'quantity-refused', field: 'amount', facts: { why: 'malformed' } });
  }
  const running = await runningOf(tx, userId, id, at);
  if (!running.ok) return running;
  const { stored, loan, entries } = running.value;
  const bids = bidsNow(deps);
  const worth = decideAdded(loan.collateral, held, bids);
  if (!worth.ok) return worth;
  const payable = decidePledge([held], await findAccount(tx, deps, userId), 'amount');
  if (!payable.ok) return payable;
  await addPledge(tx, loan, held);
  const collateral = withCollateral(loan.collateral, held);
  const notices = noticesNow(deps, { ...loan, collateral });
  await putBooks(tx, stored, { ...loan, by: 'owner', at, notices });
  const entry = loanEntry(loan, {
    requestId: request.requestId,
    cause: 'request',
    kind: 'pledge',
    postings: [{ from: 'user:cash', to: 'user:collateral', asset, units: held.units }],
    at,
  });
  return ok({ loanId: id, entries: [...entries, entry], news: [] });
}

const plus = (one: Owed, other: Owed): Owed => ({
  principal: addMoney(one.principal, other.principal),
  interest: addMoney(one.interest, other.interest),
});

/** What an account holds of USDT after a payment from cash. */
function spent({ holdings, cash }: BorrowerAccount, amount: Money) {
  const left = subMoney(money('USDT', cash('USDT')), amount);
  return { ...holdings.USDT, 'user:cash': left.units };
}
