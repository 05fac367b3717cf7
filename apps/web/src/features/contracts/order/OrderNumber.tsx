import type { Order } from '@candor/protocol/light';
import { CopyIcon, IconButton, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** The number of an order, to be copied for a question about it. */
export function OrderNumber({ order }: { readonly order: Order }): ReactElement {
  const t = useT();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(order.orderNo);
      toast({ title: t('message.copy-done') });
    } catch {
      // The browser or the reader refused; the number can still be marked by hand.
      toast({ title: t('message.copy-failed') });
    }
  };
  return (
    <span className="inline-flex items-center">
      <span className="mono text-xs whitespace-nowrap text-ink-3">{order.orderNo}</span>
      <IconButton
        label={t('orders.copy-number', { number: order.orderNo })}
        onClick={() => void copy()}
        className="!size-7 max-desktop:!size-11"
      >
        <CopyIcon size={16} />
      </IconButton>
    </span>
  );
}
