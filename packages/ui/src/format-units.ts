import { activeLocale } from '@candor/locales';

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** A size of a file as the reader's language writes it: "2 MB", "2 Mo". @rounding one place */
export function formatMegabytes(bytes: number): string {
  return sizeText(bytes / MEGABYTE, 'megabyte', 1);
}

/** A size of any file: below a tenth of a megabyte in kilobytes, never "0 MB". @rounding upwards */
export function formatFileSize(bytes: number): string {
  if (bytes * 10 >= MEGABYTE) return formatMegabytes(bytes);
  return sizeText(Math.ceil(bytes / KILOBYTE), 'kilobyte', 0);
}

function sizeText(size: number, unit: 'kilobyte' | 'megabyte', maximumFractionDigits: number) {
  return new Intl.NumberFormat(activeLocale().htmlLang, {
    style: 'unit',
    unit,
    maximumFractionDigits,
    numberingSystem: 'latn',
  }).format(size);
}

/** A share of a whole as whole percent: "42%", "42 %". */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(activeLocale().htmlLang, {
    style: 'percent',
    maximumFractionDigits: 0,
    numberingSystem: 'latn',
  }).format(share);
}

/** The signs of the International System, which languages in Latin letters read as they are. */
const SIGNS = { hour: 'h', minute: 'min', second: 's' } as const;
const spanFormats = new Map<string, Intl.NumberFormat>();

/** So many hours, minutes or seconds as the reader's language writes them in short: "5 min", "5分". */
export function formatSpan(count: number, unit: keyof typeof SIGNS): string {
  const { htmlLang } = activeLocale();
  const { script } = new Intl.Locale(htmlLang).maximize();
  if (script === 'Latn') return `${count} ${SIGNS[unit]}`;
  const key = `${htmlLang} ${unit}`;
  const format =
    spanFormats.get(key) ??
    new Intl.NumberFormat(htmlLang, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      numberingSystem: 'latn',
    });
  spanFormats.set(key, format);
  return format.format(count);
}
