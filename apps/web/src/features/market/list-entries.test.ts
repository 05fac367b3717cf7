// Promise: one's own markets are at hand, each once, and keys lead to every row.
import type { MarketItem } from '@candor/protocol/light';
import { describe, expect, it } from 'vitest';
import { type ListEntry, listEntries, rowAfter } from './list-entries.ts';

const item = (code: string, type = 2, price: string | null = '1'): MarketItem =>
  ({
    code,
    type,
    appName: code,
    price,
    status: price === null ? 'noSource' : 'open',
  }) as MarketItem;
const items = [
  item('AAA'),
  item('BBB', 2, null),
  item('CCC'),
  item('DDD'),
  item('EEE', 1),
  item('FFF', 1),
];
const NOBODY = { positions: [], favourites: [], recent: [] };
const shown = (entries: readonly ListEntry[]): string[] =>
  entries.map((entry) => (entry.kind === 'row' ? entry.item.code : `[${entry.label.slice(12)}]`));

describe('the lines of the list', () => {
  it('show a type: what is held, what is starred, what has a price, the rest', () => {
    const own = { positions: ['DDD', 'EEE'], favourites: ['CCC'], recent: ['AAA'] };
    expect(shown(listEntries(items, { tab: 2, text: '', own }))).toEqual([
      'DDD',
      'CCC',
      'AAA',
      'BBB',
    ]);
    expect(shown(listEntries(items, { tab: 1, text: ' ', own }))).toEqual(['EEE', 'FFF']);
  });

  it('show one’s own markets in parts, each once, unknown ones not at all', () => {
    const own = {
      positions: ['EEE', 'EEE'],
      favourites: ['CCC', 'EEE', 'GONE'],
      recent: ['CCC', 'AAA'],
    };
    expect(shown(listEntries(items, { tab: 'mine', text: '', own }))).toEqual([
      '[positions]',
      'EEE',
      '[favourites]',
      'CCC',
      '[recent]',
      'AAA',
    ]);
    expect(listEntries(items, { tab: 'mine', text: '', own: NOBODY })).toEqual([]);
  });

  it('search every type, whatever the tab', () => {
    expect(shown(listEntries(items, { tab: 'mine', text: 'fff', own: NOBODY }))).toEqual(['FFF']);
  });
});

describe('keys among the rows', () => {
  const own = { positions: ['EEE'], favourites: ['CCC'], recent: [] };
  const mine = listEntries(items, { tab: 'mine', text: '', own });

  it('skip heads and stop at the ends', () => {
    expect(rowAfter(mine, 1, 'ArrowDown')).toBe(3);
    expect(rowAfter(mine, 3, 'ArrowUp')).toBe(1);
    expect(rowAfter(mine, 1, 'ArrowUp')).toBe(1);
    expect(rowAfter(mine, 3, 'End')).toBe(3);
    expect(rowAfter(mine, 3, 'Home')).toBe(1);
    expect(rowAfter(mine, 1, 'PageDown')).toBe(3);
    expect(rowAfter(mine, 1, 'a')).toBeNull();
    expect(rowAfter([], 0, 'End')).toBeNull();
  });
});
