// Promise: no label of the chart covers another, and none moves without need.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelPlaces, labelPlacesBeside } from './label-places.ts';

const room = { gap: 20, from: 10, to: 390 };

describe('labels of own prices', () => {
  it('stay where they are while they have room', () => {
    expect(labelPlaces([300, 50, 120], room)).toEqual([300, 50, 120]);
  });

  it('move apart in the order of their heights', () => {
    expect(labelPlaces([100, 104, 98], room)).toEqual([118, 138, 98]);
  });

  it('never overlap nor leave the box while it has room for all', () => {
    const heights = fc.array(fc.integer({ min: -50, max: 450 }), { maxLength: 15 });
    fc.assert(
      fc.property(heights, (drawn) => {
        const places = labelPlaces(drawn, room).toSorted((a, b) => a - b);
        places.forEach((place, index) => {
          expect(place).toBeGreaterThanOrEqual(room.from);
          expect(place).toBeLessThanOrEqual(room.to);
          const next = places[index + 1];
          if (next !== undefined) expect(next - place).toBeGreaterThanOrEqual(room.gap);
        });
      }),
    );
  });
});

describe('labels beside the last price', () => {
  it('leave it its place and stay on their side of it', () => {
    expect(labelPlacesBeside([198, 203, 50], 200, room)).toEqual([180, 220, 50]);
    expect(labelPlacesBeside([200], 200, room)).toEqual([220]);
    expect(labelPlacesBeside([], 200, room)).toEqual([]);
  });
});
