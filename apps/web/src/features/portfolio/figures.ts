import { formatDecimal } from '@candor/kernel';
import type { MessageKey, TextValues } from '@candor/locales';
import { CLOSE_OUT_LEVEL } from '@candor/pricing';
import type { UserInfo } from '@candor/protocol/light';
import { shiftDecimal } from '@candor/ui';

/** A figure of the account: its name, what it means, and how it is shown. */
export type Figure = {
  readonly key: keyof UserInfo;
  readonly label: MessageKey;
  readonly means: MessageKey;
  /** What fills the sentence. */
  readonly meansValues?: TextValues;
  readonly show: 'money' | 'result' | 'level';
};

/** The figures of the account page in their order; equity, its result and level stand above. @source LEDGER 4 */
export const FIGURES: readonly Figure[] = [
  { key: 'totalAssets', label: 'account.total', means: 'account.total-means', show: 'money' },
  { key: 'amount', label: 'account.amount', means: 'account.amount-means', show: 'money' },
  { key: 'bondAmount', label: 'account.bond', means: 'account.bond-means', show: 'money' },
  { key: 'profit', label: 'account.profit', means: 'account.profit-means', show: 'result' },
  {
    key: 'freeMargin',
    label: 'account.free-margin',
    means: 'account.free-margin-means',
    show: 'money',
  },
  { key: 'loanAmount', label: 'account.loan', means: 'account.loan-means', show: 'money' },
];

/** What the account stands by, large above the others. @source LEDGER 4 */
export const EQUITY: Figure = {
  key: 'tradingEquity',
  label: 'account.equity',
  means: 'account.equity-means',
  show: 'money',
};

/** What of it is not booked yet. */
export const FLOATING: Figure = {
  key: 'floatingPnL',
  label: 'account.floating',
  means: 'account.floating-means',
  show: 'result',
};

/** How far it is from being closed out. */
export const LEVEL: Figure = {
  key: 'marginLevel',
  label: 'account.margin-level',
  means: 'account.margin-level-means',
  meansValues: { level: `${shiftDecimal(formatDecimal(CLOSE_OUT_LEVEL), 2)}%` },
  show: 'level',
};
