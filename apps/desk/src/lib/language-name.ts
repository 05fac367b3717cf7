import { LOCALES } from '@candor/locales/table';

/** A language by its own name. */
export const languageName = (value: string): string =>
  LOCALES.find((one) => one.value === value)?.name ?? value;
