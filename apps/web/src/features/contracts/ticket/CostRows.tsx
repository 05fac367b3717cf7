import { type Price as PriceValue, formatDecimal, formatMoney } from '@candor/kernel';
import { Amount, DASH, KeyValue, Num, Price, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import type { Preview, Terms } from '../order/preview.ts';
import { distancePercent } from '../order/view.ts';

/** A price and how far the market has to move to it: "60,126.20 (+0.2%)". */
function moveTo(to: PriceValue | null | undefined, from: PriceValue | undefined): string {
  const percent = to == null || from === undefined ? null : distancePercent(to, from);
  if (percent === null) return '';
  return `${formatNumber(formatDecimal(percent), { places: 2, sign: 'always' })}%`;
}

function money(amount: Preview['freeMarginAfter'] | undefined): ReactElement {
  return <Amount value={amount == null ? null : formatMoney(amount)} />;
}

/** What the order holds and charges at once: always beside the action. */
export function ChargeRows(props: {
  readonly preview: Preview | null;
  readonly terms: Terms;
}): ReactElement {
  const { preview, terms } = props;
  const t = useT();
  const rate = `${formatNumber(shiftDecimal(formatDecimal(terms.feeRate), 2), { placesMin: 2 })}%`;
  return (
    <dl className="grid gap-[3px] text-sm short:gap-0.5">
      <KeyValue label={t('ticket.margin-needed')}>{money(preview?.margin)}</KeyValue>
      <KeyValue label={t('ticket.fee-open', { rate })}>{money(preview?.fee)}</KeyValue>
    </dl>
  );
}

/** What else the order costs and leaves, by the formulas it will be charged with. */
export function CostRows(props: {
  readonly preview: Preview | null;
  readonly tickSize: string;
  /** Who said the price this is counted with, and how old it is. */
  readonly source: ReactNode;
}): ReactElement {
  const { preview, tickSize, source } = props;
  const t = useT();
  const hold = preview?.hold;
  const move = moveTo(preview?.breakEven, preview?.openPrice);
  return (
    <dl className="grid gap-[3px] text-sm">
      <KeyValue label={t('ticket.position-value')}>{money(preview?.notional)}</KeyValue>
      <KeyValue label={t('ticket.margin-and-fee')}>{money(preview?.totalCost)}</KeyValue>
      <KeyValue label={t('ticket.free-after')}>{money(preview?.freeMarginAfter)}</KeyValue>
      <KeyValue label={t('ticket.break-even')}>
        <bdi dir="ltr" className="num">
          <Price
            value={preview?.breakEven == null ? null : formatDecimal(preview.breakEven)}
            tickSize={tickSize}
          />
          {move !== '' && <span className="font-normal text-ink-3">{` ${move}`}</span>}
        </bdi>
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
