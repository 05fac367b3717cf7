import type { ReactElement, ReactNode } from 'react';
import { type ColumnKind, mayLeave } from './column-kinds.ts';
import { useLeaving } from './use-leaving.ts';

/** One column of a table. */
export type Column<Row> = {
  readonly key: string;
  /** What it is decides whether it leaves where the window is short, and when; see there. */
  readonly kind: ColumnKind;
  /** Of the column one acts with only said: its buttons show what they do. */
  readonly head: ReactNode;
  readonly renderCell: (row: Row) => ReactNode;
  /** Figures stand at the end. */
  readonly end?: boolean;
  /** Asked for, so that tables below one another have their columns at the same places. @units pixels */
  readonly width?: number;
};

export type DataTableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight?: number;
  readonly isSelected?: (row: Row) => boolean;
  readonly className?: string;
};

/** A table with hairlines; at or below 1000 px the same rows are cards. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  return (
    <>
      <WideTable {...props} />
      <Cards {...props} />
    </>
  );
}

/** The column one acts with stays at the end of its place: what is scrolled fades under it. */
const PINNED =
  'sticky end-0 z-1 bg-(--ground) [--ground:var(--color-surface)] [tr:hover>&]:[--ground:var(--color-hover)] before:pointer-events-none before:absolute before:inset-y-0 before:-start-3 before:w-3 before:bg-linear-to-r before:from-transparent before:to-(--ground) rtl:before:bg-linear-to-l';

function WideTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { caption, rows, rowKey, rowHeight = 48, isSelected, className = '' } = props;
  const order = mayLeave(props.columns);
  const heads = props.columns.map(({ key, head }) => (typeof head === 'string' ? head : key));
  const { table, left } = useLeaving(order.length, [...heads, rows.length].join('|'), rows);
  const gone = new Set(order.slice(0, left));
  const columns = props.columns.filter((column) => !gone.has(column));
  return (
    <table ref={table} className={`hidden w-full border-collapse desktop:table ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              style={{ width: column.width }}
              className={`h-9 px-3 text-xs font-medium whitespace-nowrap text-ink-3 first:ps-5 last:pe-5 ${column.end ? 'text-end' : 'text-start'} ${column.kind === 'act' ? PINNED : ''}`}
            >
              {column.kind === 'act' ? <span className="sr-only">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={isSelected?.(row) ? 'bg-accent-tint' : 'hover:bg-hover'}>
            {columns.map((column) => (
              <td
                key={column.key}
                style={{ height: rowHeight }}
                className={`border-t border-line px-3 first:ps-5 last:pe-5 ${column.end ? 'text-end' : ''} ${column.kind === 'act' ? PINNED : ''}`}
              >
                {column.renderCell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards<Row>(props: DataTableProps<Row>): ReactElement {
  const { caption, columns, rows, rowKey } = props;
  const [title, ...rest] = columns;
  return (
    <ul
      aria-label={caption}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-3 desktop:hidden"
    >
      {rows.map((row) => (
        <li key={rowKey(row)} className="rounded-lg border border-line bg-surface p-4">
          <div className="font-semibold">{title?.renderCell(row)}</div>
          <dl className="mt-2 grid gap-1.5 text-sm">
            {rest.map((column) => (
              <div key={column.key} className="flex items-baseline justify-between gap-3">
                <dt className={column.kind === 'act' ? 'sr-only' : 'text-ink-3'}>{column.head}</dt>
                <dd className="ms-auto min-w-0 text-end [&>span]:whitespace-normal">
                  {column.renderCell(row)}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
