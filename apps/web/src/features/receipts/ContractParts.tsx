import { formatMoney, price, quantity } from '@candor/kernel';
import { notionalUsdt } from '@candor/pricing';
import type { ContractReceipt, ReceiptFill } from '@candor/protocol/light';
import { ExactAmount, Num, Price, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { receiptHref } from '../../lib/receipt-address.ts';
import { PriceRange } from './PriceRange.tsx';
import { Moment, Part, Row, TickRow } from './Row.tsx';
import { resultOfHouse } from './steps.ts';
import { ASKED, REASONS, exactUsdt, groupsOf } from './view.ts';
import { OrderNumber } from '../../lib/OrderNumber.tsx';

function FillRows(props: {
  readonly fill: ReceiptFill;
  readonly receipt: ContractReceipt;
}): ReactElement {
  const { fill, receipt } = props;
  const t = useT();
  const { tickSize, quoteCurrency } = receipt.instrument;
  const { tick, link, asked } = fill;
  return (
    <>
      <Row label={t('receipt.price')}>
        <bdi dir="ltr">
          <Price value={fill.price} tickSize={tickSize} /> {quoteCurrency}
        </bdi>
      </Row>
      <Row
        label={t('receipt.bid-ask')}
        note={t('receipt.spread', { spread: `\u2066${formatNumber(fill.spread)}\u2069` })}
      >
        <Price value={tick.bid} tickSize={tickSize} /> /{' '}
        <Price value={tick.ask} tickSize={tickSize} />
      </Row>
      {asked !== null && (
        <Row
          label={t(ASKED[asked.kind])}
          note={t('receipt.slippage', { slippage: `\u2066${formatNumber(asked.slippage)}\u2069` })}
        >
          <Price value={asked.price} tickSize={tickSize} />
        </Row>
      )}
      {link.tick !== null && (
        <Row label={t('receipt.link', { code: `\u2066${link.tick.code}\u2069` })}>
          <Num>{formatNumber(link.rate)}</Num>
        </Row>
      )}
      <TickRow tick={tick} />
      <Row label={t('receipt.tick-time')}>
        <Moment at={tick.receivedAt} />
      </Row>
      <Row label={t('receipt.time')}>
        <Moment at={fill.at} />
      </Row>
    </>
  );
}

/** What the lots closed by this were worth when they were opened. */
function worthAtOpening({ lots, instrument, open }: ContractReceipt): string {
  return formatMoney(
    notionalUsdt({
      lots: quantity(lots.closed),
      contractSize: quantity(instrument.contractSize),
      price: price(open.price),
      link: price(open.link.rate),
    }),
  );
}

function Deal({ receipt }: { readonly receipt: ContractReceipt }): ReactElement {
  const t = useT();
  const { lots, instrument, leverage, margin } = receipt;
  const isPart = lots.closed !== lots.opened;
  return (
    <Part title={t('receipt.deal')}>
      <Row label={t('receipt.instrument')}>
        <bdi>{instrument.name}</bdi> · <bdi dir="ltr">{instrument.code}</bdi>
      </Row>
      <Row
        label={t('receipt.lots')}
        {...(isPart
          ? { note: t('receipt.lots-part', { opened: `\u2066${formatNumber(lots.opened)}\u2069` }) }
          : {})}
      >
        <Num>{formatNumber(lots.closed)}</Num>
      </Row>
      <Row label={t('receipt.worth')}>
        <Num>{exactUsdt(worthAtOpening(receipt))}</Num>
      </Row>
      <Row label={t('receipt.contract-size')}>
        <Num>{formatNumber(instrument.contractSize)}</Num>
      </Row>
      <Row label={t('receipt.leverage')}>
        <Num>{`${leverage}×`}</Num>
      </Row>
      <Row label={t('receipt.margin')}>
        <ExactAmount value={margin.released} />
      </Row>
      <Row label={t('receipt.order')}>
        <OrderNumber number={receipt.orderNo} />
      </Row>
    </Part>
  );
}

function Cost({ receipt }: { readonly receipt: ContractReceipt }): ReactElement {
  const t = useT();
  const { fee, financing } = receipt;
  const percent = formatNumber(shiftDecimal(fee.rate, 2), { placesMin: 2 });
  return (
    <Part title={t('receipt.costs')}>
      <Row
        label={t('receipt.open-fee')}
        note={t('receipt.fee-rate', { percent: `\u2066${percent}\u2069`, version: fee.version })}
      >
        <ExactAmount value={fee.open} />
      </Row>
      <Row label={t('receipt.close-fee')}>
        <ExactAmount value={fee.close} />
      </Row>
      <Row
        label={t('receipt.financing')}
        note={t('receipt.financing-days', { count: financing.items.length })}
      >
        <ExactAmount value={financing.share} />
      </Row>
    </Part>
  );
}

function Outcome({ receipt }: { readonly receipt: ContractReceipt }): ReactElement {
  const t = useT();
  const { realised, profit, counterparty, cover, reason } = receipt;
  const house = resultOfHouse(receipt);
  return (
    <Part title={t('receipt.outcome')}>
      <Row label={t('receipt.reason')}>{t(REASONS[reason])}</Row>
      <Row label={t('receipt.result')}>
        <ExactAmount value={realised} signed />
      </Row>
      <Row label={t('receipt.profit')}>
        <ExactAmount value={profit} signed className="text-lg" />
      </Row>
      {house !== null && (
        <Row
          label={t('receipt.house-all')}
          note={t('receipt.house-all-note', {
            price: `\u2066${exactUsdt(counterparty.result)}\u2069`,
            costs: `\u2066${exactUsdt(house.costs)}\u2069`,
          })}
        >
          <ExactAmount value={house.all} signed />
        </Row>
      )}
      {cover !== null && (
        <Row label={t('receipt.covered')}>
          <Link
            href={receiptHref(cover)}
            className="inline-flex min-h-6 items-center text-accent underline max-desktop:min-h-11"
          >
            <span className="mono text-xs break-all">{groupsOf(cover)}</span>
          </Link>
        </Row>
      )}
    </Part>
  );
}

/** What the receipt of a contract says, from the deal to the result. */
export function ContractParts({ receipt }: { readonly receipt: ContractReceipt }): ReactElement {
  const t = useT();
  const { tickSize } = receipt.instrument;
  const rangeOf = ({ tick, price }: ReceiptFill): ReactElement => (
    <PriceRange tick={tick} price={price} tickSize={tickSize} />
  );
  return (
    <>
      <Deal receipt={receipt} />
      <Part title={t('receipt.opening')} after={rangeOf(receipt.open)}>
        <FillRows fill={receipt.open} receipt={receipt} />
      </Part>
      <Part
        title={t('receipt.closing')}
        after={receipt.close === null ? null : rangeOf(receipt.close)}
      >
        {receipt.close === null ? (
          <Row label={t('receipt.voided')}>
            <Moment at={receipt.closedAt} />
          </Row>
        ) : (
          <FillRows fill={receipt.close} receipt={receipt} />
        )}
      </Part>
      <Cost receipt={receipt} />
      <Outcome receipt={receipt} />
    </>
  );
}
