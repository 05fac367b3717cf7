import {
  type InstrumentCode,
  type Money,
  type Rate,
  addMoney,
  assert,
  divideInteger,
  ensure,
  money,
  subMoney,
  zero,
} from '@candor/kernel';
import type { BidAsk } from '@candor/pricing';
import {
  type Position,
  type Trade,
  NO_POSITION,
  onStep,
  quantityTowards,
  shareOfQuantity,
  tradePosition,
  unrealizedOf,
  worthOf,
} from './position.ts';

/** A price with what names it: a tick of the tape, or a bar of a file. */
export type FundPrice = BidAsk & { readonly at: string };

/** The prices of a moment, in the order of the fund's instruments; null where there is none. */
export type FundPrices = readonly (FundPrice | null)[];

/**
 * The money of a plan: what its owners have in it since the last settlement, what its trades and
 * marks brought since, and what it holds. It borrows nothing: a weight is a share of its value.
 */
export type Fund = {
  readonly instruments: readonly { readonly code: InstrumentCode; readonly feeRate: Rate }[];
  /** Σ of what its owners have in it, as of the last settlement. @units USDT units */
  readonly settled: Money;
  /** Σ of results less fees since then; what the clearing account holds. */
  readonly result: Money;
  /** In the order of the instruments. */
  readonly positions: readonly Position[];
};

/** A trade of a fund, with the price it was made at. */
export type Fill = Trade & { readonly code: InstrumentCode; readonly at: string };

/** A position at a midnight: what it won or lost since it was paid for or marked before. */
export type Mark = { readonly code: InstrumentCode; readonly at: string; readonly result: Money };

/** A fund nobody has money in. */
export function emptyFund(instruments: Fund['instruments']): Fund {
  return {
    instruments,
    settled: zero('USDT'),
    result: zero('USDT'),
    positions: instruments.map(() => NO_POSITION),
  };
}

/**
 * What a fund is worth at the prices of a moment, closing fees not taken.
 *
 * @shape   settled + result + Σ unrealized; null when something is held that has no price
 * @units   USDT units
 */
export function fundValue(fund: Fund, prices: FundPrices): Money | null {
  let value = addMoney(fund.settled, fund.result);
  for (const [index, position] of fund.positions.entries()) {
    if (position.quantity === 0n) continue;
    const price = prices[index] ?? null;
    if (price === null) return null;
    value = addMoney(value, unrealizedOf(position, price));
  }
  return value;
}

/** The fund after one of its trades. */
function traded(fund: Fund, index: number, trade: Trade): Fund {
  const positions = fund.positions.with(index, trade.position);
  const result = addMoney(fund.result, subMoney(trade.result, trade.fee));
  return { ...fund, positions, result };
}

function priceAt(prices: FundPrices, index: number): FundPrice {
  return ensure(prices[index] ?? null, 'what is traded has a price');
}

/**
 * Trades a fund to the weights of a target: what is sold first, then what is bought, so that what is
 * bought is paid with what was sold.
 *
 * @shape  the fund afterwards and its fills; null when a price is missing, or nothing is worth trading with
 * @units  weights: basis points of the fund's value now
 */
export function tradeTo(
  fund: Fund,
  facts: { readonly weights: readonly number[]; readonly prices: FundPrices },
): { readonly fund: Fund; readonly fills: readonly Fill[] } | null {
  const { weights, prices } = facts;
  assert(weights.length === fund.instruments.length, 'a target has a weight for each instrument');
  if (prices.some((price) => price === null)) return null;
  const value = fundValue(fund, prices);
  if (value === null || value.units <= 0n) return null;
  const wanted = fund.positions.map((position, index) => ({
    index,
    quantity: quantityTowards(position, {
      weight: ensure(weights[index], 'a weight for each'),
      value,
      quote: priceAt(prices, index),
      feeRate: feeRateAt(fund, index),
    }),
  }));
  const ordered = [
    ...wanted.filter(({ quantity }) => quantity < 0n),
    ...wanted.filter(({ quantity }) => quantity > 0n),
  ];
  let after = fund;
  const fills: Fill[] = [];
  for (const { index, quantity } of ordered) {
    const made = fillOf(after, { index, quantity, prices });
    fills.push(made.fill);
    after = made.fund;
  }
  return { fund: after, fills };
}

function feeRateAt(fund: Fund, index: number): Rate {
  return ensure(fund.instruments[index], 'an instrument of the fund').feeRate;
}

/** One trade of a fund at the prices of a moment: bought at the ask, sold at the bid. */
function fillOf(
  fund: Fund,
  facts: {
    readonly index: number;
    readonly quantity: Trade['quantity'];
    readonly prices: FundPrices;
  },
): { fund: Fund; fill: Fill } {
  const { index, quantity, prices } = facts;
  const quote = priceAt(prices, index);
  const trade = tradePosition(ensure(fund.positions[index], 'a position'), {
    quantity,
    price: quantity > 0n ? quote.ask : quote.bid,
    feeRate: feeRateAt(fund, index),
  });
  const { code } = ensure(fund.instruments[index], 'an instrument of the fund');
  return { fund: traded(fund, index, trade), fill: { ...trade, code, at: quote.at } };
}

/**
 * The fund at a midnight: each position is marked to the last price, its result booked, and the next
 * day starts from that mark.
 *
 * @shape     null when something is held that has no price
 * @invariant afterwards result + settled is the fund's value at these prices
 */
export function markFund(
  fund: Fund,
  prices: FundPrices,
): { readonly fund: Fund; readonly marks: readonly Mark[] } | null {
  const marks: Mark[] = [];
  const positions: Position[] = [];
  let { result } = fund;
  for (const [index, position] of fund.positions.entries()) {
    const price = prices[index] ?? null;
    if (position.quantity === 0n) {
      positions.push(position);
      continue;
    }
    if (price === null) return null;
    const moved = unrealizedOf(position, price);
    const { code } = ensure(fund.instruments[index], 'an instrument of the fund');
    marks.push({ code, at: price.at, result: moved });
    positions.push({ ...position, cost: worthOf(position, price) });
    result = addMoney(result, moved);
  }
  return { fund: { ...fund, positions, result }, marks };
}

/**
 * The fund after a settlement: what was won or lost belongs to its owners, the clearing is empty.
 *
 * @shape settled: Σ of what the owners have in it now, shares of the house taken
 */
export function settleFund(fund: Fund, settled: Money): Fund {
  return { ...fund, settled, result: zero('USDT') };
}

/**
 * A leaver's share of what a fund holds, sold at the bid and bought back at the ask: the results and
 * fees of these trades are the leaver's alone.
 *
 * @shape    share: units of the leaver ÷ units of the fund · own: what the trades and the leaver's
 *           share of the day so far come to · fund: as it goes on without it
 * @rounding quantities down to eight places, all of them with the last units; the share of the day's
 *           result toward minus infinity, all of it with the last units
 */
export function leaveFund(
  fund: Fund,
  facts: {
    readonly share: { readonly part: bigint; readonly whole: bigint };
    /** What the leaver has in the fund, as of the last settlement. */
    readonly settled: Money;
    readonly prices: FundPrices;
  },
): { readonly fund: Fund; readonly fills: readonly Fill[]; readonly own: Money } | null {
  const { share, settled, prices } = facts;
  const day = money('USDT', divideInteger(fund.result.units * share.part, share.whole, 'floor'));
  let after = fund;
  const fills: Fill[] = [];
  for (const [index, position] of fund.positions.entries()) {
    const part = shareOfQuantity(position.quantity, share);
    if (part === 0n) continue;
    if ((prices[index] ?? null) === null) return null;
    const quantity = -part as typeof part;
    const made = fillOf(after, { index, quantity, prices });
    fills.push(made.fill);
    after = made.fund;
  }
  const brought = subMoney(after.result, fund.result);
  const own = addMoney(day, brought);
  return {
    fund: {
      ...after,
      settled: subMoney(after.settled, settled),
      result: subMoney(after.result, own),
    },
    fills,
    own,
  };
}

/**
 * Joiners of a midnight buy their share of what the fund holds, so that those in it before pay
 * nothing for them: the spread and the fees of these trades are the joiners' alone.
 *
 * @shape    own: what the trades cost (never positive); fund: with their money and their share of
 *           the positions, each at its mark · null when something is held that has no price
 * @throws   InvariantError when results of the day before are not settled
 */
export function joinFund(
  fund: Fund,
  facts: { readonly amount: Money; readonly prices: FundPrices },
): { readonly fund: Fund; readonly fills: readonly Fill[]; readonly own: Money } | null {
  const { amount, prices } = facts;
  assert(fund.result.units === 0n, 'who joins, joins a settled fund');
  const whole = fund.settled.units;
  let after: Fund = fund;
  const fills: Fill[] = [];
  for (const [index, position] of fund.positions.entries()) {
    if (position.quantity === 0n || whole <= 0n) continue;
    const price = prices[index] ?? null;
    if (price === null) return null;
    const wanted = divideInteger(position.quantity * amount.units, whole, 'down');
    const quantity = onStep(wanted);
    if (quantity === 0n) continue;
    const made = fillOf(after, { index, quantity, prices });
    fills.push(made.fill);
    after = made.fund;
  }
  const marked = markFund(after, prices);
  if (marked === null) return null;
  const own = marked.fund.result;
  return {
    fund: settleFund(marked.fund, addMoney(addMoney(fund.settled, amount), own)),
    fills,
    own,
  };
}
