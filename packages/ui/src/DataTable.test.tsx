// Promise: one rule says which columns leave a table that has no room for them, and what one acts with
// stays at the end of its place.
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ColumnKind } from './column-kinds.ts';
import { type Column, DataTable } from './DataTable.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type Row = { readonly id: string };

const KINDS: Readonly<Record<string, ColumnKind>> = {
  Market: 'name',
  Stop: 'limit',
  Target: 'limit',
  Leverage: 'term',
  Mark: 'derived',
  Result: 'main',
  Remark: 'note',
  Tick: 'id',
  Ended: 'time',
};

const COLUMNS: readonly Column<Row>[] = [
  ...Object.entries(KINDS).map(([head, kind]) => ({
    ...{ key: head, kind, head },
    renderCell: ({ id }: Row) => id,
  })),
  {
    key: 'acts',
    kind: 'act',
    head: 'Action',
    renderCell: () => <button type="button">Close</button>,
  },
];

/** The heads of a table in a place that has room for so many columns. */
function showIn(columns: number): string[] {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(columns * 100);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function width(
    this: HTMLElement,
  ) {
    return this.querySelectorAll('th').length * 100;
  });
  const { unmount } = render(
    <DataTable caption="Orders" columns={COLUMNS} rows={[{ id: 'BTC' }]} rowKey={({ id }) => id} />,
  );
  const heads = within(screen.getByRole('table', { name: 'Orders' })).getAllByRole('columnheader');
  const shown = heads.map(({ textContent }) => textContent ?? '');
  unmount();
  return shown;
}

it('columns leave by their kind, the later of one kind first, and others never', () => {
  const all = COLUMNS.map(({ head }) => head);
  expect(showIn(10)).toEqual(all);
  const left = [9, 8, 7, 6, 5, 4, 3].map((room) => {
    const heads = showIn(room);
    expect(heads).toHaveLength(room);
    return all.filter((head) => !heads.includes(String(head)));
  });
  expect(
    left.map((gone, at) => gone.find((head) => at === 0 || !left[at - 1]?.includes(head))),
  ).toEqual(['Ended', 'Tick', 'Remark', 'Mark', 'Leverage', 'Target', 'Stop']);
  expect(showIn(1)).toEqual(['Market', 'Result', 'Action']);
});

it('a column that does not say its kind does not compile', () => {
  // @ts-expect-error -- The kind is what the rule goes by.
  const unnamed: Column<Row> = { key: 'mark', head: 'Mark', renderCell: ({ id }) => id };
  expect(unnamed.kind).toBeUndefined();
});

it('pins what one acts with, and nothing else', () => {
  render(
    <DataTable caption="Orders" columns={COLUMNS} rows={[{ id: 'BTC' }]} rowKey={({ id }) => id} />,
  );
  const cells = [...screen.getByRole('table', { name: 'Orders' }).querySelectorAll('th, td')];
  const pinned = cells.filter(({ className }) => className.split(' ').includes('sticky'));
  expect(pinned.map(({ textContent }) => textContent)).toEqual(['Action', 'Close']);
});
