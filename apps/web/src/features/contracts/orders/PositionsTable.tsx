import type { Order } from '@candor/protocol/light';
import { type Column, DataTable, Note, Num, formatNumber, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { CloseButton } from '../manage/CloseButton.tsx';
import { OrderPrice, type TickSizeOf } from './OrderPrice.tsx';
import { OrderMarket } from './OrderMarket.tsx';
import { OrderResult } from './OrderResult.tsx';
import { ManageButton } from '../manage/ManageButton.tsx';
import { StopsText } from './PendingTable.tsx';
import { ORDER_TABLE } from './order-table.ts';
import { SideMark } from '../order/SideMark.tsx';
import { closeOutText, openQuantity } from '../order/view.ts';

const ROW_HEIGHT = 46;

/** Open contracts with their running results and the way out. */
export function PositionsTable(props: {
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
      key: 'size',
      head: t('orders.col-size'),
      end: true,
      renderCell: (order) => <Num>{formatNumber(openQuantity(order))}</Num>,
    },
    {
      key: 'entry',
      head: t('orders.col-entry'),
      end: true,
      renderCell: (order) => (
        <OrderPrice order={order} value={order.openPrice} tickSizeOf={tickSizeOf} />
      ),
    },
    {
      key: 'mark',
      leaves: 1,
      head: t('orders.col-mark'),
      end: true,
      renderCell: (order) => (
        <OrderPrice order={order} value={order.markPrice} tickSizeOf={tickSizeOf} />
      ),
    },
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
    {
      key: 'forced',
      leaves: 2,
      head: t('orders.col-forced'),
      end: true,
      renderCell: (order) => (
        <OrderPrice
          order={order}
          value={closeOutText(order, tickSizeOf(order.code))}
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
      key: 'close',
      head: '',
      headLabel: t('orders.action'),
      pinned: true,
      end: true,
      renderCell: (order) => (
        <span className="inline-flex items-center gap-1">
          <ManageButton isIcon order={order} tickSize={tickSizeOf(order.code)} />
          <CloseButton order={order} tickSize={tickSizeOf(order.code)} onProblem={setProblem} />
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
        caption={t('orders.positions')}
        columns={columns}
        rows={orders}
        rowKey={(order) => order.id}
        rowHeight={ROW_HEIGHT}
        className={ORDER_TABLE}
      />
    </>
  );
}
