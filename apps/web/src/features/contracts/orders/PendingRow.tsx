import type { MarketInfo, Order } from '@candor/protocol/light';
import { Num, Price, formatNumber, formatTime, placesOfStep, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Fact, Facts, OpeningRow, RowFoot } from '../../../lib/OpeningRow.tsx';
import { CancelButton } from '../manage/CancelButton.tsx';
import { ManageButton } from '../manage/ManageButton.tsx';
import { SideMark } from '../order/SideMark.tsx';
import { TYPE_LABELS } from '../order/TypeRow.tsx';

/** One order that waits, on a phone: what it waits for, and the rest of it when it is opened. */
export function PendingRow(props: {
  readonly order: Order;
  readonly info: MarketInfo;
}): ReactElement {
  const { order, info } = props;
  const { tickSize, specification } = info;
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const size = `${formatNumber(order.contracts)} ${specification.base}`;
  const waitsFor =
    order.orderType === 'limit' || order.armed === true ? order.price : order.stopPrice;
  const placed = <bdi>{formatTime(order.createdTime, 'short')}</bdi>;
  const price = (value: string | null | undefined): ReactElement => (
    <Price value={value} tickSize={tickSize} />
  );
  return (
    <OpeningRow
      title={
        <h3 className="flex flex-wrap items-center gap-x-2 text-base tracking-normal">
          {t(TYPE_LABELS[order.orderType])}
          <span className="text-xs">
            <SideMark direction={order.direction} leverage={order.leverage} />
          </span>
        </h3>
      }
      figure={<span className="text-lg font-semibold">{price(waitsFor)}</span>}
      below={
        <>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <Num className="font-medium">{size}</Num>
            {order.armed === true && <span>{t('orders.armed')}</span>}
          </span>
          {placed}
        </>
      }
    >
      <Facts>
        <Fact name={t('orders.col-size')}>
          <Num>{size}</Num>
        </Fact>
        {order.orderType !== 'limit' && (
          <Fact name={t('ticket.stop-price')}>{price(order.stopPrice)}</Fact>
        )}
        {order.orderType !== 'stop' && (
          <Fact name={t('ticket.limit-price')}>{price(order.price)}</Fact>
        )}
        <Fact name={t('ticket.stop-loss')}>{price(order.stopLoss)}</Fact>
        <Fact name={t('ticket.take-profit')}>{price(order.takeProfit)}</Fact>
        {order.trailingDistance !== undefined && (
          <Fact name={t('orders.trails')}>
            <Num>{formatNumber(order.trailingDistance, { placesMin: placesOfStep(tickSize) })}</Num>
          </Fact>
        )}
        <Fact name={t('orders.placed')}>{placed}</Fact>
      </Facts>
      <RowFoot order={order} problem={problem}>
        <ManageButton order={order} tickSize={tickSize} size="md" />
        <CancelButton order={order} onProblem={setProblem} size="md" />
      </RowFoot>
    </OpeningRow>
  );
}
