import type { Order } from '@candor/protocol/light';
import { Button, formatNumber, placesOfStep, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { useCloseContract } from './api.ts';
import { sideLabel } from './view.ts';

/**
 * Closes one contract at once: no question before, because waiting costs money, and the same
 * press twice is one close.
 */
export function CloseButton(props: {
  readonly order: Order;
  /** What went wrong, in words; null when a new try begins. */
  /** Steps of the market's price; undefined while the catalogue is on its way. */
  readonly tickSize: string | undefined;
  readonly onProblem: (words: string | null) => void;
  readonly size?: 'sm' | 'md';
}): ReactElement {
  const { order, tickSize, onProblem, size = 'sm' } = props;
  const t = useT();
  const close = useCloseContract();
  const press = async (): Promise<void> => {
    onProblem(null);
    const end = await close.mutateAsync(order);
    if (end.kind === 'done') {
      const { price, profit } = end.result;
      toast({
        title: t('message.close-done', {
          price: formatNumber(
            price,
            tickSize === undefined ? {} : { placesMin: placesOfStep(tickSize) },
          ),
          profit: formatNumber(profit, { places: 2, sign: 'always' }),
        }),
      });
    } else if (end.kind === 'unknown') {
      onProblem(t('message.network-timeout'));
    } else {
      const reason = end.kind === 'refused' ? failureText(end.failure, t) : '';
      onProblem(`${t('message.close-failed')} ${reason}`.trim());
    }
  };
  return (
    <Button
      variant="secondary"
      size={size}
      disabled={order.paused}
      busy={close.isPending ? t('orders.closing') : undefined}
      aria-label={
        close.isPending
          ? undefined
          : t('orders.close-order', { side: t(sideLabel(order.direction)), code: order.code })
      }
      onClick={() => void press()}
    >
      {t('orders.close')}
    </Button>
  );
}
