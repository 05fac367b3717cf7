import type { Order } from '@candor/protocol/light';
import { type Column, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { CancelButton } from '../manage/CancelButton.tsx';
import { ManageButton } from '../manage/ManageButton.tsx';
import { TYPE_LABELS } from '../order/TypeRow.tsx';
import { OrderTable, type OrderTableProps, useOrderColumns } from './OrderTable.tsx';

/** Orders that wait for their price, each with the way to change it and to take it back. */
export function PendingTable({ orders, tickSizeOf }: OrderTableProps): ReactElement {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const shared = useOrderColumns(tickSizeOf);
  const columns: readonly Column<Order>[] = [
    shared.market,
    shared.side,
    {
      key: 'type',
      kind: 'main',
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
    shared.size(({ contracts }) => contracts),
    shared.price(
      { key: 'stopPrice', kind: 'main', head: 'ticket.stop-price' },
      ({ stopPrice }) => stopPrice,
    ),
    shared.price(
      { key: 'price', kind: 'main', head: 'ticket.limit-price' },
      ({ orderType, price }) => (orderType === 'stop' ? null : price),
    ),
    shared.stops,
    shared.time(
      { key: 'time', kind: 'time', head: 'orders.placed', end: true },
      ({ createdTime }) => createdTime,
    ),
    shared.acts((order) => (
      <>
        <ManageButton isIcon order={order} tickSize={tickSizeOf(order.code)} />
        <CancelButton order={order} onProblem={setProblem} />
      </>
    )),
  ];
  return (
    <>
      <OrderTable
        caption={t('orders.status-pending')}
        columns={columns}
        orders={orders}
        problem={problem}
      />
      <p className="px-5 py-2 text-xs text-ink-3 max-desktop:px-1">{t('ticket.holds-nothing')}</p>
    </>
  );
}
