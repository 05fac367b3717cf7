import {
  ASSET_SCALE,
  DECIMAL_ONE,
  type Money,
  type Price,
  type Rate,
  addMoney,
  assert,
  divideInteger,
  money,
} from '@candor/kernel';

/** Which way the price has to go for the option to win. */
export type OptionDirection = 'up' | 'down';

/** How an option ends when there was a price: a tie pays the stake back. */
export type OptionResult = 'won' | 'lost' | 'tie';

/**
 * What a win pays on top of the stake.
 *
 * @shape    stake × rate
 * @units    rate: a share of the stake · result: USDT units
 * @rounding down, once
 * @throws   InvariantError when stake or rate is not positive
 */
export function optionGain(facts: { readonly stake: Money; readonly rate: Rate }): Money {
  const { stake, rate } = facts;
  assert(stake.asset === 'USDT' && stake.units > 0n, 'a stake is an amount of USDT');
  assert(rate > 0n, 'an option pays something when it wins');
  return money('USDT', divideInteger(stake.units * rate, DECIMAL_ONE, 'down'));
}

/**
 * What a win pays in all, the stake included.
 *
 * @shape    stake + stake × rate
 * @units    result: USDT units
 * @rounding down, once, of the gain
 * @source   RELIABILITY O1
 */
export function optionPayout(facts: { readonly stake: Money; readonly rate: Rate }): Money {
  return addMoney(facts.stake, optionGain(facts));
}

/** Places a hit rate is kept with: hundredths of a percent are what a screen shows. */
const HIT_RATE_PLACES = 4;

/** A share of one, cut to the places of a hit rate. */
function hitRateOf(part: bigint, whole: bigint, rounding: 'up' | 'halfEven'): Rate {
  const cut = divideInteger(part * 10n ** BigInt(HIT_RATE_PLACES), whole, rounding);
  return (cut * (DECIMAL_ONE / 10n ** BigInt(HIT_RATE_PLACES))) as Rate;
}

/**
 * The share of options that has to win so that buying them costs nothing; ties and void ones,
 * which pay the stake back, do not count.
 *
 * @shape    1 ÷ (1 + rate)
 * @units    a share of one
 * @rounding up, at 4 places: what is shown is never below what is needed
 * @source   LEDGER 4, PRODUCT 5
 */
export function breakEvenHitRate(rate: Rate): Rate {
  assert(rate > 0n, 'an option pays something when it wins');
  return hitRateOf(DECIMAL_ONE, DECIMAL_ONE + rate, 'up');
}

/**
 * The share a user has won of those options that were won or lost; null before the first.
 *
 * @shape    won ÷ (won + lost)
 * @units    a share of one
 * @rounding halfEven, at 4 places
 */
export function hitRate(record: { readonly won: number; readonly lost: number }): Rate | null {
  const all = record.won + record.lost;
  return all === 0 ? null : hitRateOf(BigInt(record.won), BigInt(all), 'halfEven');
}

/**
 * How an option ends. Both prices are the middle of a recorded tick's bid and ask, so that neither
 * end carries a spread and either direction has the same chance; equal to the last place is a tie.
 *
 * @shape  (direction, open mid, settlement mid) → won, lost or tie
 * @units  prices: quote asset per base unit, exact
 * @source PRODUCT 5, RELIABILITY O3
 */
export function settleOption(facts: {
  readonly direction: OptionDirection;
  readonly openPrice: Price;
  readonly settlePrice: Price;
}): OptionResult {
  const { direction, openPrice, settlePrice } = facts;
  if (settlePrice === openPrice) return 'tie';
  return settlePrice > openPrice === (direction === 'up') ? 'won' : 'lost';
}

/**
 * What an option pays: nothing, stake and gain, or the stake back.
 *
 * @units  USDT units; exact
 * @source RELIABILITY O1
 */
export function optionPaid(facts: {
  readonly outcome: OptionResult | 'void';
  readonly stake: Money;
  readonly payout: Money;
}): Money {
  if (facts.outcome === 'won') return facts.payout;
  return facts.outcome === 'lost' ? money('USDT', 0n) : facts.stake;
}

/** Why a stake is refused: outside what the operator takes, or more than is free. */
export type StakeProblem = 'range' | 'short';

/**
 * Why an option is not bought for a stake; null when it may be. The whole stake has to be free.
 *
 * @units  USDT units; exact. `stake`: null where no amount was named; `free`: null while it is not
 *         known, when only the bounds are asked
 * @source PRODUCT 5; LEDGER 4: the whole stake ≤ free margin
 */
export function stakeProblem(
  stake: Money | null,
  facts: { readonly min: Money; readonly max: Money; readonly free: Money | null },
): StakeProblem | null {
  const { min, max, free } = facts;
  if (stake === null || stake.units < min.units || stake.units > max.units) return 'range';
  return free !== null && stake.units > free.units ? 'short' : null;
}

/** Places of the asset stakes are in: finer amounts cannot be staked. */
export const STAKE_PLACES = ASSET_SCALE.USDT;
