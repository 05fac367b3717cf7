import type { Order } from '@candor/protocol/light';
import { type Column, Empty, Num, Pills, formatNumber, useT } from '@candor/ui';
import type { MessageKey } from '@candor/locales';
import { type ReactElement, useState } from 'react';
import { Paged, Waiting } from '../../../lib/Paged.tsx';
import { ReceiptLink } from '../../../lib/ReceiptLink.tsx';
import { ManageButton } from '../manage/ManageButton.tsx';
import { OrderNumber } from '../../../lib/OrderNumber.tsx';
import { OrderResult } from './OrderResult.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import {
  OrderTable,
  type OrderTableProps,
  type TickSizeOf,
  useOrderColumns,
} from './OrderTable.tsx';
import { PendingTable } from './PendingTable.tsx';
import { PositionsTable } from './PositionsTable.tsx';
import { useOrders } from './api.ts';
import { STATUS_LABELS } from '../order/view.ts';

const PAGE_SIZE = 20;
/** Short, so that a table of ten columns fits beside the ticket. */
const FILTERS = ['all', 'running', 'pending', 'closed'] as const;
type Filter = (typeof FILTERS)[number];

const EMPTY: Readonly<Record<Filter, MessageKey>> = {
  all: 'orders.empty',
  running: 'orders.empty-running',
  pending: 'orders.empty-pending',
  closed: 'orders.empty-closed',
};
const FILTER_LABELS: Readonly<Record<Filter, MessageKey>> = {
  all: 'orders.status-all',
  ...STATUS_LABELS,
};

/** Orders by status, a page at a time, newest first. */
export function OrdersList(props: {
  /** Fixed by a tab outside; without it the list has its own filter. */
  readonly status?: Filter;
  readonly size?: number;
  /** The newest only; the whole list is elsewhere. */
  readonly hasPaging?: boolean;
  readonly tickSizeOf: TickSizeOf;
}): ReactElement {
  const { size = PAGE_SIZE, hasPaging = true, tickSizeOf } = props;
  const t = useT();
  const [filter, setFilter] = useState<Filter>('all');
  const [page, setPage] = useState(1);
  const status = props.status ?? filter;
  const orders = useOrders({ status, page, size });
  return (
    <div>
      {props.status === undefined && (
        <Pills
          label={t('orders.filter')}
          value={filter}
          onChange={(next) => {
            setFilter(next);
            setPage(1);
          }}
          choices={FILTERS.map((value) => ({ value, label: t(FILTER_LABELS[value]) }))}
          className="mb-3"
        />
      )}
      <Paged
        found={orders}
        label={t('orders.title')}
        page={page}
        size={size}
        onPage={hasPaging ? setPage : null}
        waiting={<Waiting rows={3} className="grid gap-4 p-5" />}
        failed={{ title: t('orders.failed'), className: 'm-4' }}
        // Positions say it themselves: their last row stays while the list is looked at.
        empty={status === 'running' ? null : <Empty title={t(EMPTY[status])} />}
        end={t('message.no-more')}
      >
        {({ records }) => (
          <>
            <Rows
              status={status}
              hasNumber={props.status !== 'closed'}
              orders={records}
              tickSizeOf={tickSizeOf}
            />
            {status === 'closed' && (
              <p className="px-5 py-2 text-xs text-ink-3 max-desktop:px-1">
                {t('orders.counterparty')}
              </p>
            )}
          </>
        )}
      </Paged>
    </div>
  );
}

/** What is open or waits has buttons of its own; everything else is a record. */
function Rows(
  props: OrderTableProps & {
    readonly status: Filter;
    /** The tab under the chart has no room for it; the details say it. */
    readonly hasNumber: boolean;
  },
): ReactElement {
  const { status, hasNumber, ...rest } = props;
  if (status === 'running') return <PositionsTable {...rest} />;
  if (status === 'pending') return <PendingTable {...rest} />;
  return <OrdersTable {...rest} hasNumber={hasNumber} />;
}

function OrdersTable(
  props: OrderTableProps & {
    readonly hasNumber: boolean;
  },
): ReactElement {
  const { orders, tickSizeOf, hasNumber } = props;
  const t = useT();
  const shared = useOrderColumns(tickSizeOf);
  const columns: readonly Column<Order>[] = [
    shared.market,
    shared.side,
    // The list is in this order, so this is the time that is read first.
    shared.time(
      { key: 'time', kind: 'name', head: 'orders.placed' },
      ({ createdTime }) => createdTime,
      ({ closeTime }) => closeTime,
    ),
    shared.size(({ contracts }) => contracts),
    shared.price(
      { key: 'entry', kind: 'term', head: 'orders.col-entry' },
      ({ openPrice }) => openPrice,
    ),
    shared.price(
      { key: 'exit', kind: 'term', head: 'orders.col-exit' },
      ({ closePrice }) => closePrice,
    ),
    {
      key: 'fee',
      kind: 'derived',
      head: t('orders.fee'),
      end: true,
      renderCell: (order) => <Num>{formatNumber(order.fee, { places: 2 })}</Num>,
    },
    {
      key: 'result',
      kind: 'main',
      head: t('orders.col-result'),
      end: true,
      renderCell: (order) => <OrderResult order={order} />,
    },
    {
      key: 'status',
      kind: 'main',
      head: t('orders.col-status'),
      renderCell: (order) => <OrderStatus order={order} />,
    },
    {
      key: 'number',
      kind: 'name',
      head: t('orders.col-number'),
      end: true,
      renderCell: (order) => <OrderNumber number={order.orderNo} receiptNo={order.receiptNo} />,
    },
    shared.acts((order) => (
      <>
        {order.receiptNo !== undefined && <ReceiptLink isIcon number={order.receiptNo} />}
        <ManageButton isIcon order={order} tickSize={tickSizeOf(order.code)} />
      </>
    )),
  ];
  return (
    <OrderTable
      caption={t('orders.title')}
      columns={hasNumber ? columns : columns.filter(({ key }) => key !== 'number')}
      orders={orders}
    />
  );
}
