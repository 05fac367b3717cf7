import type { Order } from '@candor/protocol/light';
import { Price } from '@candor/ui';
import type { ReactElement } from 'react';

/** The smallest price step of a market; undefined while the catalogue is on its way. */
export type TickSizeOf = (code: string) => string | undefined;

/** A price of an order, padded to the steps of its market. */
export function OrderPrice(props: {
  readonly order: Order;
  readonly value: string | null | undefined;
  readonly tickSizeOf: TickSizeOf;
}): ReactElement {
  const tickSize = props.tickSizeOf(props.order.code);
  return <Price value={props.value} {...(tickSize === undefined ? {} : { tickSize })} />;
}
