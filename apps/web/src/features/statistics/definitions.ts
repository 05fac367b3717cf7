import type { MessageKey } from '@candor/locales';
import type { Statistic } from '@candor/protocol/light';
import { DASH, formatNumber, shiftDecimal } from '@candor/ui';

/** What a figure is called and how it is counted, in the reader's language. */
export type Definition = { readonly name: MessageKey; readonly how: MessageKey };

/** In English word for word what the server answers beside each figure. */
export const DEFINITIONS: Readonly<Record<Statistic['key'], Definition>> = {
  accounts: { name: 'home.stat-accounts', how: 'figure.accounts' },
  traded24h: { name: 'home.stat-traded', how: 'figure.traded' },
  traded24hDemo: { name: 'figure.traded-demo-name', how: 'figure.traded-demo' },
  markets: { name: 'home.stat-markets', how: 'figure.markets' },
  cryptoMarkets: { name: 'figure.crypto-markets-name', how: 'figure.crypto-markets' },
  feeRate: { name: 'home.stat-fee', how: 'figure.fee' },
  feeRateCap: { name: 'figure.fee-cap-name', how: 'figure.fee-cap' },
  demoBalance: { name: 'figure.demo-balance-name', how: 'figure.demo-balance' },
};

/** A figure with all its decimals and its unit; the dash for one that was not counted. */
export function exactly({ value, unit }: Pick<Statistic, 'value' | 'unit'>): string {
  if (value === null) return DASH;
  if (unit === 'share') return `${formatNumber(shiftDecimal(value, 2))}%`;
  return unit === 'USDT' ? `${formatNumber(value)} USDT` : formatNumber(value);
}
