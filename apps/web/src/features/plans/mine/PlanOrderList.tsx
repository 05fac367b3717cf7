import type { PlanOrder } from '@candor/protocol/light';
import { Amount, type Column, DASH, DataTable, Empty, cardClass, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { Paged, Waiting } from '../../../lib/Paged.tsx';
import { useSession } from '../../../lib/session.ts';
import { PAGE_SIZE, usePlanOrders } from '../api.ts';
import { centWords } from '../../../lib/figure-words.ts';
import { planTitle } from '../words.ts';
import { PlanActions } from './PlanActions.tsx';
import { PlanStateChip } from './PlanState.tsx';
import { NextMidnight } from './NextMidnight.tsx';
import { exitCost, joinTime } from './identity.ts';

type ListProps = {
  readonly hrefOf: (id: string) => string;
  readonly onAgain: (order: PlanOrder) => void;
};

/** What leaving now brings and costs; what it brought once it is closed. */
function Leaving({ order }: { readonly order: PlanOrder }): ReactElement {
  const t = useT();
  if (order.status === 'closed') {
    return order.received === null ? (
      <>{DASH}</>
    ) : (
      <span className="text-ink-2">
        {t('plans.paid-out', { amount: centWords(order.received) })}
      </span>
    );
  }
  if (order.leaving === null) return <>{DASH}</>;
  return (
    <>
      <Amount value={order.leaving.receive} />
      <span className="block text-xs text-ink-3">
        {t('plans.exit-cost', { amount: centWords(exitCost(order.leaving)) })}
      </span>
    </>
  );
}

/** When it joins, is settled next, or that it ended. */
function Next({ order }: { readonly order: PlanOrder }): ReactElement {
  const { nextProfitTime, state } = order;
  const t = useT();
  const joinsAt = joinTime(order);
  if (joinsAt !== null) {
    return (
      <>
        <span className="block text-xs text-ink-3">{t('plans.joins')}</span>
        <NextMidnight at={joinsAt} />
      </>
    );
  }
  if (nextProfitTime !== null) return <NextMidnight at={nextProfitTime} />;
  return <span className="text-ink-3">{t('plans.end', { state })}</span>;
}

function Rows(props: ListProps & { readonly orders: readonly PlanOrder[] }): ReactElement {
  const { orders, hrefOf, onAgain } = props;
  const t = useT();
  const columns: readonly Column<PlanOrder>[] = [
    {
      key: 'plan',
      kind: 'name',
      head: t('plans.plan'),
      renderCell: (order) => (
        <>
          <Link
            href={hrefOf(order.id)}
            className="inline-flex min-h-6 items-center font-semibold underline underline-offset-3 max-desktop:min-h-11"
          >
            {planTitle(order, t)}
          </Link>
          <bdi dir="ltr" className="mono block text-xs font-normal text-ink-3">
            {order.orderNo}
          </bdi>
        </>
      ),
    },
    {
      key: 'state',
      kind: 'main',
      head: t('records.status'),
      renderCell: ({ state }) => <PlanStateChip state={state} />,
    },
    {
      key: 'amount',
      kind: 'main',
      head: t('plans.invested'),
      end: true,
      renderCell: ({ amount }) => <Amount value={amount} asset={null} />,
    },
    {
      key: 'today',
      kind: 'derived',
      head: t('plans.today'),
      end: true,
      renderCell: ({ status, todayEarnings }) =>
        status === 'running' ? <Amount signed value={todayEarnings} asset={null} /> : DASH,
    },
    {
      key: 'since',
      kind: 'main',
      head: t('plans.since'),
      end: true,
      renderCell: ({ status, totalRevenue }) =>
        status === 'pending' ? DASH : <Amount signed value={totalRevenue} asset={null} />,
    },
    {
      key: 'next',
      kind: 'time',
      head: t('plans.next'),
      renderCell: (order) => <Next order={order} />,
    },
    {
      key: 'leaving',
      kind: 'term',
      head: t('plans.leave-now'),
      end: true,
      renderCell: (order) => <Leaving order={order} />,
    },
    {
      key: 'act',
      kind: 'act',
      head: t('plans.actions'),
      end: true,
      renderCell: (order) => <PlanActions order={order} onAgain={onAgain} />,
    },
  ];
  return (
    <DataTable
      caption={t('plans.mine')}
      columns={columns}
      rows={orders}
      rowKey={({ id }) => id}
      rowHeight={60}
    />
  );
}

/** One's own plans of the account on screen, newest first; those on paper are hatched. */
export function PlanOrderList(props: ListProps): ReactElement {
  const t = useT();
  const { mode } = useSession();
  const [page, setPage] = useState(1);
  const found = usePlanOrders({ status: 'all', page, size: PAGE_SIZE });
  const label = t(mode === 'demo' ? 'plans.mine-paper' : 'plans.mine');
  const list = (
    <div className={`${cardClass} overflow-x-auto max-desktop:border-0 max-desktop:bg-transparent`}>
      <Paged
        found={found}
        label={label}
        page={page}
        size={PAGE_SIZE}
        onPage={setPage}
        waiting={<Waiting rows={3} className="grid gap-4 p-5" />}
        failed={{ title: label, className: 'm-4' }}
        empty={<Empty title={t('plans.empty')}>{t('plans.empty-text')}</Empty>}
      >
        {({ records }) => <Rows {...props} orders={records} />}
      </Paged>
    </div>
  );
  return mode === 'demo' ? (
    <div className="hatch rounded-lg p-2 inset-ring inset-ring-demo-line">
      <div className="rounded-md bg-canvas">{list}</div>
    </div>
  ) : (
    list
  );
}
