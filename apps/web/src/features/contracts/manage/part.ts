import { type Quantity, divideInteger, formatDecimal, parseDecimal } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { type PartProblem, type PartTerms, partProblem } from '@candor/pricing';

/** Parts of a position one press chooses. @units percent */
export const PARTS = [25, 50, 75, 100] as const;

/** How much of the open lots that is, for a slider. @units whole percent */
export function partOfLots(lots: string | null, open: Quantity): number {
  const value = lots === null ? null : parseDecimal(lots);
  if (value === null || value <= 0n || open <= 0n) return 0;
  const percent = divideInteger(value * 100n, open, 'halfEven').toString();
  return Math.min(100, Number.parseInt(percent, 10));
}

const PART_KEYS = {
  missing: 'message.enter-quantity',
  aboveOpen: 'orders.part-above',
  offStep: 'ticket.off-step',
  belowMin: 'ticket.below-min',
  restBelowMin: 'orders.part-rest',
} as const satisfies Record<PartProblem, MessageKey>;

/** A sentence about the lots to close; null when they may be closed. */
export function partError(
  lots: string | null,
  open: Quantity,
  terms: PartTerms,
): { readonly key: MessageKey; readonly values: Readonly<Record<string, string>> } | null {
  const value = lots === null || lots === '' ? null : (parseDecimal(lots) as Quantity | null);
  const problem = partProblem(value, open, terms);
  if (problem === null) return null;
  const { lotStep: step, lotsMin: min } = terms;
  const figures = { max: open, step, min };
  const values = Object.entries(figures).map(([name, figure]) => [name, formatDecimal(figure)]);
  return { key: PART_KEYS[problem], values: Object.fromEntries(values) };
}
