import { type Price, parseDecimal } from '@candor/kernel';
import type { BidAsk } from '../price/quote.ts';
import {
  type StopProblems,
  type StopTerms,
  type StopsBasis,
  type StopsParams,
  judgeStops,
} from './stops.ts';
import { type OrderType, type WaitProblem, expectedPrice, waitProblem } from './trigger.ts';

/** What of an open order can be changed. */
export type AmendableTerms = StopTerms & {
  /** The limit of an order that waits; null where it has none. */
  readonly askedPrice: Price | null;
  /** What sets an order off that waits; null where nothing does. */
  readonly stopPrice: Price | null;
};

/** An open order, as its changes are judged by. */
export type AmendableOrder = AmendableTerms &
  Pick<StopsBasis, 'side' | 'lots' | 'contractSize'> & {
    readonly orderType: OrderType;
    /** Where it opened; null while it waits. */
    readonly openPrice: Price | null;
  };

/** Changes as they are asked for, in decimal text; left out: as it is. */
export type AmendParams = StopsParams & {
  /** Of an order that waits, of a type that has them. */
  readonly price?: string | undefined;
  readonly stopPrice?: string | undefined;
};

/** What is wrong with each change that may not be made. */
export type AmendProblems = StopProblems & {
  readonly price?: WaitProblem;
  readonly stopPrice?: WaitProblem;
};

/** The terms of an order as they would be, and what is wrong with them: nothing where they may be. */
export type JudgedAmendment = {
  readonly terms: AmendableTerms;
  readonly problems: AmendProblems;
};

const PRICES = [
  { field: 'stopPrice', key: 'stopPrice', kind: 'stop' },
  { field: 'price', key: 'askedPrice', kind: 'limit' },
] as const;

/**
 * Judges a change of an open order: the prices it waits for, then its stops. Those of a contract are
 * measured by the market and the close-out price, where they are named; those of an order that waits
 * all, by the price it will wait for.
 *
 * @units    prices: quote currency per base unit · money: USDT before fees
 * @rounding as `stopFromMoney`
 * @source   PRODUCT 4
 */
export function judgeAmendment(
  order: AmendableOrder,
  params: AmendParams,
  facts: Pick<StopsBasis, 'link' | 'tickSize' | 'closeOutPrice'> & {
    /** Null while unknown: only steps are judged. */
    readonly market: BidAsk | null;
  },
): JudgedAmendment {
  const { side, orderType, openPrice } = order;
  const { market, tickSize } = facts;
  const { askedPrice, stopPrice, stopLoss, takeProfit, trailingDistance } = order;
  const prices: Record<'askedPrice' | 'stopPrice', Price | null> = { askedPrice, stopPrice };
  const problems: { price?: WaitProblem; stopPrice?: WaitProblem } = {};
  for (const { field, key, kind } of PRICES) {
    const text = params[field];
    if (text === undefined) continue;
    prices[key] = parseDecimal(text) as Price | null;
    const problem = waitProblem(prices[key], { side, orderType, kind, tickSize, market });
    if (problem !== null) problems[field] = problem;
  }
  const now: StopTerms = { stopLoss, takeProfit, trailingDistance };
  const own =
    openPrice === null
      ? expectedPrice({ orderType, limit: prices.askedPrice, stop: prices.stopPrice })
      : null;
  const from = openPrice ?? own;
  if (from === null || Object.keys(problems).length > 0) {
    return { terms: { ...prices, ...now }, problems };
  }
  const stops = judgeStops(
    params,
    {
      ...order,
      ...facts,
      openPrice: from,
      quote: own === null ? market : { bid: own, ask: own },
      closeOutPrice: own === null ? facts.closeOutPrice : null,
    },
    { now, isBasisNew: own !== null },
  );
  return { terms: { ...prices, ...stops.terms }, problems: stops.problems };
}
