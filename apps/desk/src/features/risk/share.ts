import { abs, decimal } from '@candor/kernel';

/** How much of the largest figure one is, as a length for a bar; none for what is not known. */
export function shareOf(text: string | null, largest: string | null): string {
  if (text === null || largest === null) return '0%';
  const whole = abs(decimal(largest));
  if (whole === 0n) return '0%';
  const parts = (abs(decimal(text)) * 1_000n) / whole;
  return `${(parts / 10n).toString()}.${(parts % 10n).toString()}%`;
}

/** The larger of some figures by their size; null when none is known. */
export function largestOf(texts: readonly (string | null)[]): string | null {
  return texts.reduce<string | null>((largest, text) => {
    if (text === null) return largest;
    return largest === null || abs(decimal(text)) > abs(decimal(largest)) ? text : largest;
  }, null);
}
