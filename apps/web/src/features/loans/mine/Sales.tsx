import type { LoanSale } from '@candor/protocol/light';
import { Amount, Card, KeyValue, Num, formatNumber, formatTime, signOf, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { ReceiptLink } from '../../../lib/ReceiptLink.tsx';
import { PaperButton } from '../../../lib/PaperButton.tsx';
import { ltvWords } from '../words.ts';

/** One asset that is sold: how much of it, at which price. */
export function Sold({ sold }: { readonly sold: LoanSale['sold'][number] }): ReactElement {
  const { asset, amount, price } = sold;
  return (
    <span className="block">
      <Num>{`${formatNumber(amount)} ${asset}`}</Num>
      {price !== null && (
        <span className="text-ink-3">
          {' × '}
          <Num>{formatNumber(price, { places: 2 })}</Num>
        </span>
      )}
    </span>
  );
}

/** A sale of collateral in plain words: why, what was sold, what it paid off, how the loan stands. */
function Report({ sale }: { readonly sale: LoanSale }): ReactElement {
  const t = useT();
  const { id, at, cause, sold, spread, paid, debtBefore, debtAfter, shortfall, receiptNo } = sale;
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <b className="font-semibold">{formatTime(at, 'second')}</b>
        <span className="flex flex-wrap items-center gap-x-3">
          <ReceiptLink number={receiptNo} />
          <PaperButton call="loans.sale-report" id={id} label={formatTime(at, 'second')} />
        </span>
      </div>
      <p className="text-sm text-ink-2">{t('loan.sale-why', { cause })}</p>
      <dl className="grid gap-1.5 text-sm">
        <KeyValue label={t('loan.sold')}>
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
        <KeyValue label={t('loan.sale-owed')}>
          {/* Before and after in one direction, whichever the page has: the arrow has none of its own. */}
          <bdi dir="ltr">
            <Amount value={debtBefore} asset={null} /> → <Amount value={debtAfter} />
          </bdi>
        </KeyValue>
        <KeyValue label={t('loan.ltv')}>
          <bdi dir="ltr">
            {ltvWords(sale.ltvBefore)} → {ltvWords(sale.ltvAfter)}
          </bdi>
        </KeyValue>
        {signOf(shortfall) > 0 && (
          <KeyValue label={t('loan.sale-loss')}>
            <Amount value={shortfall} />
          </KeyValue>
        )}
      </dl>
    </li>
  );
}

/** Every sale of a loan's collateral, each with the receipt that verifies it. */
export function Sales({ sales }: { readonly sales: readonly LoanSale[] }): ReactElement | null {
  const t = useT();
  if (sales.length === 0) return null;
  return (
    <Card className="p-5 max-desktop:p-4">
      <h2 className="mb-3 text-lg">{t('loan.sales')}</h2>
      <ul>
        {sales.map((sale) => (
          <Report key={sale.id} sale={sale} />
        ))}
      </ul>
    </Card>
  );
}
