import { type Decimal, formatDecimal, parseDecimal, unixMs } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { textsAfterLoan } from '@candor/locales/loan-words';
import { LOAN_LINES, ltvPercent } from '@candor/pricing';
import type { LoanNotice, NotificationFacts } from '@candor/protocol';
import { figureText, mailWord } from '../messaging/index.ts';
import { type Sentence, momentText } from './cashier-words.ts';

/** What nobody said, in a sentence that has a place for it. */
const UNSAID = '—';

/** A loan as percent of its collateral; lines are whole. */
function percentText(language: string, share: Decimal | null, placesMin: number): string {
  if (share === null) return UNSAID;
  return `${figureText(language, formatDecimal(ltvPercent(share)), placesMin)}%`;
}

/** What happened to a loan, in the reader's words. */
export function loanSentence(
  language: string,
  told: { readonly kind: LoanNotice; readonly facts: NotificationFacts },
): Sentence {
  const { kind, facts } = told;
  const { amount, asset = 'USDT', level = '', number = '', until, receiptNo = '' } = facts;
  const values = {
    number,
    amount: amount === undefined ? UNSAID : `${figureText(language, amount, 2)} ${asset}`,
    level: percentText(language, parseDecimal(level), 2),
    line: percentText(language, LOAN_LINES.sale, 0),
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
