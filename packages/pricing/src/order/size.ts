import {
  ASSET_SCALE,
  DECIMAL_PLACES,
  type Money,
  type Price,
  type Quantity,
  divideInteger,
  isOnStep,
} from '@candor/kernel';
import type { Instrument } from '../price/instrument.ts';
import { openingCost, type OpeningTerms } from './cost.ts';
import { type PricedTrade, usdtOf } from '../position/usdt.ts';
import type { BidAsk } from '../price/quote.ts';

/** The lots an instrument is traded in. */
export type LotTerms = Pick<Instrument, 'lotStep' | 'lotsMin' | 'lotsMax'>;

/** Why so many lots may not be opened: no number above zero, or not the instrument's. */
export type LotsProblem = 'missing' | 'belowMin' | 'aboveMax' | 'offStep';

/**
 * Why an order may not be of so many lots; null when it may. `lots` is null where no number was
 * named.
 *
 * @units  lots: 18 places; exact
 * @source PRODUCT 3, specification of an instrument
 */
export function lotsProblem(lots: Quantity | null, terms: LotTerms): LotsProblem | null {
  if (lots === null || lots <= 0n) return 'missing';
  if (lots < terms.lotsMin) return 'belowMin';
  if (lots > terms.lotsMax) return 'aboveMax';
  return isOnStep(lots, terms.lotStep) ? null : 'offStep';
}

/**
 * The most lots a share of the free margin pays for: margin, fee and opening loss as they would be
 * charged; null when it does not pay for the smallest order, or where an order would cost nothing.
 *
 * @units    share: percent of the free margin, whole · result: lots on the step
 * @rounding the budget down, to the unit
 * @invariant one step more would need more than the budget, or be above the largest order
 */
export function lotsForShare(
  share: number,
  facts: Pick<OpeningTerms, 'side' | 'leverage'> & {
    readonly terms: LotTerms & Pick<OpeningTerms, 'contractSize' | 'feeRate' | 'link'>;
    readonly at: BidAsk;
    readonly freeMargin: Money;
  },
): Quantity | null {
  const { terms, side, leverage, at, freeMargin } = facts;
  const { contractSize, feeRate, link } = terms;
  const order = { side, leverage, contractSize, feeRate, link };
  const budget = divideInteger(freeMargin.units * BigInt(share), 100n, 'down');
  const need = (lots: bigint): bigint =>
    openingCost({ ...order, lots: lots as Quantity }, at).need.units;
  if (need(terms.lotsMax) <= 0n) return null;
  // What an order needs never falls with its size, so halving finds the last that is paid for.
  let least = 0n;
  let most = terms.lotsMax / terms.lotStep;
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (need(middle * terms.lotStep) <= budget) least = middle;
    else most = middle - 1n;
  }
  const lots = (least * terms.lotStep) as Quantity;
  return lots >= terms.lotsMin ? lots : null;
}

const ONE = 10n ** BigInt(DECIMAL_PLACES);

/**
 * The most lots on the step that are no more than so many base units; none are zero.
 *
 * @units    base: base units of the instrument · result: lots on the step
 * @rounding down, to the step
 */
export function lotsForBase(
  base: Quantity,
  terms: Pick<LotTerms, 'lotStep'> & Pick<PricedTrade, 'contractSize'>,
): Quantity {
  const { lotStep, contractSize } = terms;
  const steps = divideInteger(base * ONE, contractSize * lotStep, 'down');
  return (steps * lotStep) as Quantity;
}

/**
 * The most lots on the step that are worth no more than so much at a price; null where a lot is
 * worth nothing.
 *
 * @units    result: lots on the step
 * @rounding down, to the step; the worth of the lots is not rounded
 */
export function lotsForWorth(
  worth: Money,
  terms: Pick<LotTerms, 'lotStep'> & Omit<PricedTrade, 'lots'>,
): Quantity | null {
  const { lotStep, contractSize, link, price: at } = terms;
  const step = lotStep * contractSize * link * (at < 0n ? -at : at);
  if (step <= 0n) return null;
  const places = BigInt(4 * DECIMAL_PLACES - ASSET_SCALE.USDT);
  return (divideInteger(worth.units * 10n ** places, step, 'down') * lotStep) as Quantity;
}

/**
 * What lots are worth at a price, so that `lotsForWorth` of it is these lots again.
 *
 * @units    USDT units
 * @rounding up
 */
export function worthOfLots(trade: PricedTrade): Money {
  const { lots, contractSize, link, price: at } = trade;
  const size = (at < 0n ? -at : at) as Price;
  return usdtOf([lots, contractSize, size, link], { rounding: 'up' });
}
