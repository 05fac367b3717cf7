import type { Order } from '@candor/protocol/light';
import { Button, DotsThreeIcon, IconButton, useT, useLayout } from '@candor/ui';
import { type ReactElement, Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import type { MessageKey } from '@candor/locales';
import { sideLabel } from '../order/view.ts';

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
  /** Rows of wide screens have no room for the word. */
  readonly isIcon?: boolean;
}): ReactElement {
  const { order, tickSize, size = 'sm', isIcon = false } = props;
  const t = useT();
  const layout = useLayout();
  const [isOpen, setIsOpen] = useState(false);
  const [name, full] = NAMES[order.status];
  const spoken = t(full, { side: t(sideLabel(order.direction)), code: order.code });
  return (
    <>
      {isIcon && layout === 'desktop' ? (
        <IconButton
          label={spoken}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className="!size-8 max-desktop:!size-11"
        >
          <DotsThreeIcon />
        </IconButton>
      ) : (
        <Button
          variant="tertiary"
          size={size}
          aria-haspopup="dialog"
          aria-label={spoken}
          onClick={() => setIsOpen(true)}
        >
          {t(name)}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <OrderDialog order={order} tickSize={tickSize} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
