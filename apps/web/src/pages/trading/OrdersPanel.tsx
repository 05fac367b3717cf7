import type { MarketInfo } from '@candor/protocol/light';
import { Empty, Tabs, buttonClass, formatNumber, tabPanelProps, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { href } from '../../app/paths.ts';
import { OrdersList } from '../../features/contracts/OrdersList.tsx';
import { PositionsTable } from '../../features/contracts/PositionsTable.tsx';
import { SpecificationPanel } from '../../features/market/SpecificationPanel.tsx';
import { useSession } from '../../lib/session.ts';
import { useOpenOrders, useTickSizes } from './use-trading.ts';

const ID = 'desk-orders';
const TABS = ['running', 'pending', 'closed', 'specification'] as const;
type Tab = (typeof TABS)[number];

/** Under the chart: positions, orders by state, and what a fill depends on. */
export function OrdersPanel({ info }: { readonly info: MarketInfo }): ReactElement {
  const t = useT();
  const [tab, setTab] = useState<Tab>('running');
  const orders = useOpenOrders();
  const count = orders.length === 0 ? '' : ` ${formatNumber(String(orders.length))}`;
  const labels: Readonly<Record<Tab, string>> = {
    running: `${t('orders.positions')}${count}`,
    pending: t('orders.status-pending'),
    closed: t('orders.status-closed'),
    specification: t('market.specification'),
  };
  return (
    <section aria-label={t('orders.title')} className="flex min-h-0 flex-col border-t border-line">
      <Tabs
        id={ID}
        label={t('orders.title')}
        value={tab}
        onChange={setTab}
        choices={TABS.map((value) => ({ value, label: labels[value] }))}
        className="shrink-0 px-5"
      />
      <div {...tabPanelProps(ID, tab)} className="min-h-0 flex-1 overflow-auto">
        {tab === 'specification' ? <SpecificationPanel info={info} /> : <Orders tab={tab} />}
      </div>
    </section>
  );
}

function Orders({ tab }: { readonly tab: Exclude<Tab, 'specification'> }): ReactElement {
  const t = useT();
  const { state } = useSession();
  const orders = useOpenOrders();
  const tickSizeOf = useTickSizes();
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
  if (tab !== 'running') return <OrdersList key={tab} status={tab} tickSizeOf={tickSizeOf} />;
  if (orders.length === 0) return <Empty title={t('orders.empty-running')} />;
  return <PositionsTable orders={orders} tickSizeOf={tickSizeOf} />;
}
