// Promise: the signs in the discs of markets are shapes alone, each of a coin or currency of the catalogue.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../apps/server/src/market/catalogue/catalogue.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../apps/web/src/signs/${name}`, import.meta.url), 'utf8');
const picture = read('signs.svg');
const style = read('signs.css');
const placed = [...style.matchAll(/\[data-sign='(\w+)'\] \{\s*--sign: ([\d.]+)%/g)];
const rows = [...picture.matchAll(/<g transform="translate\(0 (\d+)\)">/g)];

test('every sign is of a coin or currency that is traded or held', () => {
  const known = new Set<string>([...CATALOGUE.map(({ base }) => base), 'USDT']);
  const named = new Set([...style.matchAll(/data-sign='(\w+)'/g)].map(([, name = '']) => name));
  expect(named.size).toBeGreaterThan(100);
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
});

test('each place in the style is one in the picture', () => {
  expect(placed).toHaveLength(rows.length);
  expect(rows.map(([, y = '']) => Number.parseInt(y, 10))).toEqual(rows.map((_, at) => at * 24));
  placed.forEach(([, , percent = ''], at) =>
    expect(+percent).toBeCloseTo((at * 100) / (rows.length - 1), 3),
  );
});

test('the picture has shapes and nothing that loads, runs or refers', () => {
  const tags = new Set([...picture.matchAll(/<([a-zA-Z]+)/g)].map(([, tag = '']) => tag));
  const shapes = ['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'polygon'];
  expect([...tags].filter((tag) => !shapes.includes(tag))).toEqual([]);
  expect(picture).not.toMatch(/href|style=|url\(|\son\w+=|<!ENTITY|<\?/i);
});
