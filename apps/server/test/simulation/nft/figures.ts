import type { Bid, Token } from './snapshot.ts';

/** Sums of amounts. */
export const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);

/** What is asked of a token now: the next bid at least, or its price. */
export function leastOf({ kind, price, step, current }: Token): bigint {
  return kind === 'fixed' || current === null ? price : current + step;
}

/** What each gets of a price: creator and house rounded down, the charity the rest. */
export function sharesOf(
  price: bigint,
  { creatorBasis, houseBasis }: Pick<Token, 'creatorBasis' | 'houseBasis'>,
): { readonly charity: bigint; readonly creator: bigint; readonly house: bigint } {
  const creator = (price * BigInt(creatorBasis)) / 10_000n;
  const house = (price * BigInt(houseBasis)) / 10_000n;
  return { creator, house, charity: price - creator - house };
}

/** Where an auction stands after some bids, by its rule alone. */
export type Ran = { readonly endsAt: number; readonly extensions: number };

/** Runs the bids of an auction one after another: which moved its end, and what of its rule they broke. */
export function runBids(
  { startsAt, minutes, most }: Pick<Token, 'startsAt' | 'minutes' | 'most'>,
  offeredEnd: number,
  bids: readonly Bid[],
): Ran & { readonly broken: string[] } {
  const broken: string[] = [];
  let [endsAt, extensions] = [offeredEnd, 0];
  for (const { seq, at, extended } of bids) {
    if (at < startsAt) broken.push(`bid ${seq} came ${startsAt - at} ms before the start`);
    if (at >= endsAt) broken.push(`bid ${seq} came ${at - endsAt} ms behind the end`);
    const moved = at + minutes * 60_000;
    const isMoving = extensions < most && moved > endsAt;
    if (isMoving !== extended) broken.push(`bid ${seq} says it moved the end: ${extended}`);
    if (!isMoving) continue;
    endsAt = moved;
    extensions += 1;
  }
  return { endsAt, extensions, broken };
}

/** What a user may bid: cash that is free of what was reversed and of what is borrowed. */
export function ownMoney(held: {
  readonly cash: bigint;
  /** Below zero, as what is owed. */
  readonly reversed: bigint;
  readonly debt: bigint;
}): bigint {
  const { cash, reversed, debt } = held;
  const own = cash + reversed + debt;
  return own > 0n ? own : 0n;
}
