import { type Money, type Rate, add, rate } from '@candor/kernel';

/**
 * Margin levels a trader is told of, highest first; at the last one contracts are closed.
 *
 * @units  trading equity ÷ margin held, as a share of one
 * @source PRODUCT 4
 */
export const NOTICE_LEVELS: readonly Rate[] = ['1', '0.75', '0.6', '0.5'].map(rate);

/** How far above a level the account has to come before it is told of that level again. */
export const NOTICE_RECOVERY: Rate = rate('0.05');

/** What the trader was told of and has not recovered from, and what is told now. */
export type MarginNotice = { readonly told: Rate | null; readonly announce: Rate | null };

/**
 * Which margin level a trader is told of: the lowest one the account fell below, once. A level
 * counts again only after the account stood `NOTICE_RECOVERY` above it, so that a level that
 * flickers around a line is said once.
 *
 * @units     level, told: shares of one; level null while nothing is held
 * @invariant what is announced is lower than everything told before it
 */
export function marginNotice(facts: {
  readonly level: Rate | null;
  readonly told: Rate | null;
}): MarginNotice {
  const { level, told } = facts;
  if (level === null) return { told: null, announce: null };
  const fallen = NOTICE_LEVELS.findLast((one) => level < one) ?? null;
  if (fallen !== null && (told === null || fallen < told))
    return { told: fallen, announce: fallen };
  if (told === null) return { told, announce: null };
  const still = NOTICE_LEVELS.findLast((one) => one >= told && level < add(one, NOTICE_RECOVERY));
  return { told: still ?? null, announce: null };
}

/**
 * The contract that is closed next in a close-out: the one with the largest unrealised loss; of two
 * equal ones the older, by its id. Null when there is none.
 *
 * @units  pnl: USDT units, signed
 * @source LEDGER 4
 */
export function worstLoser<One extends { readonly pnl: Money; readonly id: string }>(
  contracts: readonly One[],
): One | null {
  return contracts.reduce<One | null>((worst, one) => {
    if (worst === null || one.pnl.units < worst.pnl.units) return one;
    return one.pnl.units === worst.pnl.units && one.id < worst.id ? one : worst;
  }, null);
}
