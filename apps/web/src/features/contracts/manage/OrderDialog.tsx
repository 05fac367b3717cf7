import type { MessageKey } from '@candor/locales';
import type { MarketInfo, Order } from '@candor/protocol/light';
import { ErrorNote, Skeleton, Tabs, tabPanelProps, useT } from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { AmendOrder } from './AmendOrder.tsx';
import { ClosePart } from './ClosePart.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { Overlay } from '../order/Overlay.tsx';
import { ReverseOrder } from './ReverseOrder.tsx';
import { SideMark } from '../order/SideMark.tsx';
import { useInstrument } from '../order/detail-api.ts';

type Tab = 'close' | 'stops' | 'reverse' | 'prices' | 'details';

const TABS: Readonly<Record<Order['status'], readonly Tab[]>> = {
  running: ['close', 'stops', 'reverse', 'details'],
  pending: ['prices', 'details'],
  closed: ['details'],
};
const LABELS: Readonly<Record<Tab, MessageKey>> = {
  close: 'orders.tab-close',
  stops: 'orders.tab-stops',
  reverse: 'orders.tab-reverse',
  prices: 'orders.tab-prices',
  details: 'orders.tab-details',
};

/** Everything that can be done with one order, and everything that happened to it. */
export function OrderDialog(props: {
  readonly order: Order;
  readonly tickSize: string | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const { order, onClose } = props;
  const t = useT();
  const id = useId();
  const tabs = TABS[order.status];
  const [chosen, setTab] = useState<Tab>(tabs[0] ?? 'details');
  // An order that was filled or closed meanwhile has other tabs.
  const tab = tabs.includes(chosen) ? chosen : (tabs[0] ?? 'details');
  const instrument = useInstrument(order.code);
  const failure = failureOf(instrument.error);
  return (
    <Overlay
      onClose={onClose}
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi dir="ltr">{order.code}</bdi>
          <span className="text-sm font-medium">
            <SideMark direction={order.direction} leverage={order.leverage} />
          </span>
        </span>
      }
    >
      {tabs.length > 1 && (
        <Tabs
          id={id}
          label={t('orders.manage')}
          value={tab}
          onChange={setTab}
          choices={tabs.map((value) => ({ value, label: t(LABELS[value]) }))}
          className="mt-1"
        />
      )}
      <div {...(tabs.length > 1 ? tabPanelProps(id, tab) : {})} className="pt-4">
        {instrument.data !== undefined ? (
          <Panel tab={tab} order={order} info={instrument.data} onClose={onClose} />
        ) : failure === null ? (
          <div className="grid gap-3" aria-busy="true">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </div>
        ) : (
          <ErrorNote>{failureText(failure, t)}</ErrorNote>
        )}
      </div>
    </Overlay>
  );
}

function Panel(props: {
  readonly tab: Tab;
  readonly order: Order;
  readonly info: MarketInfo;
  readonly onClose: () => void;
}): ReactElement {
  const { tab, ...rest } = props;
  if (tab === 'close') return <ClosePart {...rest} />;
  if (tab === 'stops' || tab === 'prices') return <AmendOrder {...rest} />;
  if (tab === 'reverse') return <ReverseOrder {...rest} />;
  return <OrderDetails {...rest} />;
}
