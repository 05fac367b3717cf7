import type { MarketInfo } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import { type ReactElement, Suspense } from 'react';
import { CloseAll } from '../../features/contracts/manage/CloseAll.tsx';
import { PendingRow } from '../../features/contracts/orders/PendingRow.tsx';
import { PositionCard } from '../../features/contracts/orders/PositionCard.tsx';
import { useKeptRows } from '../../features/contracts/orders/kept-rows.ts';
import { usePending } from '../../features/contracts/orders/api.ts';
import { isOnFirstSteps } from '../../lib/first-steps.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useSession } from '../../lib/session.ts';
import { useOpenOrders } from './use-trading.ts';

const FirstSteps = lazyPart(() => import('./FirstSteps.tsx').then((module) => module.FirstSteps));

/** What is open and what waits in one market, on a phone. */
export function PhoneOrders({ info }: { readonly info: MarketInfo }): ReactElement {
  const t = useT();
  const { mode } = useSession();
  const all = useOpenOrders();
  const { rows, letGo } = useKeptRows(all);
  const positions = rows.filter((order) => order.code === info.code);
  const pending = (usePending().data?.records ?? []).filter((order) => order.code === info.code);
  return (
    <>
      {mode === 'demo' && isOnFirstSteps() && (
        <Suspense>
          <FirstSteps orders={all} />
        </Suspense>
      )}
      {positions.map((order, index) => (
        <PositionCard
          key={order.id}
          order={order}
          info={info}
          mode={mode}
          isFirst={index === 0}
          onAsk={letGo}
        />
      ))}
      <div className="flex justify-end empty:hidden">
        <CloseAll orders={all} />
      </div>
      {pending.length > 0 && (
        <section aria-label={t('orders.status-pending')}>
          <h2 className="mb-2 px-1 text-base tracking-normal">{t('orders.status-pending')}</h2>
          <ul
            aria-label={t('orders.status-pending')}
            className="grid grid-cols-[minmax(0,1fr)] gap-2"
          >
            {pending.map((order) => (
              <li key={order.id}>
                <PendingRow order={order} info={info} />
              </li>
            ))}
          </ul>
          <p className="px-1 py-2 text-xs text-ink-3">{t('ticket.holds-nothing')}</p>
        </section>
      )}
    </>
  );
}
