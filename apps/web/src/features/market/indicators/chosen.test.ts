// Promise: the chosen indicators come back as they were left, and nothing unreadable harms them.
import { describe, expect, it } from 'vitest';
import {
  CHOSEN_MAX,
  allowed,
  anotherOne,
  asStandard,
  chosenName,
  readChosen,
  writeChosen,
} from './chosen.ts';
import { INDICATORS, findIndicator } from './catalogue.ts';

const bands = findIndicator('bollinger') ?? INDICATORS[0]!;

describe('the chosen set', () => {
  it('comes back as it was written', () => {
    const set = INDICATORS.slice(0, CHOSEN_MAX).map(asStandard);
    expect(readChosen(writeChosen(set))).toEqual(set);
    expect(writeChosen([{ indicator: bands, parameters: [30, 2.5] }])).toBe(
      '[["bollinger",30,2.5]]',
    );
  });

  it.each([null, '', '{', '7', '[["fortune",3]]', '[7,"sma"]'])('is empty for %s', (text) => {
    expect(readChosen(text)).toEqual([]);
  });

  it('brings numbers within bounds, fills in missing ones and drops repeats', () => {
    const read = readChosen('[["sma",100000],["sma",500],["bollinger"],["ema","x"]]');
    expect(read.map(chosenName)).toEqual(['SMA 500', 'BB 20, 2', 'EMA 50']);
  });

  it('keeps to the steps of a parameter', () => {
    const deviations = bands.parameters[1]!;
    expect(allowed(deviations, 2.4)).toBe(2.5);
    expect(allowed(deviations, -1)).toBe(0.5);
    expect(allowed(deviations, Number.NaN)).toBe(2);
  });

  it('adds another of the same with twice the length, and no second one without numbers', () => {
    const two = anotherOne([asStandard(bands)], bands);
    expect(two?.parameters).toEqual([40, 2]);
    expect(anotherOne([], bands)?.parameters).toEqual([20, 2]);
    const obv = findIndicator('obv') ?? bands;
    expect(anotherOne([asStandard(obv)], obv)).toBeNull();
  });

  it('names itself with its numbers', () => {
    expect(chosenName(asStandard(bands))).toBe('BB 20, 2');
    expect(chosenName(asStandard(findIndicator('obv') ?? bands))).toBe('OBV');
  });
});
