// Promise: what one acts with stays at the end of its place, and columns leave in their order.
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Column, DataTable } from './DataTable.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type Row = { readonly id: string };

const COLUMNS: readonly Column<Row>[] = [
  { key: 'market', head: 'Market', renderCell: ({ id }) => id },
  { key: 'mark', head: 'Mark', leaves: 2, renderCell: () => '1' },
  { key: 'time', head: 'Time', leaves: 1, renderCell: () => '2' },
  {
    key: 'acts',
    head: '',
    headLabel: 'Action',
    renderCell: () => <button type="button">Close</button>,
  },
];

/** A table in a place that has room for so many columns. */
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

it.each([
  [4, ['Market', 'Mark', 'Time', 'Action']],
  [3, ['Market', 'Mark', 'Action']],
  [2, ['Market', 'Action']],
  [1, ['Market', 'Action']],
])(
  'with room for %i columns the lowest number leaves first, what one acts with never',
  (room, heads) => {
    expect(showIn(room)).toEqual(heads);
  },
);

it('pins what one acts with, and nothing else', () => {
  render(
    <DataTable caption="Orders" columns={COLUMNS} rows={[{ id: 'BTC' }]} rowKey={({ id }) => id} />,
  );
  const cells = [...screen.getByRole('table', { name: 'Orders' }).querySelectorAll('th, td')];
  const pinned = cells.filter(({ className }) => className.split(' ').includes('sticky'));
  expect(pinned.map(({ textContent }) => textContent)).toEqual(['Action', 'Close']);
});
