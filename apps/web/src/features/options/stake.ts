import { type Money, formatDecimal, formatMoney, parseMoney, rate } from '@candor/kernel';
import { breakEvenHitRate, optionPayout, stakeProblem } from '@candor/pricing';
import type { OptionPeriod } from '@candor/protocol/light';

/** Why a stake would be refused, with the figures its sentence names. */
export type StakeRefusal =
  | { readonly kind: 'range'; readonly min: string; readonly max: string }
  | { readonly kind: 'short'; readonly need: string; readonly have: string };

/** Looks at a stake by the rule the server refuses with; null when nothing is wrong. */
export function stakeRefusal(
  stake: Money | null,
  facts: { readonly offer: OptionPeriod; readonly free: Money | null },
): StakeRefusal | null {
  const { offer, free } = facts;
  const [min, max] = [parseMoney(offer.min, 'USDT'), parseMoney(offer.max, 'USDT')];
  // Bounds that cannot be read cannot be judged by: the server decides.
  if (min === null || max === null) return null;
  const problem = stakeProblem(stake, { min, max, free });
  if (problem === 'range') return { kind: 'range', min: offer.min, max: offer.max };
  if (problem === null || stake === null || free === null) return null;
  return { kind: 'short', need: formatMoney(stake), have: formatMoney(free) };
}

/** What the ticket shows before anything is asked, by the formulas the server charges with. */
export function previewOf(
  stake: Money | null,
  offer: OptionPeriod,
): { readonly payout: string | null; readonly breakEvenRate: string } {
  const share = rate(offer.rate);
  const hasStake = stake !== null && stake.units > 0n;
  return {
    payout: hasStake ? formatMoney(optionPayout({ stake, rate: share })) : null,
    breakEvenRate: formatDecimal(breakEvenHitRate(share)),
  };
}
