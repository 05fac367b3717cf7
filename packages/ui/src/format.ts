import { type Separators, activeLocale } from '@candor/locales';

/** Minus of a figure: U+2212, not a hyphen. @source DESIGN 7 */
export const MINUS = '−';
/** What is shown for a figure nobody knows. */
export const DASH = '—';

/** How a figure is written. */
export type NumberStyle = {
  /** Exactly so many places: zeros are added, the rest is rounded half to even. */
  readonly places?: number;
  /** At least so many places, more where the text has them. */
  readonly placesMin?: number;
  /** `always` writes + before what is above zero. */
  readonly sign?: 'always' | 'negative';
  /** The separators; without them those of the active language. */
  readonly numbers?: Separators;
};

type Parts = { isNegative: boolean; whole: string; fraction: string };

function partsOf(text: string): Parts | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, minus, whole = '0', fraction = ''] = match;
  return { isNegative: minus === '-', whole: whole.replace(/^0+(?=\d)/, ''), fraction };
}

/** Half to even, on digits: money is never turned into a float to be shown. */
function roundTo({ isNegative, whole, fraction }: Parts, places: number): Parts {
  if (fraction.length <= places) {
    return { isNegative, whole, fraction: fraction.padEnd(places, '0') };
  }
  const kept = `${whole}${fraction.slice(0, places)}`;
  const rest = fraction.slice(places);
  const half = `5${'0'.repeat(rest.length - 1)}`;
  const isOdd = '13579'.includes(kept.at(-1) ?? '0');
  const isUp = rest > half || (rest === half && isOdd);
  const digits = (BigInt(kept) + (isUp ? 1n : 0n)).toString().padStart(places + 1, '0');
  const cut = digits.length - places;
  return { isNegative, whole: digits.slice(0, cut), fraction: digits.slice(cut) };
}

/**
 * Decimal text as the reader's language writes it; the dash for anything that is no number.
 *
 * @rounding halfEven, for display only
 */
export function formatNumber(text: string | null | undefined, style: NumberStyle = {}): string {
  const read = text == null ? null : partsOf(text);
  if (read === null) return DASH;
  const trimmed = { ...read, fraction: read.fraction.replace(/0+$/, '') };
  const places = style.places ?? Math.max(trimmed.fraction.length, style.placesMin ?? 0);
  const parts = roundTo(trimmed, places);
  const { group, decimal, groupFrom } = style.numbers ?? activeLocale().numbers;
  const whole =
    parts.whole.length < groupFrom ? parts.whole : parts.whole.replace(/\B(?=(\d{3})+$)/g, group);
  const isZero = /^0*$/.test(parts.whole + parts.fraction);
  const sign = isZero ? '' : parts.isNegative ? MINUS : style.sign === 'always' ? '+' : '';
  return `${sign}${whole}${parts.fraction === '' ? '' : `${decimal}${parts.fraction}`}`;
}

/** −1, 0 or 1 as decimal text is below, at or above zero; 0 for what is no number. */
export function signOf(text: string | null | undefined): -1 | 0 | 1 {
  if (text == null || !/[1-9]/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}

/** Decimal text multiplied by ten to a power, on digits: 0.001 as a percentage is shift 2. */
export function shiftDecimal(text: string, shift: number): string {
  const read = partsOf(text);
  if (read === null) return text;
  const padded = read.fraction.padEnd(shift, '0');
  const whole = `${read.whole}${padded.slice(0, shift)}`.replace(/^0+(?=\d)/, '');
  const fraction = padded.slice(shift).replace(/0+$/, '');
  return `${read.isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const STEPS = [
  { digits: 12, unit: 'T' },
  { digits: 9, unit: 'B' },
  { digits: 6, unit: 'M' },
] as const;

/** A large statistic, shortened: "38.2" and "M". Never for money a user owns or owes. */
export function formatShort(
  text: string | null,
  style: NumberStyle = {},
): { readonly value: string; readonly unit: string } {
  const read = text === null ? null : partsOf(text);
  if (read === null || text === null) return { value: DASH, unit: '' };
  const step = STEPS.find(({ digits }) => read.whole.length > digits);
  if (step === undefined) return { value: formatNumber(text, style), unit: '' };
  const cut = read.whole.length - step.digits;
  const scaled = `${read.isNegative ? '-' : ''}${read.whole.slice(0, cut)}.${read.whole.slice(cut)}`;
  return { value: formatNumber(scaled, { ...style, places: 1 }), unit: step.unit };
}

/** Places a price is padded to: those of its smallest step. @source DESIGN 7 */
export function placesOfStep(tickSize: string): number {
  return partsOf(tickSize)?.fraction.replace(/0+$/, '').length ?? 0;
}

/** Day before month in English too; one calendar for all, as records are compared by it. */
const DATE_LANGS: Readonly<Record<string, string>> = { en: 'en-GB', th: 'th-u-ca-gregory' };

/** The language dates are written in: English as outside the United States. */
export const dateLangOf = (htmlLang: string): string => DATE_LANGS[htmlLang] ?? htmlLang;

const MONTH_DAY = { day: 'numeric', month: 'short' } as const;
const DAY = { ...MONTH_DAY, year: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

/** Every form in which a moment is written, each alike on all pages. */
const TIME_STYLES = {
  /** "8 Aug 2024" */
  day: DAY,
  /** "8 Aug, 14:05", in lists of what is recent */
  short: { ...MONTH_DAY, ...MINUTE },
  /** "8 Aug, 14:05:09" */
  shortSecond: { ...MONTH_DAY, ...SECOND },
  /** "8 Aug 2024, 14:05" */
  moment: { ...DAY, ...MINUTE },
  /** "8 Aug 2024, 14:05:09" */
  second: { ...DAY, ...SECOND },
  /** "8 Aug 2024, 14:05:09 UTC" */
  zone: { ...DAY, ...SECOND, timeZoneName: 'short' },
  /** "14:05:09" */
  clock: SECOND,
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A form by its name, or the parts that an axis or a heading needs; never a style of the browser. */
export type TimeStyle =
  | keyof typeof TIME_STYLES
  | Omit<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>;

/** A moment in the reader's zone and language, Western digits: "8 Aug 2024, 14:05". */
export function formatTime(unixMs: number, style: TimeStyle = 'moment'): string {
  const options = typeof style === 'string' ? TIME_STYLES[style] : style;
  return timeFormat(options).format(unixMs);
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** Made once for each: to make one costs far more than to use it. */
function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { htmlLang } = activeLocale();
  const key = JSON.stringify([htmlLang, options]);
  const found = timeFormats.get(key);
  if (found !== undefined) return found;
  const format = new Intl.DateTimeFormat(dateLangOf(htmlLang), {
    ...options,
    // One clock in all languages: a table beside a chart never counts to twelve.
    hourCycle: 'h23',
    numberingSystem: 'latn',
  });
  timeFormats.set(key, format);
  return format;
}

/** A UTC day "2024-08-08" in the reader's language: "8 Aug 2024". */
export function formatDay(day: string): string {
  const unixMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(unixMs)) return day;
  return formatTime(unixMs, { ...DAY, timeZone: 'UTC' });
}
