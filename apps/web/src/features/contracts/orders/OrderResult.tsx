import type { Order } from '@candor/protocol/light';
import { Amount, Percent } from '@candor/ui';
import type { ReactElement } from 'react';
import { resultOf } from '../order/view.ts';

/** What an order has won or lost: money with its sign, and the share of its margin. */
export function OrderResult(props: {
  readonly order: Order;
  /** Where there is a line of something else below. */
  readonly isOneLine?: boolean;
  readonly className?: string;
}): ReactElement {
  const { order, isOneLine = false, className = '' } = props;
  const amount = <Amount value={resultOf(order)} asset={null} signed className="font-semibold" />;
  const percent = order.status === 'running' && (
    <Percent value={order.unrealizedPnLPercentage} className="text-xs" />
  );
  if (isOneLine) {
    return (
      <span className={`block whitespace-nowrap ${className}`}>
        {amount} {percent}
      </span>
    );
  }
  return (
    <span className={`block ${className}`}>
      {/* A line each: a figure that is itself the line would stand at its own, western end. */}
      <span className="block">{amount}</span>
      {percent !== false && <span className="block">{percent}</span>}
    </span>
  );
}
