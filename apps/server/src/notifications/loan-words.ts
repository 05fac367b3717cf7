import {
  type Decimal,
  decimal,
  formatDecimal,
  parseDecimal,
  roundToStep,
  unixMs,
} from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { textsAfterLoan } from '@candor/locales/loan-words';
import { LOAN_LINES } from '@candor/pricing';
import type { LoanNotice, NotificationFacts } from '@candor/protocol';
import { figureText, mailWord } from '../messaging/index.ts';
import { type Sentence, momentText } from './cashier-words.ts';

const SHARE_STEP = decimal('0.0001');

/** A share of one as percent. @rounding up, at two places of the percentage: never below what it is */
function percentText(language: string, text: string): string {
  const share = parseDecimal(text);
  if (share === null) return '—';
  const rounded = roundToStep(share, { step: SHARE_STEP, rounding: 'up' });
  return `${figureText(language, formatDecimal((rounded * 100n) as Decimal), 0)}%`;
}

/** What happened to a loan, in the reader's words. */
export function loanSentence(
  language: string,
  told: { readonly kind: LoanNotice; readonly facts: NotificationFacts },
): Sentence {
  const { kind, facts } = told;
  const { amount = '', level = '', number = '', until, receiptNo = '' } = facts;
  const values = {
    number,
    amount: `${figureText(language, amount, 2)} USDT`,
    level: percentText(language, level),
    line: percentText(language, formatDecimal(LOAN_LINES.sale)),
    when: until === undefined ? '' : momentText(unixMs(until)),
    receipt: receiptNo,
  };
  const write = (key: MessageKey): string => mailWord(language, key, values);
  const keys = textsAfterLoan(kind, facts.reason);
  return {
    title: write(`notifications.${kind}`),
    more: keys.length === 0 ? null : keys.map(write).join('\n'),
  };
}
