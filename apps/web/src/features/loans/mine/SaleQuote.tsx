import type { LoanSaleQuote } from '@candor/protocol/light';
import { Amount, KeyValue, signOf, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { amountsWords, ltvWords } from '../words.ts';
import { Sold } from './Sales.tsx';

/** What a repayment from collateral would sell, what that costs and what is left, before it is confirmed. */
export function SaleQuote({ quote }: { readonly quote: LoanSaleQuote }): ReactElement {
  const t = useT();
  const { sold, spread, paid, over, debtAfter, ltvAfter, left } = quote;
  return (
    <dl className="grid gap-1.5 text-sm">
      <KeyValue label={t('loan.would-sell')}>
        {sold.map((one) => (
          <Sold key={one.asset} sold={one} />
        ))}
      </KeyValue>
      <KeyValue label={t('exchange.spread')}>
        <Amount value={spread} />
      </KeyValue>
      <KeyValue label={t('loan.sale-paid')}>
        <Amount value={paid} />
      </KeyValue>
      {signOf(over) > 0 && (
        <KeyValue label={t('loan.sale-over')}>
          <Amount value={over} />
        </KeyValue>
      )}
      <KeyValue label={t('loan.owed-after')}>
        <Amount value={debtAfter} />
      </KeyValue>
      <KeyValue label={t('loan.collateral-left')}>
        {left.length === 0 ? t('loan.collateral-none') : amountsWords(left)}
      </KeyValue>
      {signOf(debtAfter) > 0 && <KeyValue label={t('loan.ltv')}>{ltvWords(ltvAfter)}</KeyValue>}
    </dl>
  );
}
