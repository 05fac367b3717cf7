import { formatDecimal, formatMoney } from '@candor/kernel';
import { Amount, DASH, KeyValue, Num, Price, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import type { Preview, Terms } from './preview.ts';

/** What the order costs, by the formulas it will be charged with. */
export function CostRows(props: {
  readonly preview: Preview | null;
  readonly terms: Terms;
  readonly tickSize: string;
  /** Who said the price this is counted with, and how old it is. */
  readonly source: ReactNode;
}): ReactElement {
  const { preview, terms, tickSize, source } = props;
  const t = useT();
  const rate = `${formatNumber(shiftDecimal(formatDecimal(terms.feeRate), 2), { placesMin: 2 })}%`;
  const money = (amount: Preview['fee'] | undefined): ReactElement => (
    <Amount value={amount === undefined ? null : formatMoney(amount)} />
  );
  const hold = preview?.hold;
  return (
    <dl className="grid gap-[3px] text-sm">
      <KeyValue label={t('ticket.position-value')}>{money(preview?.notional)}</KeyValue>
      <KeyValue label={t('ticket.margin-needed')}>{money(preview?.margin)}</KeyValue>
      <KeyValue label={t('ticket.fee-open', { rate })}>{money(preview?.fee)}</KeyValue>
      <KeyValue label={t('ticket.margin-and-fee')}>{money(preview?.totalCost)}</KeyValue>
      <KeyValue label={t('ticket.break-even')}>
        <Price
          value={preview?.breakEven == null ? null : formatDecimal(preview.breakEven)}
          tickSize={tickSize}
        />
      </KeyValue>
      <KeyValue label={t('ticket.hold')}>
        {hold === undefined ? (
          <Num>{DASH}</Num>
        ) : (
          <bdi dir="ltr" className="num">
            <Amount value={formatMoney(hold.d1)} asset={null} /> ·{' '}
            <Amount value={formatMoney(hold.d7)} asset={null} /> ·{' '}
            <Amount value={formatMoney(hold.d30)} />
          </bdi>
        )}
      </KeyValue>
      <KeyValue label={t('ticket.price-used')}>{source}</KeyValue>
    </dl>
  );
}
