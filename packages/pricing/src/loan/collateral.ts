import {
  type Decimal,
  roundToStep,
  decimal,
  ASSET_SCALE,
  type Asset,
  DECIMAL_ONE,
  DECIMAL_PLACES,
  type Money,
  type Price,
  type Rate,
  assert,
  divideInteger,
  money,
  rate,
} from '@candor/kernel';
import type { Coin } from '../exchange/convert.ts';

/** Bids of coins in USDT; a coin without one cannot be judged. */
export type Bids = Partial<Readonly<Record<Coin, Price>>>;

/**
 * The lines of a running loan, each a share of its collateral's value. The line up to which a loan is drawn, and which
 * a sale restores, is a parameter.
 *
 * @source PRODUCT 7
 */
export const LOAN_LINES = {
  notices: [rate('0.7'), rate('0.75'), rate('0.8')],
  sale: rate('0.83'),
} as const;

const priceOne = 10n ** BigInt(DECIMAL_PLACES);

/**
 * The least each asset of a pledge is worth. A loan is judged only while each of its coins has a price, so that a grain
 * of a second coin would let its owner wait out a fall of the first.
 */
export const LOAN_PLEDGE_MIN: Money = money('USDT', 10_000_000n);

/**
 * What collateral is worth in USDT, at the bid: what selling it would bring before the spread.
 *
 * @shape    Σ amount × bid; USDT counts as itself
 * @rounding down, once for each asset
 * @failure  null when a coin that is held has no bid: it cannot be judged
 * @source   LEDGER 4, "LTV"
 */
export function collateralValue(collateral: readonly Money[], bids: Bids): Money | null {
  let units = 0n;
  for (const held of collateral) {
    assert(held.units >= 0n, 'collateral is not negative');
    if (held.units === 0n) continue;
    const value = worthOf(held, bids);
    if (value === null) return null;
    units += value;
  }
  return money('USDT', units);
}

/** Units of USDT of one amount at its bid. @rounding down @failure null without a bid */
function worthOf(held: Money, bids: Bids): bigint | null {
  if (held.asset === 'USDT') return held.units;
  const bid = bids[held.asset];
  if (bid === undefined) return null;
  assert(bid > 0n, 'a price is positive');
  const divisor = 10n ** BigInt(ASSET_SCALE[held.asset]) * priceOne;
  return divideInteger(held.units * bid * 10n ** BigInt(ASSET_SCALE.USDT), divisor, 'down');
}

/**
 * A loan's debt as a share of what its collateral is worth.
 *
 * @rounding up, at 18 places, so that a line is never passed unseen
 * @failure  null when nothing is worth anything but something is owed: above every line
 * @source   LEDGER 4, "LTV"
 */
export function loanToValue(debt: Money, value: Money): Rate | null {
  assert(debt.asset === 'USDT' && value.asset === 'USDT', 'debt and value are in USDT');
  assert(debt.units >= 0n && value.units >= 0n, 'debt and value are not negative');
  if (debt.units === 0n) return 0n as Rate;
  if (value.units === 0n) return null;
  return divideInteger(debt.units * DECIMAL_ONE, value.units, 'up') as Rate;
}

/** Whether a debt stays at or below a line of what its collateral is worth. Exact: nothing is rounded. */
export function isWithin(debt: Money, value: Money, line: Rate): boolean {
  return debt.units * DECIMAL_ONE <= value.units * line;
}

/** Whether an asset is worth too little to be pledged; without a bid that cannot be said, and it is none. */
export function isDust(held: Money, bids: Bids): boolean {
  const value = collateralValue([held], bids);
  return value !== null && value.units < LOAN_PLEDGE_MIN.units;
}

/** Where a loan stands between its lines. */
export type LoanStep =
  | { readonly kind: 'calm' }
  /** At or past the notice line named, below the next. */
  | { readonly kind: 'notice'; readonly line: Rate }
  | { readonly kind: 'sale' };

const PERCENT_STEP = decimal('0.0001');

/**
 * A loan as percent of its collateral, as users read it everywhere.
 *
 * @rounding up, at two places of the percentage: a loan never reads as further from a line than it is
 */
export function ltvPercent(ltv: Decimal): Decimal {
  return (roundToStep(ltv, { step: PERCENT_STEP, rounding: 'up' }) * 100n) as Decimal;
}

/** Which line a loan has reached. A line is reached when the debt is its share or more. */
export function loanStep(debt: Money, value: Money): LoanStep {
  const reached = (line: Rate): boolean =>
    debt.units > 0n && debt.units * DECIMAL_ONE >= value.units * line;
  if (reached(LOAN_LINES.sale)) return { kind: 'sale' };
  const line = LOAN_LINES.notices.findLast(reached);
  return line === undefined ? { kind: 'calm' } : { kind: 'notice', line };
}

/** How far coins may fall before a line. */
export type LinePrices = {
  readonly line: Rate;
  /** The share of today's prices at which the line is reached, when all coins move alike. */
  readonly ofToday: Rate;
  /** The bid of each coin there. */
  readonly bids: Bids;
};

/**
 * The prices at which a loan reaches a line, when all its coins fall or rise alike.
 *
 * @shape    (debt ÷ line − USDT held) ÷ value of the coins, times each bid
 * @rounding up, at 18 places: never a price below the one at which the line is reached
 * @failure  null when no price does it: nothing is owed, no coin is held, or the USDT held suffice;
 *           also when a bid is missing
 */
export function pricesAtLine(facts: {
  readonly debt: Money;
  readonly collateral: readonly Money[];
  readonly bids: Bids;
  readonly line: Rate;
}): LinePrices | null {
  const { debt, collateral, bids, line } = facts;
  const coins = collateral.filter(({ asset, units }) => asset !== 'USDT' && units > 0n);
  const value = collateralValue(coins, bids);
  if (debt.units === 0n || value === null || value.units === 0n) return null;
  const usdt = collateral.find(({ asset }) => asset === 'USDT')?.units ?? 0n;
  const needed = debt.units * DECIMAL_ONE - usdt * line;
  if (needed <= 0n) return null;
  const ofToday = divideInteger(needed * DECIMAL_ONE, value.units * line, 'up') as Rate;
  const scaled = coins.map(({ asset }): [Asset, Price] => {
    const bid = bids[asset as Coin];
    assert(bid !== undefined, 'a coin that has a value has a bid');
    return [asset, divideInteger(bid * ofToday, DECIMAL_ONE, 'up') as Price];
  });
  return { line, ofToday, bids: Object.fromEntries(scaled) };
}

/** Every line of a loan with its prices, lowest line first; lines no price reaches are left out. */
export function linePrices(facts: {
  readonly debt: Money;
  readonly collateral: readonly Money[];
  readonly bids: Bids;
}): readonly LinePrices[] {
  return [...LOAN_LINES.notices, LOAN_LINES.sale]
    .map((line) => pricesAtLine({ ...facts, line }))
    .filter((found) => found !== null);
}

/** Collateral with one amount more or less. @throws InvariantError for more than is held */
export function withCollateral(collateral: readonly Money[], change: Money): readonly Money[] {
  const rest = collateral.filter(({ asset }) => asset !== change.asset);
  const held = collateral.find(({ asset }) => asset === change.asset)?.units ?? 0n;
  const units = held + change.units;
  assert(units >= 0n, 'no more is taken than is held');
  return units === 0n ? rest : [...rest, money(change.asset, units)];
}
