import type { Order } from '@candor/protocol/light';
import { Amount, Percent } from '@candor/ui';
import type { ReactElement } from 'react';
import { resultOf } from '../order/view.ts';

/** What an order has won or lost: money with its sign, and the share of its margin. */
export function OrderResult(props: {
  readonly order: Order;
  readonly className?: string;
}): ReactElement {
  const { order, className = '' } = props;
  return (
    <span className={`block ${className}`}>
      {/* A line each: a figure that is itself the line would stand at its own, western end. */}
      <span className="block">
        <Amount value={resultOf(order)} asset={null} signed className="font-semibold" />
      </span>
      {order.status === 'running' && (
        <span className="block">
          <Percent value={order.unrealizedPnLPercentage} className="text-xs" />
        </span>
      )}
    </span>
  );
}
