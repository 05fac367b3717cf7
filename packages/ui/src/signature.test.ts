// Promise: what was drawn is kept stroke by stroke within bounds, and a slip of the finger or an empty
// name is no signature.
import { describe, expect, it } from 'vitest';
import {
  type Signature,
  type Stroke,
  UNSIGNED,
  isSigned,
  strokeBegun,
  strokeLed,
  strokePath,
} from './signature.ts';

const drawn = (...strokes: Stroke[]): Signature => ({ kind: 'drawn', strokes });
const across = (length: number): Stroke =>
  Array.from({ length: length / 10 + 1 }, (_, at) => ({ x: 100 + at * 10, y: 80 }));

describe('a stroke', () => {
  it('begins and is led on; what moved nothing and what has no beginning is not kept', () => {
    expect(strokeLed([], { x: 1, y: 1 })).toEqual([]);
    const begun = strokeBegun([], { x: 1, y: 1 });
    expect(strokeLed(begun, { x: 2, y: 1 })).toBe(begun);
    expect(strokeLed(begun, { x: 4, y: 1 })).toEqual([
      [
        { x: 1, y: 1 },
        { x: 4, y: 1 },
      ],
    ]);
  });

  it('ends growing at a bound, whichever stroke was drawn', () => {
    let strokes = strokeBegun(strokeBegun([], { x: 0, y: 0 }), { x: 0, y: 9 });
    for (let at = 0; at < 5_000; at += 1) strokes = strokeLed(strokes, { x: (at % 2) * 9, y: 9 });
    expect(strokes.flat()).toHaveLength(4_000);
  });

  it('is a path through the middles of its points; a dot is one too', () => {
    expect(strokePath([])).toBe('');
    expect(strokePath([{ x: 3, y: 4 }])).toBe('M3 4l0.1 0');
    expect(
      strokePath([
        { x: 0, y: 0 },
        { x: 10, y: 0.04 },
        { x: 20, y: 10 },
        { x: 30, y: 10 },
      ]),
    ).toBe('M0 0Q10 0 15 5Q20 10 25 10L30 10');
  });
});

it('is a signature from a line on, or with a name', () => {
  expect(isSigned(UNSIGNED)).toBe(false);
  expect(isSigned(drawn([{ x: 1, y: 1 }]))).toBe(false);
  expect(isSigned(drawn(across(50)))).toBe(false);
  expect(isSigned(drawn(across(40), across(40)))).toBe(true);
  expect(isSigned({ kind: 'typed', name: '  ' })).toBe(false);
  expect(isSigned({ kind: 'typed', name: 'Mara' })).toBe(true);
});
