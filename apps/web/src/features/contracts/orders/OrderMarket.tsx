import type { Order } from '@candor/protocol/light';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../../lib/paths.ts';

/** The market of an order, leading to its page, with the leverage. */
export function OrderMarket({ order }: { readonly order: Order }): ReactElement {
  return (
    <span className="flex items-center gap-2">
      <Link
        href={href('detail', { code: order.code, type: String(order.type) })}
        className="target font-semibold hover:underline"
      >
        <bdi dir="ltr">{order.code}</bdi>
      </Link>
      <bdi className="num text-xs text-ink-3">{`${order.leverage}×`}</bdi>
    </span>
  );
}
