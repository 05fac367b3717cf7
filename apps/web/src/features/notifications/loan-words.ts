import type { Translate } from '@candor/locales';
import { textsAfterLoan } from '@candor/locales/loan-words';
import { LOAN_LINES } from '@candor/pricing';
import { formatDecimal } from '@candor/kernel';
import type { LoanNotice, Notification } from '@candor/protocol/light';
import { DASH, formatNumber, formatTime, shiftDecimal } from '@candor/ui';
import type { Words } from './cashier-words.ts';

/** Text of its own direction inside a sentence. */
const kept = (text: string): string => `\u2068${text}\u2069`;

/** A share of one as percent, of two places at most. */
function percentText(share: string): string {
  if (share === '') return DASH;
  return `\u2066${formatNumber(shiftDecimal(share, 2), { places: 2 })}%\u2069`;
}

/** What happened to a loan, in the reader's words. */
export function loanWords(
  told: { readonly kind: LoanNotice; readonly facts: Notification['facts'] },
  t: Translate,
): Words {
  const { kind, facts } = told;
  const { amount = '0', level = '', number = '', until, receiptNo = '' } = facts;
  const values = {
    number: kept(number),
    amount: `\u2066${formatNumber(amount, { placesMin: 2 })} USDT\u2069`,
    level: percentText(level),
    line: percentText(formatDecimal(LOAN_LINES.sale)),
    when: until === undefined ? '' : kept(formatTime(until)),
    receipt: kept(receiptNo),
  };
  const keys = textsAfterLoan(kind, facts.reason);
  return {
    title: t(`notifications.${kind}`, values),
    more: keys.length === 0 ? null : keys.map((key) => t(key, values)).join(' '),
  };
}
