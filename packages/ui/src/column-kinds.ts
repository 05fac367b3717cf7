/**
 * What leaves a table that is wider than its place, in this order: `time`, a moment besides the one a row
 * is known by; `id`, the number or address of something else; `note`, words about the row; `derived`, a
 * figure that follows from others or stands elsewhere; `term`, what was agreed when it began; `limit`, a
 * price at which something will happen.
 */
const LEAVING = ['time', 'id', 'note', 'derived', 'term', 'limit'] as const;

/**
 * What a column is to its row. What names it (`name`), what it is read for (`main`) and what one does with
 * it (`act`) never leave.
 */
export type ColumnKind = 'name' | 'main' | 'act' | (typeof LEAVING)[number];

/** The columns that may leave, the first to leave first; of one kind the one nearest to the end. */
export function mayLeave<Of extends { readonly kind: ColumnKind }>(columns: readonly Of[]): Of[] {
  return LEAVING.flatMap((kind) => columns.filter((one) => one.kind === kind).toReversed());
}
