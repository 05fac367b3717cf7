import { DECIMAL_ONE, formatDecimal, parseDecimal, sub } from '@candor/kernel';

const WHOLE = 100;

/** A share of one as percent of a bar's length, never outside it; for drawing alone. */
export function shareOf(share: string): number {
  const read = parseDecimal(share) ?? 0n;
  const thousandths = Number.parseInt(((read * 1_000n) / DECIMAL_ONE).toString(), 10);
  return Math.min(WHOLE, Math.max(0, thousandths / 10));
}

/** How far prices have to fall to a share of today's; null where they are there already. */
export function fallOf(ofToday: string): string | null {
  const read = parseDecimal(ofToday);
  if (read === null || read >= DECIMAL_ONE) return null;
  return formatDecimal(sub(DECIMAL_ONE, read));
}
