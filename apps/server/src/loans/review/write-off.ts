import {
  DAY_MS,
  type Money,
  type UnixMs,
  type UserId,
  addMoney,
  formatMoney,
  money,
  utcDayOf,
} from '@candor/kernel';
import type { Bids } from '@candor/pricing';
import { CASE_REASONS } from '@candor/protocol';
import type { KindTerms, Proposal } from '../../cases/index.ts';
import {
  type Entry,
  type TradingAccount,
  accountKey,
  entryStatements,
  findHoldings,
  lockAccounts,
  lockHouse,
} from '../../ledger/index.ts';
import { sendAll } from '../../platform/postgres/db.ts';
import { ensure } from '@candor/kernel';
import { chargeLoan } from '../accrual/charging.ts';
import { chargeStatements } from '../accrual/store.ts';
import { LOANS_CHANGED, type LoansChanged } from '../loan/events.ts';
import { type RunningLoan, isRunning, wholeOf } from '../loan/loan.ts';
import { isSaleDue } from '../loan/rules.ts';
import { findLoan, lockLoan, putBooks, setPledges } from '../loan/store.ts';
import { loanEntry, releasePostings, shortfallEntry } from '../selling/selling.ts';

/** Bids at which collateral could be sold at a moment. */
export type PricedNow = { readonly bids: Bids; readonly at: UnixMs };

const WRITE_OFF_MS = 2 * DAY_MS;

const pledgedText = (collateral: readonly Money[]): string =>
  collateral
    .filter(({ units }) => units > 0n)
    .map((held) => `${formatMoney(held)} ${held.asset}`)
    .join(', ');

/** The proposal two people decide on: what nothing is left to pay. */
export function writeOffProposal(loan: RunningLoan, username: string): Proposal {
  const { userId, id, number, owed, paid, dueOn, collateral } = loan;
  const whole = wholeOf(owed);
  return {
    userId,
    subject: `${number} ${username}: ${formatMoney(whole)} USDT, due ${dueOn}`.slice(0, 200),
    amount: whole.units,
    asset: 'USDT',
    facts: {
      id,
      number,
      userId,
      username,
      owed: formatMoney(whole),
      principal: formatMoney(owed.principal),
      interest: formatMoney(owed.interest),
      interestPaid: formatMoney(paid.interest),
      due: dueOn,
      collateral: pledgedText(collateral),
    },
  };
}

const SHOWN = [
  ['loan', 'text', 'number'],
  ['username', 'text', 'username'],
  ['user', 'user', 'userId'],
  ['owed', 'amount', 'owed'],
  ['principal', 'amount', 'principal'],
  ['interest', 'amount', 'interest'],
  ['due', 'text', 'due'],
  // All that is pledged goes back, and those who decide are told so.
  ['released', 'text', 'collateral'],
] as const;

const usdt = (units: bigint) => money('USDT', units);

const planned = { mode: 'real', asset: 'USDT', kind: 'loan-shortfall' } as const;

/** What writing a loan off books: shown before it is decided, and the same when it is carried out. */
function lossEntry(
  loan: RunningLoan,
  { caseId, at }: { readonly caseId: string; readonly at: UnixMs },
): Entry {
  const said = { requestId: `loan-write-off:${caseId}`, cause: 'case', at } as const;
  return shortfallEntry(loan, { ...said, subject: loan.id, part: 0, lost: loan.owed });
}

/**
 * Whether a loan is lost as it was decided on: its sale has been due, nothing of what is pledged could be sold now,
 * and nothing was paid, sold or added since. Interest of midnights that passed meanwhile is lost with it.
 */
function isLost(
  loan: RunningLoan,
  facts: Readonly<Record<string, string>>,
  { bids, at }: PricedNow,
): boolean {
  const { state, dueOn, owed, paid, collateral } = loan;
  const canBeSold = collateral.some(
    ({ asset, units }) => units > 0n && (asset === 'USDT' || bids[asset] !== undefined),
  );
  return (
    state === 'overdue' &&
    isSaleDue(dueOn, utcDayOf(at)) &&
    !canBeSold &&
    facts['principal'] === formatMoney(owed.principal) &&
    facts['interestPaid'] === formatMoney(paid.interest) &&
    facts['collateral'] === pledgedText(collateral)
  );
}

/**
 * An overdue loan that two people write off: what is owed becomes the house's loss, and what is pledged,
 * which nobody could sell, goes back. `priced` says at which bids it could be sold now, null where that is not
 * known: then the case waits.
 *
 * @source LEDGER 2, row "write-off"
 */
export const loanWriteOff = (priced: () => PricedNow | null): KindTerms => ({
  name: 'loanWriteOff',
  letter: 'J',
  deadlineMs: WRITE_OFF_MS,
  people: 2,
  roles: { opener: ['risk'], maker: ['risk'], checker: ['cashierChecker'] },
  reasons: CASE_REASONS.loanWriteOff,
  passkey: true,
  describe: (facts) =>
    SHOWN.map(([key, as, source]) => ({ key, as, value: facts[source] ?? '' })).filter(
      ({ value }) => value !== '',
    ),
  async plan(sql, { id = '', userId, facts }) {
    const loan = userId === null ? null : await findLoan(sql, { userId, id: facts['id'] ?? '' });
    if (loan === null || !isRunning(loan)) return null;
    const now = priced();
    if (now === null) return null;
    const outcome = isLost(loan, facts, now) ? 'done' : 'overtaken';
    const { postings } = lossEntry(loan, { caseId: id, at: loan.at });
    return { ...planned, userId: loan.userId, postings, outcome };
  },
  async apply(tx, { id: caseId, userId, facts }, at) {
    if (userId === null) return 'overtaken';
    const account: TradingAccount = { userId: userId as UserId, mode: 'real' };
    await lockAccounts(tx, [account]);
    const stored = await lockLoan(tx, { userId, id: facts['id'] ?? '' });
    if (stored === null || !isRunning(stored)) return 'overtaken';
    await lockHouse(tx);
    const now = priced();
    if (now === null) return 'waits';
    // Paid, sold or added to meanwhile, or it could be sold.
    if (!isLost(stored, facts, now)) return 'overtaken';
    const { loan, nights, entries } = chargeLoan(stored, at);
    const held = ensure((await findHoldings(tx, [account])).get(accountKey(account)), 'it answers');
    const said = { requestId: `loan-write-off:${caseId}`, cause: 'case', at } as const;
    const lost = lossEntry(loan, { caseId, at });
    const released = releasePostings(held, loan.collateral);
    const release =
      released.length === 0
        ? []
        : [loanEntry(loan, { ...said, kind: 'pledge-release', part: 1, postings: released })];
    await sendAll(tx, chargeStatements(nights));
    await putBooks(tx, stored, {
      ...loan,
      owed: { principal: usdt(0n), interest: usdt(0n) },
      lost: {
        principal: addMoney(loan.lost.principal, loan.owed.principal),
        interest: addMoney(loan.lost.interest, loan.owed.interest),
      },
      state: 'writtenOff',
      by: 'operator',
      at,
      notices: 0,
      writeOffCase: caseId,
    });
    await setPledges(tx, loan, []);
    const payload: LoansChanged = {
      changed: [{ userId, loanId: loan.id, at, news: [{ kind: 'written-off' }] }],
    };
    const news = [{ topic: LOANS_CHANGED, payload }];
    await sendAll(tx, entryStatements([...entries, lost, ...release], at, news));
    return 'done';
  },
});
