import type { MarketInfo } from '@candor/protocol/light';
import { Empty, Tabs, buttonClass, formatNumber, tabPanelProps, useT } from '@candor/ui';
import { type ReactElement, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { Waiting } from '../../lib/Paged.tsx';
import { href } from '../../lib/paths.ts';
import { usePending } from '../../features/contracts/orders/api.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useSession } from '../../lib/session.ts';
import { useKeptTape } from './kept-tape.ts';
import { useOpenOrders } from './use-trading.ts';

// Tables, their buttons and their dialogs come once the chart and the ticket stand.
const DeskOrders = lazyPart(() => import('./DeskOrders.tsx').then((module) => module.DeskOrders));
const DeskOptions = lazyPart(() =>
  import('./DeskOptions.tsx').then((module) => module.DeskOptions),
);
const SpecificationPanel = lazyPart(() =>
  import('../../features/market/SpecificationPanel.tsx').then(
    (module) => module.SpecificationPanel,
  ),
);
const PriceTape = lazyPart(() =>
  import('../../features/market/PriceTape.tsx').then((module) => module.PriceTape),
);
const CloseAll = lazyPart(() =>
  import('../../features/contracts/manage/CloseAll.tsx').then((module) => module.CloseAll),
);

const ID = 'desk-orders';
const TABS = ['running', 'pending', 'closed', 'options', 'tape', 'specification'] as const;
type Tab = (typeof TABS)[number];

const counted = (name: string, count: number): string =>
  count === 0 ? name : `${name} ${formatNumber(String(count))}`;

/** Under the chart: positions, orders by state, the last prices, and what a fill depends on. */
export function OrdersPanel({ info }: { readonly info: MarketInfo }): ReactElement {
  const t = useT();
  const [tab, setTab] = useState<Tab>('running');
  const { state } = useSession();
  useKeptTape(info.code);
  const orders = useOpenOrders();
  const pending = usePending().data?.total ?? 0;
  const labels: Readonly<Record<Tab, string>> = {
    running: counted(t('orders.positions'), orders.length),
    pending: counted(t('orders.status-pending'), pending),
    closed: t('orders.status-closed'),
    options: t('options.title'),
    tape: t('market.tape'),
    specification: t('market.specification'),
  };
  return (
    <section aria-label={t('orders.title')} className="flex min-h-0 flex-col border-t border-line">
      <div className="flex shrink-0 items-center border-b border-line pe-5">
        <Tabs
          id={ID}
          label={t('orders.title')}
          value={tab}
          onChange={setTab}
          choices={TABS.map((value) => ({ value, label: labels[value] }))}
          className="min-w-0 flex-1 !border-b-0 px-5"
        />
        {tab === 'running' && state === 'in' && (
          <Suspense>
            <CloseAll orders={orders} />
          </Suspense>
        )}
      </div>
      <div {...tabPanelProps(ID, tab)} className="min-h-0 flex-1 overflow-auto">
        <Suspense fallback={<Waiting rows={2} className="grid gap-4 p-5" />}>
          {tab === 'specification' ? (
            <SpecificationPanel info={info} />
          ) : tab === 'tape' ? (
            <PriceTape info={info} />
          ) : (
            <Orders tab={tab} />
          )}
        </Suspense>
      </div>
    </section>
  );
}

function Orders({ tab }: { readonly tab: Exclude<Tab, 'specification' | 'tape'> }): ReactElement {
  const t = useT();
  const { state } = useSession();
  if (state === 'out') {
    return (
      <Empty
        title={t('orders.signed-out')}
        action={
          <Link href={href('login')} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('nav.log-in')}
          </Link>
        }
      />
    );
  }
  return tab === 'options' ? <DeskOptions /> : <DeskOrders tab={tab} />;
}
