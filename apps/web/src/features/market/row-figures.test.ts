// Promise: a row says price and change of the moment, with sign, arrow and word, never by hue alone.
import { beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../../testing/speak.ts';
import { type RowParts, writeRow } from './row-figures.ts';

function makeParts(): RowParts {
  const box = document.createElement('span');
  box.innerHTML =
    '<b></b><i><svg><path></path></svg><span class="word"></span><span class="figure"></span></i>';
  return {
    price: box.querySelector('b')!,
    change: box.querySelector('i')!,
    arrow: box.querySelector('path')!,
    direction: box.querySelector('.word')!,
    percent: box.querySelector('.figure')!,
  };
}

const look = { tickSize: '0.01', words: { up: 'up', down: 'down' } };
const said = ({ price, change, arrow, direction, percent }: RowParts) => ({
  price: price.textContent,
  percent: percent.textContent,
  word: direction.textContent,
  tone: change.className,
  arrow: arrow.getAttribute('d') !== '',
});

beforeEach(() => speak('en'));

describe('a row', () => {
  it('rises, falls, rests and knows nothing', () => {
    const parts = makeParts();
    writeRow(parts, { price: '60000.126', change: '1.239' }, look);
    expect(said(parts)).toEqual({
      price: '60,000.13',
      percent: '+1.24%',
      word: 'up',
      tone: 'text-up',
      arrow: true,
    });
    writeRow(parts, { price: '59999', change: '-0.5' }, look);
    expect(said(parts)).toEqual({
      price: '59,999.00',
      percent: '−0.50%',
      word: 'down',
      tone: 'text-down',
      arrow: true,
    });
    // What rounds to nothing has neither arrow nor colour.
    writeRow(parts, { price: '59999', change: '-0.001' }, look);
    expect(said(parts)).toMatchObject({ percent: '0.00%', word: '', tone: 'text-ink-3' });
    expect(said(parts).arrow).toBe(false);
    writeRow(parts, { price: '59999', change: null }, look);
    expect(said(parts)).toMatchObject({ percent: '—', word: '', tone: 'text-ink-3' });
  });
});
