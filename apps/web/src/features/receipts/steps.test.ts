// Promise: what the page recomputes is what the receipt says, and a figure that is another one is
// named.
import type { Receipt } from '@candor/protocol/light';
import { describe, expect, it } from 'vitest';
import { aCover, aPart, aStop, anOption } from '../../testing/receipts.ts';
import { canonicalJson, hashOf } from './hash.ts';
import { readPasted } from './pasted.ts';
import { isSame, resultOfHouse, stepsOf } from './steps.ts';
import { rangeOf, rowsAround, shareOf, stepPath } from './trace.ts';

const ALL = [aPart, aStop, aCover, anOption];
const wrongIn = (receipt: Receipt): string[] =>
  stepsOf(receipt)
    .filter((step) => !isSame(step))
    .map(({ id }) => id);

describe('a receipt recomputed in the browser', () => {
  it('comes to what it says, figure by figure', () => {
    for (const receipt of ALL) expect(wrongIn(receipt)).toEqual([]);
    expect(stepsOf(aStop).map(({ id }) => id)).toEqual([
      'open-price',
      'open-spread',
      'open-link',
      'margin',
      'open-fee',
      'financing-2026-03-05',
      'close-price',
      'close-spread',
      'close-link',
      'result',
      'close-fee',
      'profit',
      'house',
      'house-all',
    ]);
  });

  it('names each figure that is another one', () => {
    if (aStop.kind !== 'contract' || aStop.close === null) throw new Error('the sample changed');
    expect(wrongIn({ ...aStop, realised: '-167' })).toEqual(['result', 'profit', 'house']);
    expect(wrongIn({ ...aStop, profit: '1' })).toEqual(['profit', 'house-all']);
    expect(wrongIn({ ...aStop, margin: { ...aStop.margin, opened: '1' } })).toEqual(['margin']);
    expect(wrongIn({ ...aStop, close: { ...aStop.close, spread: '0' } })).toEqual(['close-spread']);
    expect(wrongIn({ ...aStop, open: { ...aStop.open, price: '156.131' } })).toContain(
      'open-price',
    );
    if (anOption.kind !== 'option') throw new Error('the sample changed');
    expect(wrongIn({ ...anOption, payout: '1' })).toContain('payout');
    expect(wrongIn({ ...anOption, direction: 'down' })).toContain('payout');
    expect(wrongIn({ ...aCover, amount: '1' } as Receipt)).toEqual(['cover']);
  });

  it('states the result of the house with fees: the opposite of what the order says', () => {
    if (aStop.kind !== 'contract') throw new Error('the sample changed');
    const { profit, counterparty } = aStop;
    expect(resultOfHouse(aStop)?.all).toBe(profit.replace('-', ''));
    expect(resultOfHouse(aStop)?.all).not.toBe(counterparty.result);
    expect(resultOfHouse({ ...aStop, profit: 'much' })).toBeNull();
  });

  it('shows the figures a result comes from, in the reader’s way of writing', () => {
    const result = stepsOf(aStop).find(({ id }) => id === 'result');
    expect(result?.formula).toMatch(/^\(156\.123 − 157\.22\) × 0\.24 × 100,000 × 0\.00636/);
  });
});

describe('the hash', () => {
  it('is the one the server wrote, whatever the order of the fields', async () => {
    for (const receipt of ALL) {
      const turned = Object.fromEntries(Object.entries(receipt).toReversed()) as Receipt;
      expect(await hashOf(turned)).toBe(receipt.hash);
    }
    expect(await hashOf({ ...aStop, mode: 'real' } as Receipt)).not.toBe(aStop.hash);
    expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"é\\"","d":null}]}',
    );
  });
});

describe('what is pasted into the checker', () => {
  it('is a number however it was copied, a receipt, or neither', () => {
    const number = '0123456789ABCDEF0123456789ABCDEF';
    const spaced = '01234567 89abcdef 01234567 89abcdef';
    for (const text of [number, spaced, ` https://candor.test/receipt/${number}/ `]) {
      expect(readPasted(text)).toEqual({ kind: 'number', number });
    }
    for (const text of ['261121-7KQ2M9XA', ' 261121-7kq2m9xa ', '261121 7KQ2M9XA']) {
      expect(readPasted(text)).toEqual({ kind: 'order', orderNo: '261121-7KQ2M9XA' });
    }
    const json = JSON.stringify(aStop);
    expect(readPasted(json)).toEqual({ kind: 'receipt', receipt: aStop });
    const kept = JSON.stringify({ code: '200', message: 'ok', result: aStop });
    expect(readPasted(kept)).toEqual({ kind: 'receipt', receipt: aStop });
    const half = JSON.stringify({ ...aStop, entries: undefined });
    for (const text of ['', 'C-7F3K', '{', '{"schema":"other"}', '[1]', 'null', half]) {
      expect(readPasted(text)).toEqual({ kind: 'unreadable' });
    }
  });
});

describe('the tape around a fill', () => {
  const tick = (at: number, bid: string, ask: string) => ({
    id: `2026-03-04/${at}`,
    time: at,
    receivedAt: at,
    source: 'A',
    bid,
    ask,
  });
  const ticks = [tick(0, '10', '11'), tick(50, '9', '12'), tick(100, '10.5', '10.6')];

  it('is drawn between its lowest bid and its highest ask', () => {
    const range = rangeOf(ticks);
    expect(range).not.toBeNull();
    if (range === null) return;
    expect(shareOf(range.low, range)).toBe(0);
    expect(shareOf(range.high, range)).toBe(1);
    const facts = {
      side: 'bid',
      span: { from: 0, to: 100 },
      range,
      width: 100,
      height: 30,
    } as const;
    expect(stepPath(ticks, facts)).toBe('M0 20H50V30H100V15H100');
    expect(stepPath([], facts)).toBe('');
    expect(rangeOf([])).toBeNull();
  });

  it('lists those nearest to the one that was filled on', () => {
    const many = Array.from({ length: 60 }, (_, index) => tick(index, '1', '2'));
    const rows = rowsAround(many, '2026-03-04/30');
    expect(rows.map(({ receivedAt }) => receivedAt)).toEqual(
      Array.from({ length: 17 }, (_, index) => 22 + index),
    );
    expect(rowsAround(many, 'nobody')).toHaveLength(17);
  });
});
