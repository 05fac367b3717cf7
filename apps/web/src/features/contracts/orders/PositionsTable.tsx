import type { Order } from '@candor/protocol/light';
import { type Column, Empty, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { CloseButton } from '../manage/CloseButton.tsx';
import { ManageButton } from '../manage/ManageButton.tsx';
import { useInstruments } from '../order/detail-api.ts';
import { closeOutText, openQuantity } from '../order/view.ts';
import { AfterFee } from './AfterFee.tsx';
import { useKeptRows } from './kept-rows.ts';
import { OrderResult } from './OrderResult.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import { OrderTable, type OrderTableProps, useOrderColumns } from './OrderTable.tsx';

const isOpen = ({ status }: Order): boolean => status === 'running';

/** Open contracts with their running results and the way out; those that close stay in their rows. */
export function PositionsTable(
  props: OrderTableProps & {
    /** Whether it says that there are none; by default it does. */
    readonly saysEmpty?: boolean;
  },
): ReactElement | null {
  const { orders, tickSizeOf, saysEmpty = true } = props;
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const shared = useOrderColumns(tickSizeOf);
  const { rows, letGo } = useKeptRows(orders);
  const markets = useInstruments(orders);
  const columns: readonly Column<Order>[] = [
    shared.market,
    shared.side,
    shared.size((order) => (isOpen(order) ? openQuantity(order) : order.contracts)),
    shared.price(
      { key: 'entry', kind: 'main', head: 'orders.col-entry' },
      ({ openPrice }) => openPrice,
    ),
    shared.price(
      { key: 'mark', kind: 'derived', head: 'orders.col-mark' },
      ({ markPrice }) => markPrice,
    ),
    {
      key: 'pnl',
      kind: 'main',
      head: t('orders.col-pnl'),
      end: true,
      renderCell: (order) =>
        order.paused ? (
          <span className="text-xs text-warn">{t('orders.paused')}</span>
        ) : (
          <>
            <OrderResult isOneLine order={order} />
            {isOpen(order) && <AfterFee order={order} info={markets.get(order.code)} />}
          </>
        ),
    },
    shared.price({ key: 'forced', kind: 'limit', head: 'orders.col-forced' }, (order) =>
      closeOutText(order, tickSizeOf(order.code)),
    ),
    shared.stops,
    shared.acts((order) => (
      <>
        <ManageButton isIcon order={order} tickSize={tickSizeOf(order.code)} />
        {isOpen(order) ? (
          <CloseButton
            order={order}
            tickSize={tickSizeOf(order.code)}
            onProblem={setProblem}
            onAsk={letGo}
          />
        ) : (
          <OrderStatus order={order} />
        )}
      </>
    )),
  ];
  if (rows.length === 0) {
    return saysEmpty ? <Empty title={t('orders.empty-running')} /> : null;
  }
  return (
    <OrderTable caption={t('orders.positions')} columns={columns} orders={rows} problem={problem} />
  );
}
