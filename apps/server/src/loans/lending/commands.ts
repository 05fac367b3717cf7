import {
  type Asset,
  type Money,
  type Result,
  type UnixMs,
  type UserId,
  addMoney,
  ensure,
  fail,
  formatDecimal,
  formatMoney,
  money,
  newUuid,
  ok,
  parseMoney,
  plusMs,
  subMoney,
  utcDayOf,
} from '@candor/kernel';
import {
  type Owed,
  collateralFigures,
  collateralValue,
  dayAfter,
  repaymentOf,
} from '@candor/pricing';
import { type Failure, loans as protocol } from '@candor/protocol';
import { spendStepUp } from '../../accounts/index.ts';
import {
  type Entry,
  type Posting,
  draft,
  entryStatements,
  lockAccounts,
  lockHouse,
  sumHouse,
} from '../../ledger/index.ts';
import {
  type Answered,
  type IdempotencyKey,
  findKept,
  keepStatements,
} from '../../platform/commit/idempotency.ts';
import { factStatements } from '../../platform/commit/outbox.ts';
import { answerOnce } from '../../platform/http/answer-once.ts';
import type { KeptText } from '../../platform/http/http.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import { chargeLoan, chargeStatements } from '../accrual/charging.ts';
import type { LoanDeps } from '../loan/deps.ts';
import { LOANS_CHANGED, type LoanNews, type LoansChanged } from '../loan/events.ts';
import { type Loan, type RunningLoan, isRunning, wholeOf } from '../loan/loan.ts';
import { bidsNow } from '../loan/pricing.ts';
import {
  REVIEW_MS,
  WAITING_MAX,
  decideLending,
  decidePledge,
  isOver,
  isSameCollateral,
  noticesAfter,
  readCollateral,
} from '../loan/rules.ts';
import {
  addPledge,
  drawLoan,
  findLoan,
  findOffer,
  insertLoan,
  insertPayment,
  lockLoan,
  moveLoan,
  putBooks,
  putCase,
  setPledges,
  sumOpen,
} from '../loan/store.ts';
import { viewOf } from '../loan/view.ts';
import { loanProposal } from '../review/review.ts';
import { cannotSell, loanEntry, releasePostings, sellWithin } from '../selling/selling.ts';
import { type BorrowerAccount, decideBorrower, findAccount } from './account.ts';
import { lendingFacts } from './terms.ts';

type ApplyLoanBody = protocol.ApplyLoanBody;
type LoanView = protocol.Loan;
type LoanSource = protocol.LoanSource;

/** A command of a borrower, and what it is remembered by. */
export type LoanCommand = { readonly userId: UserId; readonly request: IdempotencyKey };

/** What a repayment is asked for. */
export type RepayBody = { readonly source: LoanSource } & (
  | { readonly amount: string }
  | { readonly all: true }
);

/** What a command changed: the loan, what it writes to the books and what is told. */
type Changed = {
  readonly loanId: string;
  readonly entries: readonly Entry[];
  readonly news: readonly LoanNews[];
};

type Decision = Result<Changed, Failure>;

const notFound = { ok: false, failure: { name: 'not-found' } } as const;
const closed = { ok: false, failure: { name: 'already-closed' } } as const;

/** Makes the commands of borrowers. Each has a transaction of its own, under the account's lock. */
export function createLoanCommands(deps: LoanDeps) {
  const { db, clock, committed, market, contracts } = deps;

  async function viewed(tx: Tx, userId: UserId, id: string): Promise<Result<LoanView, Failure>> {
    const loan = await findLoan(tx, { userId, id });
    const now = clock.now();
    return loan === null ? notFound : ok(viewOf(loan, bidsNow(market, now), now));
  }

  /** Writes down what was decided and tells of it. */
  async function write(tx: Tx, userId: UserId, changed: Changed, at: UnixMs): Promise<void> {
    const { loanId, entries, news } = changed;
    const payload: LoansChanged = { changed: [{ userId, loanId, at, news }] };
    const facts = [{ topic: LOANS_CHANGED, payload }];
    await sendAll(
      tx,
      entries.length === 0 ? factStatements(facts, at) : entryStatements(entries, at, facts),
    );
  }

  /** Decides a command once and keeps its answer; a refusal leaves nothing behind. */
  async function once(
    { userId, request }: LoanCommand,
    endpoint: Parameters<typeof answerOnce>[0],
    decide: (tx: Tx) => Promise<Decision>,
  ): Promise<KeptText> {
    const answer = await db.transaction(async (tx) => {
      await lockAccounts(tx, [{ userId, mode: 'real' }]);
      const kept = await findKept(tx, [request]);
      const at = clock.now();
      let outcome: Result<unknown, Failure> = ok(null);
      if (kept.size === 0) {
        // A refusal rolls back what it used of the signature and the confirmation.
        await tx.query('savepoint asked');
        const decided = contracts.unjudged.watch(await decide(tx));
        if (decided.ok) {
          await write(tx, userId, decided.value, at);
          outcome = await viewed(tx, userId, decided.value.loanId);
        } else {
          await tx.query('rollback to savepoint asked');
          outcome = decided;
        }
      }
      const answers: Answered[] = [];
      const said = answerOnce(endpoint, request, { kept, answers, decide: () => outcome });
      await sendAll(tx, keepStatements(answers, at));
      return said;
    });
    committed();
    return answer;
  }

  /** Whether real business is taken now; asked before a connection is held. */
  const admit = (userId: UserId) => contracts.admitReal({ userId, now: clock.now() });

  async function apply(
    tx: Tx,
    { userId, request }: LoanCommand,
    body: ApplyLoanBody,
  ): Promise<Decision> {
    const at = clock.now();
    const borrower = await decideBorrower(tx, deps, { userId, now: at });
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
      bids: bidsNow(market, at),
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
      by: userId,
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

  async function draw(
    tx: Tx,
    { userId, request }: LoanCommand,
    asked: { readonly id: string; readonly stepUp: string | undefined },
  ): Promise<Decision> {
    const at = clock.now();
    const { id } = asked;
    const loan = await lockLoan(tx, { userId, id });
    if (loan === null) return notFound;
    if (loan.state !== 'approved') return closed;
    if (isOver(loan.drawUntil, at)) {
      return fail({ name: 'loan-days-unknown', facts: { why: 'offer' } });
    }
    const borrower = await decideBorrower(tx, deps, { userId, now: at });
    if (!borrower.ok) return borrower;
    const lending = await lendingFacts(tx, deps, {
      userId,
      principal: loan.principal,
      days: loan.days,
      collateral: loan.offered,
      bids: bidsNow(market, at),
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
    await lockHouse(tx);
    const of = { mode: 'real', asset: 'USDT', accountClass: 'house:capital' } as const;
    if ((await sumHouse(tx, of)) < loan.principal.units) {
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

  /** A running loan of a user, locked, with its midnights charged. */
  async function runningOf(tx: Tx, userId: UserId, id: string, at: UnixMs) {
    const stored = await lockLoan(tx, { userId, id });
    if (stored === null) return notFound;
    if (!isRunning(stored)) return closed;
    const { loan, nights, entries } = chargeLoan(stored, at);
    await sendAll(tx, chargeStatements(nights));
    return ok({ stored, loan, entries });
  }

  async function repay(
    tx: Tx,
    { userId, request }: LoanCommand,
    { id, body }: { readonly id: string; readonly body: RepayBody },
  ): Promise<Decision> {
    const at = clock.now();
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
    await lockHouse(tx);
    const paid = await payCash(tx, { loan, stored, amount, account, requestId, at });
    return ok({ loanId: id, entries: [...entries, ...paid.entries], news: paid.news });
  }

  /** Pays a loan from cash; what is left decides its state. */
  async function payCash(
    tx: Tx,
    act: {
      readonly loan: RunningLoan;
      readonly stored: RunningLoan;
      readonly amount: Money;
      readonly account: BorrowerAccount;
      readonly requestId: string;
      readonly at: UnixMs;
    },
  ): Promise<{ entries: Entry[]; news: LoanNews[] }> {
    const { loan, stored, amount, account, requestId, at } = act;
    const repaid = repaymentOf(loan.owed, amount);
    const isDone = wholeOf(repaid.left).units === 0n;
    const payments = draft('USDT', account.holdings.USDT);
    payments.pay('user:cash', 'user:debt', amount.units);
    payments.pay('house:lending', 'house:capital', repaid.principal.units);
    const said = { requestId, cause: 'request', at } as const;
    const entries = [
      loanEntry(loan, { ...said, kind: 'loan-repay', postings: payments.postings() }),
    ];
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
      notices: isDone ? 0 : noticesNow({ ...loan, owed: repaid.left }),
    });
    return { entries, news: isDone ? [{ kind: 'repaid' }] : [] };
  }

  /** Its notices after an act of its owner, which only ever brings them back. */
  function noticesNow(loan: RunningLoan): number {
    const value = collateralValue(loan.collateral, bidsNow(market, clock.now()));
    if (value === null) return loan.notices;
    const look = { debt: wholeOf(loan.owed), value, line: loan.ltvMax };
    return Math.min(loan.notices, noticesAfter(loan.notices, look));
  }

  async function addTo(
    tx: Tx,
    { userId, request }: LoanCommand,
    asked: { readonly id: string; readonly asset: Asset; readonly amount: string },
  ): Promise<Decision> {
    const at = clock.now();
    const { id, asset } = asked;
    const held = parseMoney(asked.amount, asset);
    if (held === null || held.units <= 0n) {
      return fail({ name: 'quantity-refused', field: 'amount', facts: { why: 'malformed' } });
    }
    const running = await runningOf(tx, userId, id, at);
    if (!running.ok) return running;
    const { stored, loan, entries } = running.value;
    const payable = decidePledge([held], await findAccount(tx, deps, userId), 'amount');
    if (!payable.ok) return payable;
    await addPledge(tx, loan, held);
    const collateral = [
      ...loan.collateral.filter((one) => one.asset !== asset),
      money(asset, (loan.collateral.find((one) => one.asset === asset)?.units ?? 0n) + held.units),
    ];
    const notices = noticesNow({ ...loan, collateral });
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

  /** Takes a loan back that was not drawn; the same answer however often it is asked. */
  async function cancel(userId: UserId, id: string): Promise<Result<LoanView, Failure>> {
    const answer = await db.transaction(async (tx): Promise<Result<LoanView, Failure>> => {
      await lockAccounts(tx, [{ userId, mode: 'real' }]);
      const at = clock.now();
      const loan = await lockLoan(tx, { userId, id });
      if (loan === null) return notFound;
      if (loan.state !== 'pendingReview' && loan.state !== 'approved') return closed;
      await moveLoan(tx, loan, { to: 'expired', by: 'owner', at, reason: 'withdrawn' });
      const news = [{ kind: 'withdrawn' }] as const;
      await write(tx, userId, { loanId: id, entries: [], news }, at);
      return viewed(tx, userId, id);
    });
    committed();
    return answer;
  }

  return {
    async apply(command: LoanCommand, body: ApplyLoanBody) {
      const admitted = await admit(command.userId);
      return once(command, protocol.applyLoan, async (tx) =>
        admitted.ok ? apply(tx, command, body) : admitted,
      );
    },
    async draw(command: LoanCommand, asked: Parameters<typeof draw>[2]) {
      const admitted = await admit(command.userId);
      return once(command, protocol.drawLoan, async (tx) =>
        admitted.ok ? draw(tx, command, asked) : admitted,
      );
    },
    repay: (command: LoanCommand, asked: Parameters<typeof repay>[2]) =>
      once(command, protocol.repayLoan, (tx) => repay(tx, command, asked)),
    addCollateral: (command: LoanCommand, asked: Parameters<typeof addTo>[2]) =>
      once(command, protocol.addCollateral, (tx) => addTo(tx, command, asked)),
    cancel,
  };
}

/** The commands of borrowers. */
export type LoanCommands = ReturnType<typeof createLoanCommands>;

const plus = (one: Owed, other: Owed): Owed => ({
  principal: addMoney(one.principal, other.principal),
  interest: addMoney(one.interest, other.interest),
});

/** What an account holds of USDT after a payment from cash. */
function spent({ holdings, cash }: BorrowerAccount, amount: Money) {
  const left = subMoney(money('USDT', cash('USDT')), amount);
  return { ...holdings.USDT, 'user:cash': left.units };
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
