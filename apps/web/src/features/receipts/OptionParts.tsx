import type { OptionReceipt } from '@candor/protocol/light';
import { ExactAmount, Num, Price, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { PriceRange } from './PriceRange.tsx';
import { Moment, Part, Row, TickRow } from './Row.tsx';
import { OUTCOMES } from './view.ts';
import { OrderNumber } from '../../lib/OrderNumber.tsx';

function End(props: {
  readonly title: string;
  readonly end: OptionReceipt['open'];
  readonly tickSize: string;
}): ReactElement {
  const { title, end, tickSize } = props;
  const { tick } = end;
  const t = useT();
  return (
    <Part title={title} after={<PriceRange tick={tick} price={end.price} tickSize={tickSize} />}>
      <Row label={t('receipt.middle')}>
        <Num>{formatNumber(end.price)}</Num>
      </Row>
      <Row label={t('receipt.bid-ask')}>
        <Price value={tick.bid} tickSize={tickSize} /> /{' '}
        <Price value={tick.ask} tickSize={tickSize} />
      </Row>
      <TickRow tick={tick} />
      <Row label={t('receipt.time')}>
        <Moment at={end.at} />
      </Row>
    </Part>
  );
}

/** What the receipt of an option says. */
export function OptionParts({ receipt }: { readonly receipt: OptionReceipt }): ReactElement {
  const t = useT();
  const { instrument, settle } = receipt;
  const percent = formatNumber(shiftDecimal(receipt.rate, 2), { placesMin: 0 });
  return (
    <>
      <Part title={t('receipt.deal')}>
        <Row label={t('receipt.instrument')}>
          <bdi>{instrument.name}</bdi> · <bdi dir="ltr">{instrument.code}</bdi>
        </Row>
        <Row label={t('receipt.stake')}>
          <ExactAmount value={receipt.stake} />
        </Row>
        <Row
          label={t('receipt.payout-rate')}
          note={t('receipt.rate-version', { version: receipt.version })}
        >
          <Num>{`${percent}%`}</Num>
        </Row>
        <Row label={t('receipt.period')}>
          {t('receipt.seconds', { count: formatNumber(String(receipt.period)) })}
        </Row>
        <Row label={t('receipt.order')}>
          <OrderNumber number={receipt.orderNo} />
        </Row>
      </Part>
      <End title={t('receipt.opening')} end={receipt.open} tickSize={instrument.tickSize} />
      {settle === null ? (
        <Part title={t('receipt.settlement')}>
          <Row label={t('receipt.no-tick')}>
            <Moment at={receipt.settledAt} />
          </Row>
        </Part>
      ) : (
        <End title={t('receipt.settlement')} end={settle} tickSize={instrument.tickSize} />
      )}
      <Part title={t('receipt.outcome')}>
        <Row label={t('receipt.option-outcome')}>{t(OUTCOMES[receipt.outcome])}</Row>
        <Row label={t('receipt.paid')}>
          <ExactAmount value={receipt.payout} />
        </Row>
        <Row label={t('receipt.profit')}>
          <ExactAmount value={receipt.profit} signed className="text-lg" />
        </Row>
        <Row label={t('receipt.house')} note={t('receipt.house-note')}>
          <ExactAmount value={receipt.counterparty.result} signed />
        </Row>
      </Part>
    </>
  );
}
