import {
  type Decimal,
  type Money,
  type Price,
  type Rate,
  ASSET_SCALE,
  DECIMAL_ONE,
  DECIMAL_PLACES,
  abs,
  assert,
  divideInteger,
  min,
  money,
  subMoney,
} from '@candor/kernel';
import type { BidAsk } from '@candor/pricing';

/**
 * What a plan fund holds of one instrument. `cost` is what it stands in the books with: what was
 * paid for it, or its worth at the last midnight mark; negative for a short, which was paid for it.
 */
export type Position = {
  /** Base units, negative for a short. */
  readonly quantity: Decimal;
  readonly cost: Money;
};

/** Nothing held. */
export const NO_POSITION: Position = { quantity: 0n as Decimal, cost: money('USDT', 0n) };

/** Base units are traded to eight places: shares of a fund do not come in lots. */
const QUANTITY_STEP = 10n ** BigInt(DECIMAL_PLACES - 8);

/** Less than this is not worth an order. @units USDT units */
const LEAST_ORDER = money('USDT', 10n ** BigInt(ASSET_SCALE.USDT));

const SURPLUS = 10n ** BigInt(2 * DECIMAL_PLACES - ASSET_SCALE.USDT);

/** Quantity × price in USDT. @rounding as named, once */
function usdt(quantity: bigint, price: Price, rounding: 'floor' | 'down' | 'up'): bigint {
  return divideInteger(quantity * price, SURPLUS, rounding);
}

/**
 * What closing a position now would bring: a long at the bid, a short at the ask; negative for a
 * short. The closing fee is not in it.
 *
 * @units    result: USDT units, signed
 * @rounding toward minus infinity, once, so that nothing is shown that a sale would not bring
 */
export function worthOf(position: Position, quote: BidAsk): Money {
  const price = position.quantity >= 0n ? quote.bid : quote.ask;
  return money('USDT', usdt(position.quantity, price, 'floor'));
}

/** What a position has won or lost since it was paid for or marked. @units USDT units, signed */
export function unrealizedOf(position: Position, quote: BidAsk): Money {
  return subMoney(worthOf(position, quote), position.cost);
}

/** A trade of a fund at one price: what it moved, and the position it left. */
export type Trade = {
  /** Base units, negative for a sale. */
  readonly quantity: Decimal;
  readonly price: Price;
  /** Of the notional, like every trade's. */
  readonly fee: Money;
  /** What the closed part won or lost against its cost, before the fee. */
  readonly result: Money;
  readonly position: Position;
};

/**
 * Changes a position by a quantity at a price. What is closed takes its part of the cost along; what
 * is opened is paid for. A sale of more than is held closes all and opens a short with the rest.
 *
 * @units     quantity: base units, signed · fee rate: of the notional
 * @rounding  fee up · what is received down, what is paid up · the part of the cost half to even
 * @throws    InvariantError for no quantity, or a price that is not positive
 * @invariant result − fee is how much the fund's value moves, at a mark equal to the price, to a unit each
 */
export function tradePosition(
  position: Position,
  facts: { readonly quantity: Decimal; readonly price: Price; readonly feeRate: Rate },
): Trade {
  const { quantity, price, feeRate } = facts;
  assert(quantity !== 0n, 'a trade moves something');
  assert(price > 0n, 'a price is positive');
  const held = position.quantity;
  const isClosing = held !== 0n && held > 0n !== quantity > 0n;
  const closed = isClosing ? min(abs(held), abs(quantity)) : (0n as Decimal);
  const opened = (abs(quantity) - closed) as Decimal;
  const sign = quantity > 0n ? 1n : -1n;

  const cost = position.cost.units;
  const isWhole = closed === abs(held);
  const released =
    closed === 0n ? 0n : isWhole ? cost : divideInteger(cost * closed, abs(held), 'halfEven');
  // Closing a long brings price × closed; closing a short costs as much.
  const brought = usdt(-sign * closed, price, 'floor');
  const result = closed === 0n ? 0n : brought - released;
  // What is opened is paid for: more for a long, less received for a short.
  const paid = opened === 0n ? 0n : -usdt(-sign * opened, price, 'floor');
  const fee = divideInteger(abs(quantity) * price * feeRate, SURPLUS * DECIMAL_ONE, 'up');
  return {
    quantity,
    price,
    fee: money('USDT', fee),
    result: money('USDT', result),
    position: {
      quantity: (held + quantity) as Decimal,
      cost: money('USDT', cost - released + paid),
    },
  };
}

/**
 * How much has to be traded so that a position is worth a share of a value, the fee of its trade
 * included, so that a fund never buys with money it does not have.
 *
 * @shape    the quantity to trade, signed; zero when less than one USDT would change hands
 * @units    weight: basis points of the value, negative for a short · value: USDT
 * @rounding toward zero, to eight places
 * @throws   InvariantError for a weight beyond the whole value, or a value that is not positive
 */
export function quantityTowards(
  position: Position,
  facts: {
    readonly weight: number;
    readonly value: Money;
    readonly quote: BidAsk;
    readonly feeRate: Rate;
  },
): Decimal {
  const { weight, value, quote, feeRate } = facts;
  assert(Number.isInteger(weight) && Math.abs(weight) <= 10_000, `not a weight: ${weight}`);
  assert(value.units > 0n, 'a fund that trades has a value');
  const wanted = wantedAt(weight, value, quote, feeRate);
  const trade = (wanted - position.quantity) as Decimal;
  if (trade === 0n) return trade;
  const price = trade > 0n ? quote.ask : quote.bid;
  // A position is closed whole, however little it is.
  const isSmall = usdt(abs(trade), price, 'up') < LEAST_ORDER.units;
  return isSmall && wanted !== 0n ? (0n as Decimal) : trade;
}

function wantedAt(weight: number, value: Money, quote: BidAsk, feeRate: Rate): Decimal {
  const price = weight >= 0 ? quote.ask : quote.bid;
  const divisor = 10_000n * price * (DECIMAL_ONE + feeRate);
  const quantity = divideInteger(
    BigInt(weight) * value.units * SURPLUS * DECIMAL_ONE,
    divisor,
    'down',
  );
  return onStep(quantity);
}

/**
 * A share of a position, as a leaver takes it along or a joiner buys it.
 *
 * @shape    part ÷ whole of the quantity
 * @rounding toward zero, to eight places
 * @throws   InvariantError when the part is negative or more than the whole
 */
export function shareOfQuantity(
  quantity: Decimal,
  share: { readonly part: bigint; readonly whole: bigint },
): Decimal {
  const { part, whole } = share;
  assert(part >= 0n && whole > 0n && part <= whole, 'a share is a part of a whole');
  if (part === whole) return quantity;
  const found = divideInteger(quantity * part, whole, 'down');
  return onStep(found);
}

/** A quantity without what is finer than eight places. @rounding toward zero */
export function onStep(quantity: bigint): Decimal {
  return (quantity - (quantity % QUANTITY_STEP)) as Decimal;
}
