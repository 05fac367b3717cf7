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

/**
 * Bids that count now: of coins whose market takes sales, from a fresh tick that may set something off. A
 * coin without one cannot be judged.
 *
 * @source LEDGER 4, "LTV"; P10
 */
export function bidsNow(market: LoanDeps['market'], now: UnixMs): Bids {
  const bids: Bids = Object.fromEntries(
    COINS.flatMap((coin) => {
      const code = codeOf(coin);
      const status = market.status(code, now);
      const quote = market.latest(code);
      const counts = status === 'open' || status === 'closeOnly';
      return counts && quote?.mayTrigger === true ? [[coin, quote.bid]] : [];
    }),
  );
  return bids;
}

/** Collateral with the bids and ticks of now; asked only where each of its coins has one. */
export function pricedNow(market: LoanDeps['market'], held: readonly Money[]): readonly Priced[] {
  return held.map((one) => {
    if (one.asset === 'USDT') return { held: one, at: null };
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
