import { useCaseCounts } from '../../lib/case-counts.ts';
import { useReadAgainOn } from '../../lib/scrolled.ts';

const SHOWN = [
  ['cases', 'queue'],
  ['cases', 'one'],
] as const;

/** Reads queue and case again whenever the counts of what waits change. */
export function useReadAgain(): void {
  useReadAgainOn(useCaseCounts().data, SHOWN);
}
