import type { Order } from '@candor/protocol/light';
import { Button, useT } from '@candor/ui';
import { type ReactElement, useEffect } from 'react';
import { useOffline } from '../../../lib/connectivity.ts';
import { useClosing } from '../order/use-closing.tsx';
import { sideLabel } from '../order/view.ts';

/**
 * Closes one contract at once: no question before, because waiting costs money, and the same
 * press twice is one close.
 */
export function CloseButton(props: {
  readonly order: Order;
  /** Steps of the market's price; undefined while the catalogue is on its way. */
  readonly tickSize: string | undefined;
  /** What went wrong, in words; null when there is nothing to say. */
  readonly onProblem: (words: string | null) => void;
  readonly size?: 'sm' | 'md';
}): ReactElement {
  const { order, tickSize, onProblem, size = 'sm' } = props;
  const t = useT();
  const isOffline = useOffline();
  const { close, isBusy, problem } = useClosing(order, tickSize);
  useEffect(() => onProblem(problem), [problem, onProblem]);
  return (
    <Button
      variant="secondary"
      size={size}
      disabled={order.paused || isOffline}
      busy={isBusy ? t('orders.closing') : undefined}
      aria-label={
        isBusy
          ? undefined
          : t('orders.close-order', { side: t(sideLabel(order.direction)), code: order.code })
      }
      onClick={() => void close()}
    >
      {t('orders.close')}
    </Button>
  );
}
