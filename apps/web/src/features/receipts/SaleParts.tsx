import type { CollateralSaleReceipt } from '@candor/protocol/light';
import { ExactAmount, Price, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Moment, Part, Row, TickRow } from './Row.tsx';
import { exactUsdt } from './view.ts';
import { OrderNumber } from '../../lib/OrderNumber.tsx';

/** A coin that was pledged, and the price it was judged and sold at. */
function Coin({ held }: { readonly held: CollateralSaleReceipt['held'][number] }): ReactElement {
  const t = useT();
  const { priced } = held;
  const amount = <ExactAmount value={held.amount} asset={held.asset} />;
  if (priced === null) {
    return (
      <Part title={held.asset}>
        <Row label={t('records.amount')}>{amount}</Row>
      </Part>
    );
  }
  const { instrument, price, tick } = priced;
  return (
    <Part title={`\u2068${instrument.name}\u2069 · \u2066${instrument.code}\u2069`}>
      <Row label={t('records.amount')}>{amount}</Row>
      <Row label={t('receipt.price')}>
        <Price value={price} tickSize={instrument.tickSize} />
      </Row>
      <TickRow tick={tick} />
    </Part>
  );
}

/** What the receipt of a sale of collateral says. */
export function SaleParts({ receipt }: { readonly receipt: CollateralSaleReceipt }): ReactElement {
  const t = useT();
  const { spread } = receipt;
  const percent = formatNumber(shiftDecimal(spread.rate, 2), { placesMin: 0 });
  return (
    <>
      <Part title={t('receipt.deal')}>
        {receipt.given.map((part) => (
          <Row
            key={part.asset}
            label={t('exchange.give')}
            note={`${t('exchange.receive')} ${exactUsdt(part.received)}`}
          >
            <ExactAmount value={part.amount} asset={part.asset} />
          </Row>
        ))}
        <Row
          label={t('exchange.spread')}
          note={`${percent}% · ${t('receipt.rate-version', { version: spread.version })}`}
        >
          <ExactAmount value={spread.amount} />
        </Row>
        <Row label={t('receipt.time')}>
          <Moment at={receipt.at} />
        </Row>
        <Row label={t('receipt.order')}>
          <OrderNumber number={receipt.orderNo} />
        </Row>
      </Part>
      {receipt.held.map((held) => (
        <Coin key={held.asset} held={held} />
      ))}
    </>
  );
}
