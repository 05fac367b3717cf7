import { formatMoney } from '@candor/kernel';
import type { ClosingCost } from '@candor/pricing';
import type { Order } from '@candor/protocol/light';
import { Amount, KeyValue, Price, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** What closing would bring now: near which price, its fee, and the result before and after it. */
export function CloseFigures(props: {
  readonly order: Order;
  /** Null while it cannot be said. */
  readonly estimate: ClosingCost | null;
  readonly tickSize: string | undefined;
}): ReactElement {
  const { order, estimate, tickSize } = props;
  const t = useT();
  return (
    <>
      <dl className="grid gap-1 text-sm">
        <KeyValue label={t('orders.close-near')}>
          <Price value={order.markPrice} {...(tickSize === undefined ? {} : { tickSize })} />
        </KeyValue>
        <KeyValue label={t('orders.result-before')}>
          <Amount value={estimate === null ? null : formatMoney(estimate.realized)} signed />
        </KeyValue>
        <KeyValue label={t('orders.fee-close')}>
          <Amount value={estimate === null ? null : formatMoney(estimate.fee)} />
        </KeyValue>
        <KeyValue label={t('orders.result-after')}>
          <Amount value={estimate === null ? null : formatMoney(estimate.net)} signed />
        </KeyValue>
      </dl>
      <p className="text-xs text-ink-3">{t('orders.close-note')}</p>
    </>
  );
}
