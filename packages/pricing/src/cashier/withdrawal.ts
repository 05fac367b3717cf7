import {
  DECIMAL_ONE,
  type Money,
  type Rate,
  addMoney,
  assert,
  divideInteger,
  money,
  subMoney,
} from '@candor/kernel';

/** What a withdrawal over one network costs, as the operator states it. */
export type WithdrawalTerms = {
  /** Share of the amount. */
  readonly feeRate: Rate;
  /** What the network costs, in the asset that leaves. */
  readonly networkFee: Money;
  /** The least that must arrive, unless everything leaves. */
  readonly minReceive: Money;
};

/** What leaves an account and what of it arrives. */
export type WithdrawalFigures = {
  readonly amount: Money;
  readonly fee: Money;
  readonly networkFee: Money;
  readonly receive: Money;
};

/**
 * What of an amount arrives; nothing, or less, where the costs are higher than the amount.
 *
 * @shape     receive = amount − fee − network fee; fee = amount × rate
 * @rounding  the fee up, once, to the asset's scale
 * @invariant fee + network fee + receive = amount
 * @source    PRODUCT 9
 */
export function withdrawalFigures(amount: Money, terms: WithdrawalTerms): WithdrawalFigures {
  const { asset } = amount;
  const { feeRate, networkFee } = terms;
  assert(networkFee.asset === asset, 'a network fee is in the asset that leaves');
  const fee = money(asset, divideInteger(amount.units * feeRate, DECIMAL_ONE, 'up'));
  return { amount, fee, networkFee, receive: subMoney(amount, addMoney(fee, networkFee)) };
}

/** Why an amount cannot leave. */
export type WithdrawalRefusal =
  /** More than may leave. */
  | 'short'
  /** The costs take all of it. */
  | 'costs'
  /** Less arrives than the least, and something stays behind. */
  | 'minimum'
  /** What stays behind could never leave by itself; everything may leave instead. */
  | 'dust';

/** Whether an amount that is everything could leave. */
function canLeave(amount: Money, terms: WithdrawalTerms): boolean {
  return withdrawalFigures(amount, terms).receive.units > 0n;
}

/**
 * Whether an amount may leave an account from which `free` could; null: it may. The minimum never keeps a
 * balance in: everything may leave as soon as anything of it arrives.
 *
 * @source PRODUCT 9, H6
 */
export function refuseWithdrawal(
  { amount, free }: { readonly amount: Money; readonly free: Money },
  terms: WithdrawalTerms,
): WithdrawalRefusal | null {
  if (amount.units <= 0n || amount.units > free.units) return 'short';
  const { receive } = withdrawalFigures(amount, terms);
  if (receive.units <= 0n) return 'costs';
  const left = subMoney(free, amount);
  if (left.units === 0n) return null;
  if (receive.units < terms.minReceive.units) return 'minimum';
  return canLeave(left, terms) ? null : 'dust';
}

/**
 * The least that may leave while something stays behind.
 *
 * @rounding up, to the asset's scale
 * @throws   InvariantError when the rate is not in [0, 1)
 */
export function leastWithdrawal(terms: WithdrawalTerms): Money {
  const { minReceive, networkFee, feeRate } = terms;
  assert(feeRate >= 0n && feeRate < DECIMAL_ONE, 'a fee rate is a share below one');
  const net = minReceive.units + networkFee.units;
  // The largest amount of which less than that stays is one unit below.
  const units = divideInteger(net * DECIMAL_ONE, DECIMAL_ONE - feeRate, 'up');
  return money(minReceive.asset, units);
}
