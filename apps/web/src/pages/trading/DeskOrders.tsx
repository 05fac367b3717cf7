import { Empty, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { OrdersList } from '../../features/contracts/orders/OrdersList.tsx';
import { PositionsTable } from '../../features/contracts/orders/PositionsTable.tsx';
import { useOpenOrders, useTickSizes } from './use-trading.ts';

/** The orders of one tab under the chart. */
export function DeskOrders(props: {
  readonly tab: 'running' | 'pending' | 'closed';
}): ReactElement {
  const { tab } = props;
  const t = useT();
  const orders = useOpenOrders();
  const tickSizeOf = useTickSizes();
  if (tab !== 'running') return <OrdersList key={tab} status={tab} tickSizeOf={tickSizeOf} />;
  if (orders.length === 0) return <Empty title={t('orders.empty-running')} />;
  return <PositionsTable orders={orders} tickSizeOf={tickSizeOf} />;
}
