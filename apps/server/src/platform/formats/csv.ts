/**
 * Byte order mark: without it spreadsheets of Windows read UTF-8 as something else. Other readers
 * of CSV skip it.
 */
const MARK = '\uFEFF';

const NUMBER = /^-?\d+(\.\d+)?$/;

/** One cell: quoted where RFC 4180 asks for it, and never the beginning of a formula. */
function cell(text: string): string {
  // A spreadsheet runs what begins like this, also from a file another person wrote; in Japanese and
  // Chinese the wide signs as well.
  const isFormula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A CSV file as RFC 4180 describes it, in UTF-8 with a byte order mark: one line of names, then a
 * line for each row, each ended by CR LF. Rows have as many cells as there are names. What a mark
 * says ends every line, so that no part of the file goes on without it.
 */
export function csvOf(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  mark: string | null = null,
): string {
  const more = mark === null ? [] : [mark];
  const lines = [names, ...rows].map((row) => `${[...row, ...more].map(cell).join(',')}\r\n`);
  return MARK + lines.join('');
}
