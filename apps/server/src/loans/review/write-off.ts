import { DAY_MS, type UserId, addMoney, money } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import type { KindTerms } from '../../cases/index.ts';
import {
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
import { isRunning } from '../loan/loan.ts';
import { lockLoan, putBooks, setPledges } from '../loan/store.ts';
import { loanEntry, releasePostings, shortfallEntry } from '../selling/selling.ts';

const WRITE_OFF_MS = 2 * DAY_MS;

const SHOWN = [
  ['number', 'text', 'number'],
  ['username', 'text', 'username'],
  ['user', 'user', 'userId'],
  ['owed', 'amount', 'owed'],
  ['principal', 'amount', 'principal'],
  ['interest', 'amount', 'interest'],
  ['due', 'text', 'due'],
  ['collateral', 'text', 'collateral'],
] as const;

const usdt = (units: bigint) => money('USDT', units);

/**
 * An overdue loan that two people write off: what is owed becomes the house's loss, and what is pledged,
 * which nobody could sell, goes back.
 *
 * @source LEDGER 2, row "write-off"
 */
export const loanWriteOff: KindTerms = {
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
  async apply(tx, { id: caseId, userId, facts }, at) {
    if (userId === null) return 'overtaken';
    const account: TradingAccount = { userId: userId as UserId, mode: 'real' };
    await lockAccounts(tx, [account]);
    const stored = await lockLoan(tx, { userId, id: facts['id'] ?? '' });
    // Paid or sold meanwhile.
    if (stored === null || !isRunning(stored) || stored.state !== 'overdue') return 'overtaken';
    const { loan, nights, entries } = chargeLoan(stored, at);
    await lockHouse(tx);
    const held = ensure((await findHoldings(tx, [account])).get(accountKey(account)), 'it answers');
    const said = { requestId: `loan-write-off:${caseId}`, cause: 'case', at } as const;
    const lost = shortfallEntry(loan, { ...said, subject: loan.id, part: 0, lost: loan.owed });
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
};
