import { useT } from '@candor/ui';
import type { DeskTranslate } from '@candor/locales/desk';

/** The text function of the desk: its own texts, and those of the product that it shows too. */
export function useDeskT(): DeskTranslate {
  return useT() as DeskTranslate;
}
