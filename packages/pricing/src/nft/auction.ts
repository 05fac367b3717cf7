import { MINUTE_MS, type Money, type UnixMs, addMoney, plusMs } from '@candor/kernel';

/** When a bid moves the end of its auction: one within so many minutes of it, at most so often. */
export type Extension = { readonly minutes: number; readonly most: number };

/** An auction as a bid finds it. */
export type Auction = {
  /** The least first bid. */
  readonly start: Money;
  readonly step: Money;
  /** The highest bid; null before the first. */
  readonly highest: Money | null;
  readonly endsAt: UnixMs;
  readonly extension: Extension;
  readonly extended: number;
};

/** The least bid that is taken now. @source RELIABILITY N2 */
export function leastBid({
  start,
  step,
  highest,
}: Pick<Auction, 'start' | 'step' | 'highest'>): Money {
  return highest === null ? start : addMoney(highest, step);
}

/**
 * When an auction ends once a bid was taken at a moment: a bid in the last minutes moves the end to so many
 * minutes behind itself, and no bid ever brings it nearer.
 *
 * @source RELIABILITY N4
 */
export function endAfterBid(
  { endsAt, extension, extended }: Pick<Auction, 'endsAt' | 'extension' | 'extended'>,
  at: UnixMs,
): { readonly endsAt: UnixMs; readonly isExtended: boolean } {
  const moved = plusMs(at, extension.minutes * MINUTE_MS);
  const isExtended = extended < extension.most && moved > endsAt;
  return { endsAt: isExtended ? moved : endsAt, isExtended };
}
