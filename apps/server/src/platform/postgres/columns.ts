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
  /** The names, in their order: where an insert puts them. */
  readonly names: string;
  /** The same as they are read from `rows`, moments made of their milliseconds. */
  readonly selected: string;
  /** The parameters as rows, one for each record: what stands behind `from`. */
  rows(alias: string): string;
  /** The text that inserts them into a table. */
  insertInto(table: string): string;
  /** A statement with the values of these records; none where there are no records. */
  statements(text: string, subjects: readonly Subject[]): Statement[];
};

/** Puts SQL and values of columns together, so that no parameter can stand at another's place. */
export function columnsOf<Subject>(columns: readonly Column<Subject>[]): Columns<Subject> {
  const names = columns.map(([name]) => name).join(', ');
  const selected = columns
    .map(([name, type]) => (type === MOMENT ? `platform.from_ms(${name})` : name))
    .join(', ');
  const parameters = columns
    .map(([, type], index) => `$${index + 1}::${type === MOMENT ? 'bigint' : type}[]`)
    .join(', ');
  const rows = (alias: string): string => `unnest(${parameters}) as ${alias} (${names})`;
  return {
    names,
    selected,
    rows,
    insertInto: (table) => `insert into ${table} (${names}) select ${selected} from ${rows('r')}`,
    statements(text, subjects) {
      if (subjects.length === 0) return [];
      return [{ text, values: columns.map(([, , of]) => subjects.map(of)) }];
    },
  };
}
