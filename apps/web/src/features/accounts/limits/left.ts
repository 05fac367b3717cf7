import { DECIMAL_ZERO, formatDecimal, parseDecimal, sub } from '@candor/kernel';

/** What is left of a limit, never below zero; null while what is used cannot be judged. */
export function leftOf(limit: string, used: string | null): string | null {
  const [set, taken] = [parseDecimal(limit), used === null ? null : parseDecimal(used)];
  if (set === null || taken === null) return null;
  return formatDecimal(taken > set ? DECIMAL_ZERO : sub(set, taken));
}
