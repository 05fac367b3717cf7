import { describe, expect, test } from 'vitest';
import { csvOf } from './csv.ts';

/** The one line of a file with one row, without mark and line ends. */
const line = (...cells: string[]): string =>
  csvOf(
    cells.map(() => 'n'),
    [cells],
  ).split('\r\n')[1] ?? '';

describe('a file', () => {
  test('begins with the mark, names its columns and ends each line with CR LF', () => {
    expect(csvOf(['a', 'b'], [['1', '2']])).toBe('\uFEFFa,b\r\n1,2\r\n');
    expect(csvOf(['a'], [])).toBe('\uFEFFa\r\n');
    expect(csvOf(['a'], [['1']], 'no, none')).toBe('\uFEFFa,"no, none"\r\n1,"no, none"\r\n');
  });

  test.each([
    ['a comma', 'x,y', '"x,y"'],
    ['quotes', 'a "b"', '"a ""b"""'],
    ['a line end', 'a\r\nb', '"a\r\nb"'.split('\r\n')[0]],
    ['nothing', '', ''],
    ['other letters', 'حساب', 'حساب'],
  ])('keeps %s as RFC 4180 says', (_, text, expected) => {
    expect(line(text)).toBe(expected);
  });

  test.each([
    '=1+1',
    '+1',
    '@SUM(A1)',
    '-cmd',
    '\tx',
    '-1,5',
    '＝1+1',
    '＋1',
    '－cmd',
    '＠SUM(A1)',
  ])('never begins a formula with %j', (text) => {
    expect(line(text).replace(/^"/, '').startsWith("'")).toBe(true);
  });

  test('leaves signed numbers numbers', () => {
    expect(line('-12.5', '-3', '0.000001')).toBe('-12.5,-3,0.000001');
  });
});
