import type { Translate } from '@candor/locales';
import type { Order } from '@candor/protocol/light';
import { formatNumber, formatTime, placesOfStep } from '@candor/ui';
import { receiptHref } from '../../../lib/receipt-address.ts';

/** One of the user's own fills, in words and with the way to its receipt. */
export type OwnFill = {
  readonly id: string;
  /** @units unix milliseconds */
  readonly at: number;
  /** For drawing only. */
  readonly price: number;
  readonly name: string;
  readonly href: string;
};

/**
 * The openings and closings of orders that have a receipt, newest first: an order that is open has
 * none yet, and its entry stands on the chart as a line.
 */
export function ownFills(
  orders: readonly Order[],
  words: { readonly t: Translate; readonly tickSize: string },
): readonly OwnFill[] {
  const { t, tickSize } = words;
  const places = { placesMin: placesOfStep(tickSize) };
  const fills = orders.flatMap((order): OwnFill[] => {
    const { receiptNo, openTime, openPrice, closeTime, closePrice } = order;
    if (receiptNo === undefined) return [];
    const isBuy = order.direction === 'buy';
    const fill = (kind: 'open' | 'close', at?: number, price?: string): OwnFill[] => {
      if (at === undefined || price === undefined) return [];
      const side = t(isBuy === (kind === 'open') ? 'fills.bought' : 'fills.sold');
      const name = t('fills.mark', {
        side,
        lots: formatNumber(order.lots),
        price: formatNumber(price, places),
        when: formatTime(at, 'short'),
      });
      return [{ id: `${order.id}/${kind}`, at, price: +price, name, href: receiptHref(receiptNo) }];
    };
    return [...fill('close', closeTime, closePrice), ...fill('open', openTime, openPrice)];
  });
  return fills.toSorted((one, other) => other.at - one.at);
}
