import { type Price, formatDecimal, formatMoney, addMoney, mul } from '@candor/kernel';
import { realizedPnl } from '@candor/pricing';
import type { Order } from '@candor/protocol';
import type { Contract } from './contract.ts';
import type { MarketView } from './market-view.ts';
import type { Valued } from './valuation.ts';

/** What a page may add to an order besides the contract itself. */
export type OrderContext = {
  readonly market: MarketView;
  readonly valued: Valued | null;
  /** Left out when it was not asked for; null when this instrument alone cannot reach it. */
  readonly closeOutPrice?: Price | null;
};

function expectedProfit(contract: Contract): { expectedProfit?: string } {
  if (contract.takeProfit === null) return {};
  const { side, lots, contractSize, open, takeProfit } = contract;
  const size = { side, lots, contractSize, link: open.link, openPrice: open.price };
  return { expectedProfit: formatMoney(realizedPnl({ ...size, closePrice: takeProfit })) };
}

function running(context: OrderContext): Partial<Order> {
  const { valued, closeOutPrice } = context;
  return {
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

function closed(contract: Contract): Partial<Order> {
  const { closing } = contract;
  if (closing === null) return {};
  return {
    closeTime: closing.at,
    profit: formatMoney(closing.profit),
    ...(closing.fill === null
      ? {}
      : { closePrice: formatDecimal(closing.fill.price), closeTickId: closing.fill.tickId }),
  };
}

/** A contract as the trader sees it. */
export function orderOf(contract: Contract, context: OrderContext): Order {
  const instrument = context.market.instrument(contract.code);
  const { open, closing } = contract;
  return {
    id: contract.id,
    orderNo: contract.orderNo,
    code: contract.code,
    name: instrument?.name ?? contract.code,
    type: instrument?.type ?? 2,
    direction: contract.side === 'long' ? 'buy' : 'sell',
    orderType: contract.orderType,
    status: contract.status,
    reason: closing?.reason ?? null,
    price: formatDecimal(open.price),
    openPrice: formatDecimal(open.price),
    openTime: open.at,
    createdTime: contract.createdAt,
    lots: formatDecimal(contract.lots),
    contracts: formatDecimal(mul(contract.lots, contract.contractSize, 'halfEven')),
    leverage: contract.leverage,
    margin: formatMoney(contract.margin),
    ...(contract.stopLoss === null ? {} : { stopLoss: formatDecimal(contract.stopLoss) }),
    ...(contract.takeProfit === null ? {} : { takeProfit: formatDecimal(contract.takeProfit) }),
    fee: formatMoney(closing === null ? contract.openFee : addMoney(contract.openFee, closing.fee)),
    financing: formatMoney(contract.financing),
    ...expectedProfit(contract),
    openTickId: open.tickId,
    paused: contract.status === 'running' && contract.feed !== context.market.feed().key,
    mode: contract.mode,
    ...running(context),
    ...closed(contract),
  };
}
