import { formatDecimal } from '@candor/kernel';
import { LOAN_LINES } from '@candor/pricing';
import type { Parameter } from '@candor/protocol/light';

/** What loans will be offered on, as the table of parameters publishes it. */
export type PublishedTerms = {
  readonly freeDays: number;
  readonly rateDaily: string;
  readonly ltvMax: string;
  readonly notices: readonly string[];
  readonly saleLine: string;
  readonly spreadRate: string;
};

/** Keys of the table that say something of loans. */
export const isOfLoans = ({ key }: Pick<Parameter, 'key'>): boolean =>
  key.startsWith('loan.') || key === 'exchange.spread';

/** Days after the due date on which what is due is sold. @source LEDGER 4 */
export const SALE_AFTER_DAYS = 7;

/** Reads the terms from the published table; null while one of them is missing there. */
export function publishedTerms(
  parameters: readonly Pick<Parameter, 'key' | 'value'>[],
): PublishedTerms | null {
  const found = new Map(parameters.map(({ key, value }) => [key, value]));
  const terms = {
    freeDays: Number.parseInt(found.get('loan.freeDays') ?? '', 10),
    rateDaily: found.get('loan.rateDaily') ?? '',
    ltvMax: found.get('loan.ltvMax') ?? '',
    notices: LOAN_LINES.notices.map((line) => formatDecimal(line)),
    saleLine: formatDecimal(LOAN_LINES.sale),
    spreadRate: found.get('exchange.spread') ?? '',
  };
  const texts = [terms.rateDaily, terms.ltvMax, terms.spreadRate];
  return texts.every((text) => text !== '') && Number.isInteger(terms.freeDays) ? terms : null;
}
