import { type UtcDay, formatDecimal } from '@candor/kernel';
import { LOAN_LINES } from '@candor/pricing';
import { amountTexts } from './agreement.ts';
import type { Loan, SaleRecord } from './loan.ts';
import { collateralTexts } from './pricing.ts';
import type { SaleReportFacts } from './sale-report-facts.ts';
import { SALE_AFTER_DAYS } from './rules.ts';
import { bidsOf, saleFigures, saleView } from './view.ts';

/** What is said of a sale of a loan’s collateral; the loan had been drawn. */
export function saleReportFacts(
  { number, dueOn, ltvMax }: Pick<Loan, 'number' | 'ltvMax'> & { readonly dueOn: UtcDay },
  sale: SaleRecord,
): SaleReportFacts {
  const { left, after } = saleFigures(sale);
  const { steps } = collateralTexts({ debt: after, collateral: left, bids: bidsOf(sale) });
  return {
    number,
    sale: saleView(sale),
    ticks: Object.fromEntries(
      sale.held.flatMap(({ held, at }) => (at === null ? [] : [[held.asset, at.tickId]])),
    ),
    saleLine: formatDecimal(LOAN_LINES.sale),
    ltvMax: formatDecimal(ltvMax),
    dueOn,
    saleAfterDays: SALE_AFTER_DAYS,
    left: amountTexts(left),
    next: steps.find(({ kind }) => kind === 'sale') ?? null,
  };
}
