import { Skeleton } from '@candor/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, type ReactNode, memo, useEffect, useRef } from 'react';

/** One column of a long table. */
export type TableColumn<Row> = {
  readonly key: string;
  readonly head: string;
  /** A track of the grid: "96px", "minmax(0, 1fr)". */
  readonly width: string;
  readonly end?: boolean;
  readonly renderCell: (row: Row) => ReactNode;
};

/** Rows kept ready beyond the view: with them fewer than sixty stand in the page. */
const OVERSCAN = 6;
/** So near to its end the next rows of a list are asked for. */
const ROWS_AHEAD = 20;

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight: number;
  /** In place of the columns, where they have no room. */
  readonly renderCard?: ((row: Row) => ReactNode) | undefined;
  /** Place of the chosen row; it is kept in view. */
  readonly chosen?: number;
  readonly onEnd?: (() => void) | undefined;
  /** Rows that are on their way stand as their shape. */
  readonly isLoadingMore?: boolean;
};

const tracksOf = <Row,>(columns: readonly TableColumn<Row>[]) => ({
  gridTemplateColumns: columns.map(({ width }) => width).join(' '),
});

type RowProps<Row> = Pick<Props<Row>, 'columns' | 'renderCard' | 'rowHeight'> & {
  readonly row: Row;
  readonly index: number;
  readonly start: number;
  readonly isChosen: boolean;
};

function PlacedRow<Row>(props: RowProps<Row>): ReactElement {
  const { row, index, start, isChosen, columns, renderCard, rowHeight } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-current={isChosen ? 'true' : undefined}
      className={`absolute inset-x-0 top-0 border-t border-line ${isChosen ? 'bg-accent-tint' : 'hover:bg-hover'} ${renderCard === undefined ? 'grid items-center gap-x-3 px-5 max-desktop:px-4' : 'px-4'}`}
      style={{
        ...(renderCard === undefined ? tracksOf(columns) : {}),
        height: rowHeight,
        transform: `translateY(${start}px)`,
      }}
    >
      {renderCard === undefined ? (
        columns.map((column) => (
          <div
            key={column.key}
            role="cell"
            className={`min-w-0 text-sm ${column.end ? 'text-end' : ''}`}
          >
            {column.renderCell(row)}
          </div>
        ))
      ) : (
        <div role="cell" className="h-full">
          {renderCard(row)}
        </div>
      )}
    </div>
  );
}

/** Drawn once while the table is scrolled: a frame draws only the rows that came into view. */
const TableRow = memo(PlacedRow) as typeof PlacedRow;

/** A long table: only the rows in view exist, each at its place in the whole height. */
export function VirtualTable<Row>(props: Props<Row>): ReactElement {
  const { label, columns, rows, rowKey, rowHeight, renderCard, chosen = -1, onEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: OVERSCAN,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - ROWS_AHEAD) onEnd?.();
  }, [last, rows.length, onEnd]);
  useEffect(() => {
    if (chosen >= 0) virtual.scrollToIndex(chosen);
  }, [chosen, virtual]);
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={props.isLoadingMore === true ? -1 : rows.length + 1}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div role="rowgroup" className={renderCard === undefined ? '' : 'sr-only'}>
        <div
          role="row"
          aria-rowindex={1}
          className="grid gap-x-3 px-5 max-desktop:px-4"
          style={tracksOf(columns)}
        >
          {columns.map(({ key, head, end }) => (
            <span
              key={key}
              role="columnheader"
              title={head}
              className={`min-w-0 truncate py-2.5 text-xs font-medium text-ink-3 ${end ? 'text-end' : ''}`}
            >
              {head}
            </span>
          ))}
        </div>
      </div>
      {/* Scrolled by keys too, where no row of it has the focus. */}
      <div
        ref={box}
        role="rowgroup"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
      >
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <TableRow
                key={key}
                row={row}
                index={index}
                start={start}
                isChosen={index === chosen}
                columns={columns}
                renderCard={renderCard}
                rowHeight={rowHeight}
              />
            );
          })}
        </div>
        {props.isLoadingMore === true && <Skeleton className="mx-5 my-3 h-5 w-1/2" />}
      </div>
    </div>
  );
}
