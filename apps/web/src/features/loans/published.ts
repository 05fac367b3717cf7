import type { Parameter } from '@candor/protocol/light';

/** What loans are offered on, as the table of parameters publishes it. */
export type PublishedTerms = {
  readonly freeDays: number;
  readonly rateDaily: string;
  readonly ltvMax: string;
  readonly notices: readonly string[];
  readonly saleLine: string;
  readonly spreadRate: string;
  readonly amountMin: string;
  readonly offerDays: number;
  readonly limits: readonly { readonly level: 1 | 2; readonly amount: string }[];
};

/** Keys of the table that say something of loans. */
export const isOfLoans = ({ key }: Pick<Parameter, 'key'>): boolean =>
  key.startsWith('loan.') || key === 'exchange.spread';

/** Days after the due date on which what is due is sold; the server's own, a test compares them. */
export const SALE_AFTER_DAYS = 7;

/** Reads the terms from the published table; null while one of them is missing there. */
export function publishedTerms(
  parameters: readonly Pick<Parameter, 'key' | 'value'>[],
): PublishedTerms | null {
  const found = new Map(parameters.map(({ key, value }) => [key, value]));
  const of = (key: string): string => found.get(`loan.${key}`) ?? '';
  const notices = [of('noticeFirst'), of('noticeSecond'), of('noticeLast')];
  const terms = {
    freeDays: Number.parseInt(of('freeDays'), 10),
    rateDaily: of('rateDaily'),
    ltvMax: of('ltvMax'),
    notices,
    saleLine: of('saleLine'),
    spreadRate: found.get('exchange.spread') ?? '',
    amountMin: of('amountMin'),
    offerDays: Number.parseInt(of('offerDays'), 10),
    limits: [
      { level: 1, amount: of('limitLevel1') },
      { level: 2, amount: of('limitLevel2') },
    ],
  } as const;
  const texts = [
    terms.rateDaily,
    terms.ltvMax,
    ...notices,
    terms.saleLine,
    terms.spreadRate,
    terms.amountMin,
    ...terms.limits.map(({ amount }) => amount),
  ];
  const isWhole = texts.every((text) => text !== '');
  return isWhole && Number.isInteger(terms.freeDays) && Number.isInteger(terms.offerDays)
    ? terms
    : null;
}
