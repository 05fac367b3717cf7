import { type Money, type Price, formatMoney, price, quantity } from '@candor/kernel';
import type { Translate } from '@candor/locales';
import { realizedPnl } from '@candor/pricing';
import type { Order } from '@candor/protocol/light';
import { formatNumber, placesOfStep } from '@candor/ui';
import { type Terms, sideOf } from '../order/preview.ts';

/** One of the trader's own prices for a chart, in words with its money result. */
export type OwnPriceLine = {
  readonly id: string;
  /** For drawing only. */
  readonly price: number;
  readonly priceText: string;
  readonly label: string;
  readonly tone: 'entry' | 'pending' | 'stop' | 'target' | 'forced';
  /** Of a line that may be moved: its exact price, and what it is called. */
  readonly move?: { readonly at: string; readonly name: string };
};

/** What an order says that a line can stand for. */
export type LineField = 'stopLoss' | 'takeProfit' | 'price' | 'stopPrice';

/** What lines are made of besides the orders. */
export type LineFacts = {
  readonly code: string;
  readonly tickSize: string;
  readonly terms: Terms;
  readonly t: Translate;
};

/** Which line of which order an id names. */
export function lineId(order: Pick<Order, 'id'>, field: LineField): string {
  return `${order.id}/${field}`;
}

/** Where an order opened, or would: its own price while it waits. */
function ownPrice(order: Order): string {
  return order.openPrice ?? order.price;
}

function resultAt(order: Order, at: Price, terms: Terms & { link: Price }): Money {
  return realizedPnl({
    side: sideOf(order),
    lots: quantity(order.openLots ?? order.lots),
    contractSize: terms.contractSize,
    link: terms.link,
    openPrice: price(ownPrice(order)),
    closePrice: at,
  });
}

function signed(money: string): string {
  return formatNumber(money, { places: 2, sign: 'always' });
}

/** The words of a stop or target at a price: what it is, and what it would bring before fees. */
export function stopLabel(
  order: Order,
  field: 'stopLoss' | 'takeProfit',
  at: { readonly price: string; readonly facts: LineFacts },
): string {
  const { terms, t } = at.facts;
  const result =
    terms.link === null
      ? ''
      : signed(formatMoney(resultAt(order, price(at.price), { ...terms, link: terms.link })));
  if (field === 'takeProfit') return t('market.own-target', { result });
  const trails = order.trailingDistance !== undefined;
  return t(trails ? 'market.own-trailing' : 'market.own-stop', { result });
}

function stopLine(
  order: Order,
  field: 'stopLoss' | 'takeProfit',
  facts: LineFacts,
): OwnPriceLine[] {
  const at = order[field];
  if (at === undefined) return [];
  const name = field === 'stopLoss' ? 'market.own-stop-name' : 'market.own-target-name';
  const lots = formatNumber(order.openLots ?? order.lots);
  return [
    {
      id: lineId(order, field),
      price: +at,
      priceText: formatNumber(at, { placesMin: placesOfStep(facts.tickSize) }),
      label: stopLabel(order, field, { price: at, facts }),
      tone: field === 'stopLoss' ? 'stop' : 'target',
      move: { at, name: facts.t(name, { side: sideOf(order), lots }) },
    },
  ];
}

function entryLine(order: Order, { t, tickSize }: LineFacts): OwnPriceLine {
  const at = ownPrice(order);
  const key = order.direction === 'buy' ? 'market.own-entry-long' : 'market.own-entry-short';
  const result = order.floatingPnL === undefined ? '' : signed(order.floatingPnL);
  return {
    id: `${order.id}/entry`,
    price: +at,
    priceText: formatNumber(at, { placesMin: placesOfStep(tickSize) }),
    label: t(key, { lots: formatNumber(order.openLots ?? order.lots), result }).trim(),
    tone: 'entry',
  };
}

/** The words of an order that waits, at the price it waits for. */
export function pendingLabel(order: Order, field: 'price' | 'stopPrice', t: Translate): string {
  const lots = formatNumber(order.lots);
  if (order.orderType === 'stopLimit' && field === 'price') {
    return t('market.own-pending-limit', { lots });
  }
  return t('market.own-pending', { side: order.direction, kind: order.orderType, lots });
}

function pendingLines(order: Order, { t, tickSize }: LineFacts): OwnPriceLine[] {
  const fields: readonly ('price' | 'stopPrice')[] =
    order.orderType === 'limit'
      ? ['price']
      : order.orderType === 'stop'
        ? ['stopPrice']
        : ['stopPrice', 'price'];
  return fields.flatMap((field) => {
    const at = order[field];
    if (at === undefined) return [];
    const label = pendingLabel(order, field, t);
    return [
      {
        id: lineId(order, field),
        price: +at,
        priceText: formatNumber(at, { placesMin: placesOfStep(tickSize) }),
        label,
        tone: 'pending' as const,
        move: { at, name: label },
      },
    ];
  });
}

/** Where the account would be closed out by this market alone; one line for all contracts. */
function forcedLine(orders: readonly Order[], { t, tickSize }: LineFacts): OwnPriceLine[] {
  const at = orders.find((order) => order.closeOutPrice != null)?.closeOutPrice;
  if (at == null) return [];
  return [
    {
      id: 'forced',
      price: +at,
      priceText: formatNumber(at, { placesMin: placesOfStep(tickSize) }),
      label: t('market.own-forced'),
      tone: 'forced',
    },
  ];
}

/**
 * The trader's own prices of one instrument as chart lines: entry with the result so far, stop and
 * target with what they would bring, orders that wait, and where the account is closed out.
 */
export function ownPriceLines(orders: readonly Order[], facts: LineFacts): OwnPriceLine[] {
  const own = orders.filter((order) => order.code === facts.code && order.status !== 'closed');
  const running = own.filter((order) => order.status === 'running');
  return [
    ...own.flatMap((order) => [
      ...(order.status === 'running' ? [entryLine(order, facts)] : pendingLines(order, facts)),
      ...stopLine(order, 'stopLoss', facts),
      ...stopLine(order, 'takeProfit', facts),
    ]),
    ...forcedLine(running, facts),
  ];
}
