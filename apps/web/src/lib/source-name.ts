import type { Translate } from '@candor/locales';

/** What the tape calls the product's own simulation; all other sources are names of venues. */
const SIMULATION = 'Simulation';

/** A price's source as the reader's language calls it. */
export function sourceName(source: string, t: Translate): string {
  return source === SIMULATION ? t('source.simulation') : source;
}
