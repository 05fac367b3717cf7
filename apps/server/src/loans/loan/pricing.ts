import {
  type Asset,
  type Money,
  type Price,
  type UnixMs,
  ensure,
  formatDecimal,
  formatMoney,
} from '@candor/kernel';
import { type Bids, LOAN_LINES, type LinePrices, collateralFigures } from '@candor/pricing';
import type { loans as protocol } from '@candor/protocol';
import { codeOf } from '../../exchange/index.ts';
import type { LoanDeps } from './deps.ts';
import type { Priced } from './loan.ts';

type LoanLine = protocol.LoanLine;

const COINS = ['BTC', 'ETH'] as const;

/** What bids are asked of. */
type BidDeps = Pick<LoanDeps, 'market' | 'exchange'>;

/**
 * Bids that count now: those the exchange sells a coin at, from a tick that may set something off. Prices that
 * may not move real money judge no loan, and a coin without a bid cannot be judged.
 *
 * @source LEDGER 4, "LTV"; P10
 */
export function bidsNow({ market, exchange }: BidDeps): Bids {
  return Object.fromEntries(
    COINS.flatMap((coin) => {
      const bid = exchange.bidOf(coin);
      const mayTrigger = market.latest(codeOf(coin))?.mayTrigger === true;
      return bid !== null && mayTrigger ? [[coin, bid]] : [];
    }),
  );
}

/** Bids a loan is lent on: nothing is lent on a coin of which only sales are taken. */
export function lendingBids(deps: BidDeps, now: UnixMs): Bids {
  return Object.fromEntries(
    Object.entries(bidsNow(deps)).filter(
      ([coin]) => deps.market.status(codeOf(coin as keyof Bids), now) === 'open',
    ),
  );
}

/** Collateral with the bids and ticks of now; a coin without a bid has none. */
export function pricedNow(
  market: LoanDeps['market'],
  { held, bids }: { readonly held: readonly Money[]; readonly bids: Bids },
): readonly Priced[] {
  return held.map((one) => {
    if (one.asset === 'USDT') return { held: one, at: null };
    // A sale of USDT alone needs no price of what stays.
    if (bids[one.asset] === undefined) return { held: one, at: null };
    const quote = ensure(market.latest(codeOf(one.asset)), 'what is judged has a price');
    return { held: one, at: { price: quote.bid, tickId: quote.tickId } };
  });
}

/** A line of a loan as the wire writes it. */
function lineOf({ line, ofToday, bids }: LinePrices): LoanLine {
  return {
    ltv: formatDecimal(line),
    kind: line === LOAN_LINES.sale ? 'sale' : 'notice',
    ofToday: formatDecimal(ofToday),
    prices: (Object.entries(bids) as [Asset, Price][]).map(([asset, price]) => ({
      asset,
      price: formatDecimal(price),
    })),
  };
}

/** How a loan stands with its collateral, as the wire writes it; nulls while it cannot be judged. */
export function collateralTexts(facts: {
  readonly debt: Money;
  readonly collateral: readonly Money[];
  readonly bids: Bids;
}): { value: string | null; ltv: string | null; steps: LoanLine[] } {
  const figures = collateralFigures(facts);
  if (figures === null) return { value: null, ltv: null, steps: [] };
  const { value, ltv, lines } = figures;
  return {
    value: formatMoney(value),
    ltv: ltv === null ? null : formatDecimal(ltv),
    steps: lines.map(lineOf),
  };
}
