import { type ReactElement, Suspense } from 'react';
import { OrdersList } from '../../features/contracts/orders/OrdersList.tsx';
import { PositionsTable } from '../../features/contracts/orders/PositionsTable.tsx';
import { isOnFirstSteps } from '../../lib/first-steps.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useSession } from '../../lib/session.ts';
import { useOpenOrders, useTickSizes } from './use-trading.ts';

const FirstSteps = lazyPart(() => import('./FirstSteps.tsx').then((module) => module.FirstSteps));

/** The orders of one tab under the chart. */
export function DeskOrders(props: {
  readonly tab: 'running' | 'pending' | 'closed';
}): ReactElement {
  const { tab } = props;
  const orders = useOpenOrders();
  const tickSizeOf = useTickSizes();
  const { mode } = useSession();
  if (tab !== 'running') return <OrdersList key={tab} status={tab} tickSizeOf={tickSizeOf} />;
  const isFirst = mode === 'demo' && isOnFirstSteps();
  return (
    <>
      {isFirst && (
        <Suspense>
          <FirstSteps orders={orders} />
        </Suspense>
      )}
      <PositionsTable orders={orders} tickSizeOf={tickSizeOf} saysEmpty={!isFirst} />
    </>
  );
}
