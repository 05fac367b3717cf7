import { ensure } from '@candor/kernel';
import type { Statement } from './db.ts';

/** A moment is sent as Unix ms and kept as `timestamptz`. */
const MOMENT = 'moment';

/**
 * One column that statements write for many records at once: its name, its type in PostgreSQL
 * (`moment` for a `timestamptz` that comes as Unix ms), and what it holds of a record.
 */
export type Column<Subject> = readonly [
  name: string,
  type: string,
  of: (subject: Subject) => unknown,
];

/** The columns of statements of one kind: their SQL and their values, from one description. */
export type Columns<Subject> = {
  /** How many there are. */
  readonly count: number;
  /** The names, in their order: where an insert puts them. */
  readonly names: string;
  /** The same as they are read from `rows`, moments made of their milliseconds. */
  readonly selected: string;
  /** The parameters as rows, one for each record: what stands behind `from`. */
  rows(alias: string): string;
  /** The same, numbered from 1 in the column `place`: which record a row found is of. */
  numbered(alias: string): string;
  /** The whole list of one column, as its parameter. */
  list(name: string): string;
  /** The parameter that stands so many places behind those of the columns. */
  behind(places: number): string;
  /** The values of some records, a list for each column. */
  values(subjects: readonly Subject[]): unknown[][];
  /** The text that inserts them into a table. */
  insertInto(table: string): string;
  /** A statement with the values of these records, and others behind; none without records. */
  statements(text: string, subjects: readonly Subject[], ...others: unknown[]): Statement[];
};

/**
 * Puts SQL and values of columns together, so that no parameter can stand at another's place;
 * `before` names how many parameters of the statement stand before theirs.
 */
export function columnsOf<Subject>(
  columns: readonly Column<Subject>[],
  { before = 0 }: { readonly before?: number } = {},
): Columns<Subject> {
  const names = columns.map(([name]) => name).join(', ');
  const selected = columns
    .map(([name, type]) => (type === MOMENT ? `platform.from_ms(${name})` : name))
    .join(', ');
  const parameters = columns.map(
    ([, type], index) => `$${before + index + 1}::${type === MOMENT ? 'bigint' : type}[]`,
  );
  const unnested = `unnest(${parameters.join(', ')})`;
  const rows = (alias: string): string => `${unnested} as ${alias} (${names})`;
  const values = (subjects: readonly Subject[]): unknown[][] =>
    columns.map(([, , of]) => subjects.map(of));
  return {
    count: columns.length,
    names,
    selected,
    rows,
    numbered: (alias) => `${unnested} with ordinality as ${alias} (${names}, place)`,
    list(name) {
      const place = columns.findIndex(([one]) => one === name);
      return ensure(parameters[place], 'a column is named that there is');
    },
    behind: (places) => `$${before + columns.length + places}`,
    values,
    insertInto: (table) => `insert into ${table} (${names}) select ${selected} from ${rows('r')}`,
    statements(text, subjects, ...others) {
      if (subjects.length === 0) return [];
      return [{ text, values: [...values(subjects), ...others] }];
    },
  };
}
