// Promise: closing a position moves no row of its list; the row stays, as it closed, until another
// order opens.
import type { Order } from '@candor/protocol/light';
import { expect, it } from 'vitest';
import { aLong } from '../../../testing/market-info.ts';
import { keepRows } from './kept-rows.ts';

const row = (id: string): Order => ({ ...aLong, id });
const closed = (id: string): Order => ({ ...row(id), status: 'closed', reason: 'user' });
const [first, second, third] = [row('c'), row('b'), row('a')];
const statesOf = (rows: readonly Order[]): string[] =>
  rows.map(({ id, status }) => `${id} ${status}`);

it('keeps what closed in its place, with how it closed', () => {
  const rows = keepRows([first, second, third], [first, third], closed);
  expect(statesOf(rows)).toEqual(['c running', 'b closed', 'a running']);
  expect(statesOf(keepRows(rows, [first], closed))).toEqual(['c running', 'b closed', 'a closed']);
  expect(statesOf(keepRows(rows, [], closed))).toEqual(['c closed', 'b closed', 'a closed']);
});

it('shows the newest figures of what is open', () => {
  const now = { ...third, floatingPnL: '7' };
  expect(keepRows([first, third], [first, now], closed)).toEqual([first, now]);
});

it('lets go of what closed once an order opens, and of what it knows no end of', () => {
  const opened = row('d');
  expect(keepRows([first, closed('b')], [opened, first], closed)).toEqual([opened, first]);
  expect(keepRows([first, second], [first], () => undefined)).toEqual([first]);
});

it('puts what comes up from the next page below', () => {
  const rows = keepRows([first, second], [first, third], closed);
  expect(statesOf(rows)).toEqual(['c running', 'b closed', 'a running']);
});
