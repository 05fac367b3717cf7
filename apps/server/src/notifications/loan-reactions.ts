import { DAY_MS, type UtcDay, plusMs, startOfDay } from '@candor/kernel';
import type { NotificationFacts, loans as protocol } from '@candor/protocol';
import {
  LOANS_CHANGED,
  type LoanChanged,
  type LoanNews,
  type Loans,
  type LoansChanged,
  SALE_AFTER_DAYS,
} from '../loans/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Notifications } from './index.ts';

type LoanDetail = protocol.LoanDetail;

/** What makes a telling of a loan one of its kind: lines, sales and additions come more than once. */
function causeOf({ loanId, at }: LoanChanged, news: LoanNews): string {
  const own =
    news.kind === 'notice'
      ? `:${news.line}:${at}`
      : news.kind === 'sale'
        ? `:${news.saleId}`
        : news.kind === 'overdue'
          ? `:${news.late}`
          : news.kind === 'added'
            ? `:${news.entryId}`
            : '';
  return `${loanId}:${news.kind}${own}`;
}

/** What the sentence is filled with. */
function factsOf(loan: LoanDetail, news: LoanNews): NotificationFacts {
  const { number, amount, reason, deadline, due, owed } = loan;
  const dueAt = due === null ? null : startOfDay(due as UtcDay);
  switch (news.kind) {
    case 'requested':
    case 'approved':
      return { number, amount, ...(deadline === null ? {} : { until: deadline }) };
    case 'rejected':
      return { number, ...(reason === null ? {} : { reason }) };
    case 'drawn':
      return { number, amount, ...(dueAt === null ? {} : { until: dueAt }) };
    case 'added':
      return { number, amount: news.amount, asset: news.asset };
    case 'notice':
      return { number, level: news.ltv ?? '' };
    case 'overdue': {
      const until = dueAt === null ? {} : { until: plusMs(dueAt, SALE_AFTER_DAYS * DAY_MS) };
      return { number, amount: owed, ...until };
    }
    case 'sale': {
      const sale = loan.sales.find(({ id }) => id === news.saleId);
      return { number, ...(sale && { amount: sale.paid, receiptNo: sale.receiptNo }) };
    }
    default:
      return { number };
  }
}

/** What notifications hear of loans; a midnight's interest is none of it. */
export function listenLoans(
  bus: Bus,
  parts: {
    readonly notifications: Pick<Notifications, 'tell'>;
    readonly loans: Pick<Loans, 'get'>;
  },
): void {
  bus.subscribe(LOANS_CHANGED, async ({ changed }: LoansChanged) => {
    for (const one of changed) {
      if (one.news.length === 0) continue;
      const loan = await parts.loans.get({ userId: one.userId, id: one.loanId });
      if (loan === null) continue;
      for (const news of one.news) {
        await parts.notifications.tell({
          userId: one.userId,
          mode: 'real',
          cause: causeOf(one, news),
          kind: `loan-${news.kind}`,
          facts: factsOf(loan, news),
          at: one.at,
        });
      }
    }
  });
}
