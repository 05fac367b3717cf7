import { formatMoney } from '@candor/kernel';
import type { MarketInfo, Order } from '@candor/protocol/light';
import { DASH, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { closeEstimate, openLots } from '../manage/manage.ts';
import { termsOf } from '../order/preview.ts';

/** What closing a position now would bring after its fee, which is named; a dash while unknown. */
export function AfterFee(props: {
  readonly order: Order;
  readonly info: MarketInfo | undefined;
  readonly className?: string;
}): ReactElement {
  const { order, info, className = '' } = props;
  const t = useT();
  const estimate = info === undefined ? null : closeEstimate(order, openLots(order), termsOf(info));
  const text = (money: Parameters<typeof formatMoney>[0], isSigned: boolean): string =>
    formatNumber(formatMoney(money), { places: 2, ...(isSigned ? { sign: 'always' } : {}) });
  const net = estimate === null ? DASH : text(estimate.net, true);
  const fee = estimate === null ? DASH : text(estimate.fee, false);
  return (
    <span className={`num block text-xs text-ink-2 ${className}`}>
      {t('orders.after-fee', { net, fee })}
    </span>
  );
}
