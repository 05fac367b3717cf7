import type { ConversionReceipt } from '@candor/protocol/light';
import { Num, Price, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Moment, Part, Row, TickRow } from './Row.tsx';
import { exact, exactUsdt } from './view.ts';
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
        <Num>{exact(leg.given, given)}</Num>
      </Row>
      <Row label={t('exchange.receive')}>
        <Num>{exact(leg.received, received)}</Num>
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
          <Num>{exact(receipt.amount, from)}</Num>
        </Row>
        <Row label={t('exchange.rate')}>
          <Num>{`1 ${from} = ${formatNumber(receipt.rate)} ${to}`}</Num>
        </Row>
        <Row
          label={t('exchange.spread')}
          note={`${percent}% · ${t('receipt.rate-version', { version: spread.version })}`}
        >
          <Num>{exactUsdt(spread.amount)}</Num>
        </Row>
        <Row label={t('exchange.receive')}>
          <Num className="text-lg">{exact(receipt.receive, to)}</Num>
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
