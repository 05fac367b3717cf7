/** What a user typed into a number field. */
export type TypedDecimal =
  | { readonly kind: 'empty' }
  | { readonly kind: 'decimal'; readonly text: string }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'tooManyPlaces' };

const WHOLE_DIGITS_MAX = 20;

/** Arabic-Indic and Persian digits, so that an Arabic keyboard works too. */
function westernDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** The one separator before the places: the last of "." and "," unless it groups thousands. */
function plainText(text: string, group: string): string | null {
  const points = [...text].filter((char) => char === '.').length;
  const commas = [...text].filter((char) => char === ',').length;
  if (points > 0 && commas > 0) {
    const isPointLast = text.lastIndexOf('.') > text.lastIndexOf(',');
    const decimal = isPointLast ? '.' : ',';
    const grouping = isPointLast ? ',' : '.';
    if ((decimal === '.' ? points : commas) > 1) return null;
    const [whole = '', fraction = ''] = text.split(decimal);
    return isGrouped(whole, grouping) ? `${whole.replaceAll(grouping, '')}.${fraction}` : null;
  }
  const mark = points > 0 ? '.' : ',';
  const count = points + commas;
  if (count === 0) return text;
  if (count > 1) return isGrouped(text, mark) ? text.replaceAll(mark, '') : null;
  // "1,234" could be either. A single mark is the decimal one, unless the reader's language
  // groups with it and it stands where a group would: the echo under the field shows how it reads.
  if (mark === group && isGrouped(text, mark) && !text.startsWith('0'))
    return text.replace(mark, '');
  return text.replace(mark, '.');
}

function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...groups] = text.split(mark);
  return (
    /^\d{1,3}$/.test(first) && groups.length > 0 && groups.every((part) => /^\d{3}$/.test(part))
  );
}

/**
 * Reads what was typed as decimal text, digit by digit, never through a float. Accepts "." and
 * ",", groups, spaces and Eastern digits.
 *
 * @shape (typed, the language's group mark, most places) → decimal text or why not
 */
export function readTyped(
  typed: string,
  options: { readonly group: string; readonly places: number },
): TypedDecimal {
  const compact = westernDigits(typed)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/[\s\u00A0\u202F'’]/g, '');
  if (compact === '') return { kind: 'empty' };
  const plain = plainText(compact, options.group);
  const match = plain === null ? null : /^(\d*)(?:\.(\d*))?$/.exec(plain);
  if (match === null) return { kind: 'invalid' };
  const [, rawWhole = '', rawFraction = ''] = match;
  if (rawWhole === '' && rawFraction === '') return { kind: 'invalid' };
  const whole = rawWhole.replace(/^0+(?=\d)/, '') || '0';
  if (whole.length > WHOLE_DIGITS_MAX) return { kind: 'invalid' };
  const fraction = rawFraction.replace(/0+$/, '');
  if (fraction.length > options.places) return { kind: 'tooManyPlaces' };
  return { kind: 'decimal', text: fraction === '' ? whole : `${whole}.${fraction}` };
}
