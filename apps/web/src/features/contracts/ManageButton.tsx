import type { Order } from '@candor/protocol/light';
import { Button, useT } from '@candor/ui';
import { type ReactElement, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { MessageKey } from '@candor/locales';
import { sideLabel } from './view.ts';

const OrderDialog = lazyPart(() =>
  import('./OrderDialog.tsx').then((module) => module.OrderDialog),
);

const NAMES: Readonly<Record<Order['status'], readonly [MessageKey, MessageKey]>> = {
  running: ['orders.manage', 'orders.manage-order'],
  pending: ['orders.change', 'orders.change-order'],
  closed: ['orders.show', 'orders.show-order'],
};

/** Opens what can be done with an order, and what happened to it. */
export function ManageButton(props: {
  readonly order: Order;
  readonly tickSize: string | undefined;
  readonly size?: 'sm' | 'md';
}): ReactElement {
  const { order, tickSize, size = 'sm' } = props;
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const [name, spoken] = NAMES[order.status];
  return (
    <>
      <Button
        variant="tertiary"
        size={size}
        aria-haspopup="dialog"
        aria-label={t(spoken, { side: t(sideLabel(order.direction)), code: order.code })}
        onClick={() => setIsOpen(true)}
      >
        {t(name)}
      </Button>
      {isOpen && (
        <Suspense>
          <OrderDialog order={order} tickSize={tickSize} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
