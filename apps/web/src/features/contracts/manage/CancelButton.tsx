import type { Order } from '@candor/protocol/light';
import { Button, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { openEndText } from '../../../lib/end-text.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useOffline } from '../../../lib/connectivity.ts';
import { useCancelContract } from '../order/end-commands.ts';
import { useOnce } from '../order/use-once.ts';
import { sideLabel } from '../order/view.ts';

/** Takes back an order that waits; it held nothing, so there is no question before. */
export function CancelButton(props: {
  readonly order: Order;
  readonly onProblem: (words: string | null) => void;
  readonly size?: 'sm' | 'md';
}): ReactElement {
  const { order, onProblem, size = 'sm' } = props;
  const t = useT();
  const isOffline = useOffline();
  const cancel = useCancelContract();
  const press = useOnce(async () => {
    onProblem(null);
    const end = await cancel.mutateAsync(order);
    if (end.kind === 'done') toast({ title: t('orders.cancelled') });
    else if (end.kind === 'refused') onProblem(failureText(end.failure, t));
    else onProblem(openEndText(end, t, 'orders.not-amended'));
  });
  return (
    <Button
      variant="secondary"
      size={size}
      disabled={isOffline}
      busy={cancel.isPending ? t('orders.cancelling') : undefined}
      aria-label={
        cancel.isPending
          ? undefined
          : t('orders.cancel-order', { side: t(sideLabel(order.direction)), code: order.code })
      }
      onClick={() => void press()}
    >
      {t('orders.cancel')}
    </Button>
  );
}
