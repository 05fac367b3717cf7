import { activeLocale } from '@candor/locales';

const MEGABYTE = 1024 * 1024;

/** A size of a file as the reader's language writes it: "2 MB", "2 Mo". @rounding one place */
export function formatMegabytes(bytes: number): string {
  return new Intl.NumberFormat(activeLocale().htmlLang, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  }).format(bytes / MEGABYTE);
}

/** A share of a whole as whole percent: "42%", "42 %". */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(activeLocale().htmlLang, {
    style: 'percent',
    maximumFractionDigits: 0,
    numberingSystem: 'latn',
  }).format(share);
}
