import type { ConversionReceipt } from '@candor/protocol/light';
import { ExactAmount, Num, Price, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Moment, Part, Row, TickRow } from './Row.tsx';
import { OrderNumber } from '../../lib/OrderNumber.tsx';

function Leg(props: {
  readonly receipt: ConversionReceipt;
  readonly leg: ConversionReceipt['legs'][number];
}): ReactElement {
  const { receipt, leg } = props;
  const { instrument, tick, side } = leg;
  const t = useT();
  const [given, received] =
    side === 'sell' ? ([receipt.from, 'USDT'] as const) : (['USDT', receipt.to] as const);
  return (
    <Part title={`\u2068${instrument.name}\u2069 · \u2066${instrument.code}\u2069`}>
      <Row label={t('receipt.price')}>
        <Price value={leg.price} tickSize={instrument.tickSize} />
      </Row>
      <Row label={t('receipt.bid-ask')}>
        <Price value={tick.bid} tickSize={instrument.tickSize} /> /{' '}
        <Price value={tick.ask} tickSize={instrument.tickSize} />
      </Row>
      <Row label={t('exchange.give')}>
        <ExactAmount value={leg.given} asset={given} />
      </Row>
      <Row label={t('exchange.receive')}>
        <ExactAmount value={leg.received} asset={received} />
      </Row>
      <TickRow tick={tick} />
    </Part>
  );
}

/** What the receipt of a conversion says. */
export function ConversionParts({
  receipt,
}: {
  readonly receipt: ConversionReceipt;
}): ReactElement {
  const t = useT();
  const { from, to, spread } = receipt;
  const percent = formatNumber(shiftDecimal(spread.rate, 2), { placesMin: 0 });
  return (
    <>
      <Part title={t('receipt.deal')}>
        <Row label={t('exchange.give')}>
          <ExactAmount value={receipt.amount} asset={from} />
        </Row>
        <Row label={t('exchange.rate')}>
          <Num>{`1 ${from} = ${formatNumber(receipt.rate)} ${to}`}</Num>
        </Row>
        <Row
          label={t('exchange.spread')}
          note={`${percent}% · ${t('receipt.rate-version', { version: spread.version })}`}
        >
          <ExactAmount value={spread.amount} />
        </Row>
        <Row label={t('exchange.receive')}>
          <ExactAmount value={receipt.receive} asset={to} className="text-lg" />
        </Row>
        <Row label={t('exchange.quoted')}>
          <Moment at={receipt.quotedAt} />
        </Row>
        <Row label={t('receipt.time')}>
          <Moment at={receipt.at} />
        </Row>
        <Row label={t('receipt.order')}>
          <OrderNumber number={receipt.orderNo} />
        </Row>
      </Part>
      {receipt.legs.map((leg) => (
        <Leg key={leg.side} receipt={receipt} leg={leg} />
      ))}
    </>
  );
}
