import type { Order } from '@candor/protocol/light';
import { type Column, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { CloseButton } from '../manage/CloseButton.tsx';
import { ManageButton } from '../manage/ManageButton.tsx';
import { closeOutText, openQuantity } from '../order/view.ts';
import { OrderResult } from './OrderResult.tsx';
import { OrderTable, type OrderTableProps, useOrderColumns } from './OrderTable.tsx';

/** Open contracts with their running results and the way out. */
export function PositionsTable({ orders, tickSizeOf }: OrderTableProps): ReactElement {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const shared = useOrderColumns(tickSizeOf);
  const columns: readonly Column<Order>[] = [
    shared.market,
    shared.side,
    shared.size(openQuantity),
    shared.price({ key: 'entry', head: 'orders.col-entry' }, ({ openPrice }) => openPrice),
    shared.price({ key: 'mark', head: 'orders.col-mark', leaves: 1 }, ({ markPrice }) => markPrice),
    {
      key: 'pnl',
      head: t('orders.col-pnl'),
      end: true,
      renderCell: (order) =>
        order.paused ? (
          <span className="text-xs text-warn">{t('orders.paused')}</span>
        ) : (
          <OrderResult order={order} />
        ),
    },
    shared.price({ key: 'forced', head: 'orders.col-forced', leaves: 2 }, (order) =>
      closeOutText(order, tickSizeOf(order.code)),
    ),
    shared.stops,
    shared.acts((order) => (
      <>
        <ManageButton isIcon order={order} tickSize={tickSizeOf(order.code)} />
        <CloseButton order={order} tickSize={tickSizeOf(order.code)} onProblem={setProblem} />
      </>
    )),
  ];
  return (
    <OrderTable
      caption={t('orders.positions')}
      columns={columns}
      orders={orders}
      problem={problem}
    />
  );
}
