import {
  type Asset,
  type Money,
  type Result,
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
import type { Failure, loans as protocol } from '@candor/protocol';
import { type Entry, draft, lockHouse } from '../../ledger/index.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import { chargeLoan } from '../accrual/charging.ts';
import { chargeStatements } from '../accrual/store.ts';
import type { LoanDeps } from '../loan/deps.ts';
import type { LoanNews } from '../loan/events.ts';
import { insertPayment } from '../loan/history-store.ts';
import { type RunningLoan, isRunning, wholeOf } from '../loan/loan.ts';
import { bidsNow } from '../loan/pricing.ts';
import { decideAdded, decidePledge, noticesLeft } from '../loan/rules.ts';
import { addPledge, findLoan, lockLoan, putBooks, setPledges } from '../loan/store.ts';
import {
  cannotSell,
  loanEntry,
  quoteSale,
  releasePostings,
  sellWithin,
} from '../selling/selling.ts';
import { type BorrowerAccount, findAccount } from './account.ts';
import { type Decision, type LoanCommand, closed, notFound } from './decision.ts';

type LoanSource = protocol.LoanSource;
type LoanSaleQuote = protocol.LoanSaleQuote;

/** What a repayment is asked for. */
export type RepayBody = RepayAmount & {
  readonly source: LoanSource;
  readonly sellsMost?: readonly protocol.LoanCollateral[] | undefined;
};

type RepayAmount = { readonly amount: string } | { readonly all: true };

/** How much of what is owed is repaid. @failure amount-out-of-range — nothing, or more than is owed */
function decideAmount(owed: Money, body: RepayAmount): Result<Money, Failure> {
  const amount = 'all' in body ? owed : parseMoney(body.amount, 'USDT');
  if (amount !== null && amount.units > 0n && amount.units <= owed.units) return ok(amount);
  const facts = { why: 'owed', max: formatMoney(owed) };
  return fail({ name: 'amount-out-of-range', field: 'amount', facts });
}

/** What a repayment from collateral would sell now. @failure as for the repayment itself */
export async function quoteRepayment(
  deps: LoanDeps,
  userId: UserId,
  asked: { readonly id: string; readonly body: RepayAmount },
): Promise<Result<LoanSaleQuote, Failure>> {
  const now = deps.clock.now();
  const stored = await findLoan(deps.db, { userId, id: asked.id });
  if (stored === null) return notFound;
  if (!isRunning(stored)) return closed;
  const { loan } = chargeLoan(stored, now);
  const amount = decideAmount(wholeOf(loan.owed), asked.body);
  if (!amount.ok) return amount;
  const quoted = quoteSale(deps, loan, { amount: amount.value, now });
  if (!quoted.ok) return quoted;
  return quoted.value === null ? cannotSell() : ok(quoted.value);
}

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
  const asked = decideAmount(wholeOf(loan.owed), body);
  if (!asked.ok) return asked;
  const amount = asked.value;
  const { requestId } = request;
  const account = await findAccount(tx, deps, userId);
  if (body.source === 'collateral') {
    const aim = { kind: 'pay', amount } as const;
    const { holdings } = account;
    const most = body.sellsMost?.flatMap((one) => parseMoney(one.amount, one.asset) ?? []) ?? null;
    const sale = { loan, stored, holdings, aim, cause: 'owner', requestId, most, now: at } as const;
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

/** Its notices after a command of its owner. */
function noticesNow(deps: LoanDeps, loan: RunningLoan): number {
  const value = collateralValue(loan.collateral, bidsNow(deps));
  if (value === null) return loan.notices;
  return noticesLeft(loan.notices, { debt: wholeOf(loan.owed), value, line: loan.ltvMax });
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
  const news = [{ kind: 'added', entryId: entry.id, asset, amount: formatMoney(held) }] as const;
  return ok({ loanId: id, entries: [...entries, entry], news });
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
