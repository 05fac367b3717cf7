import {
  type Money,
  type Price,
  addMoney,
  formatDecimal,
  formatMoney,
  mul,
  sub,
} from '@candor/kernel';
import { type Side, realizedPnl } from '@candor/pricing';
import type { Order } from '@candor/protocol';
import {
  type AnyOrder,
  type Contract,
  type PendingOrder,
  isContract,
  versionOf,
} from './contract.ts';
import type { MarketView } from './market-view.ts';
import { ownPrice } from './waiting-prices.ts';
import type { Valued } from './valuation.ts';

/** What a page may add to an order besides the order itself. */
export type OrderContext = {
  readonly market: MarketView;
  readonly valued: Valued | null;
  /** Left out when it was not asked for; null when this instrument alone cannot reach it. */
  readonly closeOutPrice?: Price | null;
};

/** The result at the take-profit price, of the lots still open or of all of a closed contract. */
function expectedProfit(contract: Contract): { expectedProfit?: string } {
  if (contract.takeProfit === null) return {};
  const { side, status, contractSize, open, takeProfit } = contract;
  const lots = status === 'closed' ? contract.lotsOpened : contract.lots;
  const size = { side, lots, contractSize, link: open.link, openPrice: open.price };
  return { expectedProfit: formatMoney(realizedPnl({ ...size, closePrice: takeProfit })) };
}

/** How much worse a price is than the one asked for: above zero costs, below zero pays. */
function worse(fill: { side: Side; price: Price; asked: Price }): string {
  const { side, price, asked } = fill;
  return formatDecimal(side === 'long' ? sub(price, asked) : sub(asked, price));
}

function running(contract: Contract, context: OrderContext): Partial<Order> {
  if (contract.status !== 'running') return {};
  const { valued, closeOutPrice } = context;
  return {
    openLots: formatDecimal(contract.lots),
    ...(valued === null
      ? {}
      : {
          floatingPnL: formatMoney(valued.pnl),
          unrealizedPnLPercentage: formatDecimal(valued.percent),
          markPrice: formatDecimal(valued.mark),
        }),
    ...(closeOutPrice === undefined
      ? {}
      : { closeOutPrice: closeOutPrice === null ? null : formatDecimal(closeOutPrice) }),
  };
}

const OPPOSITE = { long: 'short', short: 'long' } as const;

function closed(contract: Contract): Partial<Order> {
  const { closing, done, side } = contract;
  if (closing === null) return {};
  const { fill, asked } = closing;
  return {
    closeTime: closing.at,
    profit: formatMoney(done.profit),
    ...(fill === null ? {} : { closePrice: formatDecimal(fill.price), closeTickId: fill.tickId }),
    ...(fill === null || asked === null
      ? {}
      : { closeSlippage: worse({ side: OPPOSITE[side], price: fill.price, asked }) }),
  };
}

function receipts({ receipts: numbers }: Contract): Partial<Order> {
  const last = numbers.at(-1);
  return last === undefined ? {} : { receiptNo: last, receiptIds: [...numbers] };
}

/** The price an order asked for, where it asked for one. */
function askedOf(order: AnyOrder): Price | null {
  return order.askedPrice ?? order.stopPrice;
}

function filled(contract: Contract, context: OrderContext): Partial<Order> {
  const { open, side, openFee, done } = contract;
  const asked = askedOf(contract);
  return {
    openPrice: formatDecimal(open.price),
    openTime: open.at,
    openTickId: open.tickId,
    margin: heldBy(contract),
    fee: formatMoney(addMoney(openFee, done.fee)),
    financing: formatMoney(contract.financing),
    ...(asked === null ? {} : { slippage: worse({ side, price: open.price, asked }) }),
    ...expectedProfit(contract),
    ...running(contract, context),
    ...closed(contract),
    ...receipts(contract),
  };
}

function heldBy(contract: Contract): string {
  const { status, margin, marginOpened } = contract;
  const held: Money = status === 'running' ? margin : marginOpened;
  return formatMoney(held);
}

function waiting(order: PendingOrder): Partial<Order> {
  const { ended } = order;
  return {
    ...(order.orderType === 'stopLimit' ? { armed: order.armedBy !== null } : {}),
    ...(ended === null ? {} : { closeTime: ended.at }),
    ...(ended?.code == null ? {} : { rejectedCode: ended.code }),
  };
}

const optional = <Key extends string>(
  key: Key,
  price: Price | null,
): Partial<Record<Key, string>> =>
  price === null ? {} : ({ [key]: formatDecimal(price) } as Record<Key, string>);

/** An order as the trader sees it: waiting, running or ended. */
export function orderOf(order: AnyOrder, context: OrderContext): Order {
  const instrument = context.market.instrument(order.code);
  const isFilled = isContract(order);
  const lots = isFilled ? order.lotsOpened : order.lots;
  const own = isFilled
    ? (askedOf(order) ?? order.open.price)
    : ownPrice({ orderType: order.orderType, limit: order.askedPrice, stop: order.stopPrice });
  const isOpen = order.status !== 'closed';
  return {
    id: order.id,
    version: versionOf(order),
    orderNo: order.orderNo,
    code: order.code,
    name: instrument?.name ?? order.code,
    type: instrument?.type ?? 2,
    direction: order.side === 'long' ? 'buy' : 'sell',
    orderType: order.orderType,
    status: order.status,
    reason: (isFilled ? order.closing?.reason : order.ended?.reason) ?? null,
    price: formatDecimal(own),
    createdTime: order.createdAt,
    lots: formatDecimal(lots),
    contracts: formatDecimal(mul(lots, order.contractSize, 'halfEven')),
    leverage: order.leverage,
    margin: '0',
    fee: '0',
    financing: '0',
    ...optional('stopPrice', order.stopPrice),
    ...optional('stopLoss', order.stopLoss),
    ...optional('takeProfit', order.takeProfit),
    ...optional('trailingDistance', order.trailingDistance),
    paused: isOpen && order.feed !== context.market.feed().key,
    mode: order.mode,
    ...(isFilled ? filled(order, context) : waiting(order)),
  };
}
