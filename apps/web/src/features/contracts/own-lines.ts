import { type Money, type Price, formatMoney, price, quantity } from '@candor/kernel';
import type { Translate } from '@candor/locales';
import { realizedPnl } from '@candor/pricing';
import type { Order } from '@candor/protocol/light';
import { formatNumber, placesOfStep } from '@candor/ui';
import type { Terms } from './preview.ts';

/** One of the trader's own prices for a chart, in words with its money result. */
export type OwnPriceLine = {
  readonly id: string;
  /** For drawing only. */
  readonly price: number;
  readonly priceText: string;
  readonly label: string;
  readonly tone: 'entry' | 'stop' | 'target';
};

function resultAt(order: Order, at: Price, terms: Terms & { link: Price }): Money {
  return realizedPnl({
    side: order.direction === 'buy' ? 'long' : 'short',
    lots: quantity(order.lots),
    contractSize: terms.contractSize,
    link: terms.link,
    openPrice: price(order.openPrice ?? order.price),
    closePrice: at,
  });
}

/** Entry, stop and target of the open contracts of one instrument, as chart lines. */
export function ownPriceLines(
  orders: readonly Order[],
  facts: {
    readonly code: string;
    readonly tickSize: string;
    readonly terms: Terms;
    readonly t: Translate;
  },
): OwnPriceLine[] {
  const { code, tickSize, terms, t } = facts;
  const style = { placesMin: placesOfStep(tickSize) };
  const result = (order: Order, at: string): string => {
    if (terms.link === null) return '';
    const money = resultAt(order, price(at), { ...terms, link: terms.link });
    return formatNumber(formatMoney(money), { places: 2, sign: 'always' });
  };
  const lineOf = (
    order: Order,
    tone: OwnPriceLine['tone'],
    at: string,
    label: string,
  ): OwnPriceLine => ({
    id: `${order.id}-${tone}`,
    price: +at,
    priceText: formatNumber(at, style),
    label,
    tone,
  });
  return orders
    .filter((order) => order.code === code && order.status === 'running')
    .flatMap((order) => {
      const lots = formatNumber(order.lots);
      const entry = order.direction === 'buy' ? 'market.own-entry-long' : 'market.own-entry-short';
      const { stopLoss, takeProfit } = order;
      return [
        lineOf(order, 'entry', order.openPrice ?? order.price, t(entry, { lots })),
        ...(stopLoss === undefined
          ? []
          : [
              lineOf(
                order,
                'stop',
                stopLoss,
                t('market.own-stop', { result: result(order, stopLoss) }),
              ),
            ]),
        ...(takeProfit === undefined
          ? []
          : [
              lineOf(
                order,
                'target',
                takeProfit,
                t('market.own-target', { result: result(order, takeProfit) }),
              ),
            ]),
      ];
    });
}
