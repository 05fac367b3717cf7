import {
  type Decimal,
  type Money,
  type Price,
  type Rate,
  addMoney,
  assert,
  sub,
  subMoney,
  zero,
} from '@candor/kernel';
import { tradeFee } from './fee.ts';
import { percentOf } from '../price/percent.ts';
import { type Side, sideSign } from '../price/quote.ts';
import { type TradeSize, usdtOf } from './usdt.ts';

/** An open contract, as far as its result depends on it. */
export type OpenTrade = TradeSize & { readonly side: Side; readonly openPrice: Price };

function result(trade: OpenTrade, at: Price): Money {
  const move = sub(at, trade.openPrice);
  const won = (sideSign(trade.side) * move) as Decimal;
  return usdtOf([won, trade.lots, trade.contractSize, trade.link], { rounding: 'down' });
}

/**
 * What an open contract has won or lost so far, before fees and financing.
 *
 * @shape    side × (mark − open price) × lots × contract size × link
 * @units    mark: bid for a long, ask for a short · result: USDT units, signed
 * @rounding down (toward zero), once, so a gain and a loss of one size are one number
 * @invariant long and short of one size and open price, at one mark, sum to zero
 * @source   seed §3 "Real-time PnL per order"
 */
export function unrealizedPnl(trade: OpenTrade & { readonly mark: Price }): Money {
  return result(trade, trade.mark);
}

/**
 * What a contract has won or lost at the price it closed at, before fees and financing.
 *
 * @shape    side × (close price − open price) × lots × contract size × link
 * @units    result: USDT units, signed
 * @rounding down (toward zero), once
 */
export function realizedPnl(trade: OpenTrade & { readonly closePrice: Price }): Money {
  return result(trade, trade.closePrice);
}

/**
 * Unrealized PnL in percent of the initial margin.
 *
 * @units    result: percent, 12.5 is 12.5 %
 * @rounding halfEven, at 4 places
 * @throws   InvariantError when the margin is not positive
 */
export function unrealizedPercent(facts: { pnl: Money; margin: Money }): Decimal {
  assert(facts.pnl.asset === facts.margin.asset, 'result and margin are in one asset');
  assert(facts.margin.units > 0n, 'a contract holds a margin');
  return percentOf(facts.pnl.units, facts.margin.units);
}

/** The `profit` of an order: realized PnL − both fees − financing. @units USDT units; exact */
export function orderProfit(facts: {
  readonly realized: Money;
  /** Opening and closing fee together. */
  readonly fees: Money;
  /** What the days cost; negative when they paid. */
  readonly financing: Money;
}): Money {
  return subMoney(subMoney(facts.realized, facts.fees), facts.financing);
}

/**
 * What a contract loses when it closes exactly at its stop, both fees included; nothing when the
 * stop secures a gain. A gap can make it more.
 *
 * @units    result: USDT units, not negative
 * @rounding PnL down, each fee up: the very amounts that would be posted
 */
export function lossAtStop(
  trade: OpenTrade & { readonly stopLoss: Price; readonly feeRate: Rate },
): Money {
  const { stopLoss, openPrice, ...rest } = trade;
  const fees = addMoney(
    tradeFee({ ...rest, price: openPrice }),
    tradeFee({ ...rest, price: stopLoss }),
  );
  const loss = subMoney(fees, realizedPnl({ ...trade, closePrice: stopLoss }));
  return loss.units > 0n ? loss : zero('USDT');
}
