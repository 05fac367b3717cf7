import type { Order } from '@candor/protocol/light';
import { StatusChip, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { REASON_LABELS, STATUS_LABELS } from '../order/view.ts';

/** How an order stands, in a sign and words; of a closed one, why. */
export function OrderStatus({ order }: { readonly order: Order }): ReactElement {
  const t = useT();
  const label = t(STATUS_LABELS[order.status]);
  if (order.status === 'running') {
    return (
      <StatusChip tone="running" icon="play">
        {label}
      </StatusChip>
    );
  }
  if (order.status === 'pending') return <StatusChip icon="clock">{label}</StatusChip>;
  const reason = order.reason === null ? label : t(REASON_LABELS[order.reason]);
  return (
    <StatusChip icon="lock">
      {label} · {reason}
    </StatusChip>
  );
}
