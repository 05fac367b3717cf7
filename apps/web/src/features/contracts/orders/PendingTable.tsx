import type { Order } from '@candor/protocol/light';
import {
  type Column,
  DASH,
  DataTable,
  Note,
  Num,
  formatNumber,
  formatTime,
  placesOfStep,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { CancelButton } from '../manage/CancelButton.tsx';
import { ManageButton } from '../manage/ManageButton.tsx';
import { OrderMarket } from './OrderMarket.tsx';
import { OrderPrice, type TickSizeOf } from './OrderPrice.tsx';
import { ORDER_TABLE } from './order-table.ts';
import { SideMark } from '../order/SideMark.tsx';
import { TYPE_LABELS } from '../order/TypeRow.tsx';

const ROW_HEIGHT = 46;

/** Orders that wait for their price, each with the way to change it and to take it back. */
export function PendingTable(props: {
  readonly orders: readonly Order[];
  readonly tickSizeOf: TickSizeOf;
}): ReactElement {
  const { orders, tickSizeOf } = props;
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const columns: readonly Column<Order>[] = [
    {
      key: 'market',
      head: t('orders.col-market'),
      renderCell: (order) => <OrderMarket order={order} />,
    },
    {
      key: 'side',
      head: t('orders.col-side'),
      renderCell: (order) => <SideMark direction={order.direction} />,
    },
    {
      key: 'type',
      head: t('ticket.order-type'),
      renderCell: (order) => (
        <span className="whitespace-nowrap">
          {t(TYPE_LABELS[order.orderType])}
          {order.armed === true && (
            <span className="text-xs text-ink-3"> · {t('orders.armed')}</span>
          )}
        </span>
      ),
    },
    {
      key: 'size',
      head: t('orders.col-size'),
      end: true,
      renderCell: (order) => <Num>{formatNumber(order.contracts)}</Num>,
    },
    {
      key: 'stopPrice',
      head: t('ticket.stop-price'),
      end: true,
      renderCell: (order) => (
        <OrderPrice order={order} value={order.stopPrice} tickSizeOf={tickSizeOf} />
      ),
    },
    {
      key: 'price',
      head: t('ticket.limit-price'),
      end: true,
      renderCell: (order) => (
        <OrderPrice
          order={order}
          value={order.orderType === 'stop' ? null : order.price}
          tickSizeOf={tickSizeOf}
        />
      ),
    },
    {
      key: 'stops',
      head: t('orders.col-stops'),
      end: true,
      renderCell: (order) => <StopsText order={order} tickSize={tickSizeOf(order.code)} />,
    },
    {
      key: 'time',
      leaves: 1,
      head: t('orders.placed'),
      end: true,
      renderCell: (order) => (
        <bdi className="text-xs whitespace-nowrap text-ink-2">
          {formatTime(order.createdTime, 'short')}
        </bdi>
      ),
    },
    {
      key: 'acts',
      head: '',
      headLabel: t('orders.action'),
      pinned: true,
      end: true,
      renderCell: (order) => (
        <span className="inline-flex items-center gap-1">
          <ManageButton isIcon order={order} tickSize={tickSizeOf(order.code)} />
          <CancelButton order={order} onProblem={setProblem} />
        </span>
      ),
    },
  ];
  return (
    <>
      {problem !== null && (
        <Note tone="error" className="m-3">
          {problem}
        </Note>
      )}
      <DataTable
        caption={t('orders.status-pending')}
        columns={columns}
        rows={orders}
        rowKey={(order) => order.id}
        rowHeight={ROW_HEIGHT}
        className={ORDER_TABLE}
      />
      <p className="px-5 py-2 text-xs text-ink-3 max-desktop:px-1">{t('ticket.holds-nothing')}</p>
    </>
  );
}

/** Stop and target of an order, and the distance of a stop that follows. */
export function StopsText(props: {
  readonly order: Order;
  readonly tickSize: string | undefined;
}): ReactElement {
  const { order, tickSize } = props;
  const t = useT();
  const style = tickSize === undefined ? {} : { placesMin: placesOfStep(tickSize) };
  const text = (price: string | undefined): string =>
    price === undefined ? DASH : formatNumber(price, style);
  return (
    <span className="text-xs text-ink-2">
      <Num>{`${text(order.stopLoss)} / ${text(order.takeProfit)}`}</Num>
      {order.trailingDistance !== undefined && (
        <span className="block">
          {t('orders.trails')} <Num>{text(order.trailingDistance)}</Num>
        </span>
      )}
    </span>
  );
}
