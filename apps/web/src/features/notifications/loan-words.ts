import type { Translate } from '@candor/locales';
import { textsAfterLoan } from '@candor/locales/loan-words';
import { type Decimal, formatDecimal, parseDecimal } from '@candor/kernel';
import { LOAN_LINES, ltvPercent } from '@candor/pricing';
import type { LoanNotice, Notification } from '@candor/protocol/light';
import { DASH, formatNumber, formatTime } from '@candor/ui';
import type { Words } from './cashier-words.ts';

/** Text of its own direction inside a sentence. */
const kept = (text: string): string => `\u2068${text}\u2069`;

/** A loan as percent of its collateral; lines are whole. */
function percentText(share: Decimal | null, placesMin: number): string {
  if (share === null) return DASH;
  return `\u2066${formatNumber(formatDecimal(ltvPercent(share)), { placesMin })}%\u2069`;
}

/** What happened to a loan, in the reader's words. */
export function loanWords(
  told: { readonly kind: LoanNotice; readonly facts: Notification['facts'] },
  t: Translate,
): Words {
  const { kind, facts } = told;
  const { amount, asset = 'USDT', level = '', number = '', until, receiptNo = '' } = facts;
  const values = {
    number: kept(number),
    amount:
      amount === undefined
        ? DASH
        : `\u2066${formatNumber(amount, { placesMin: 2 })} ${asset}\u2069`,
    level: percentText(parseDecimal(level), 2),
    line: percentText(LOAN_LINES.sale, 0),
    when: until === undefined ? '' : kept(formatTime(until)),
    receipt: kept(receiptNo),
  };
  const keys = textsAfterLoan(kind, facts.reason);
  return {
    title: t(`notifications.${kind}`, values),
    more: keys.length === 0 ? null : keys.map((key) => t(key, values)).join(' '),
  };
}
