import { generateTape } from '@candor/testkit';
import { type Price, price, quantity } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '../price/quote.ts';
import { reachesTrailing, trailingLevel } from './trailing.ts';
import type { InstrumentCode } from '@candor/kernel';

const instrument = { code: 'BTC/USDT' as InstrumentCode, tickSize: price('0.1') };
const distance = price('2');

/** Plays a tape as the engine does: first whether the stop is reached, then where it moves to. */
function play(side: Side, bids: readonly string[]): { levels: string[]; firedAt: number | null } {
  let level: Price | null = null;
  const levels: string[] = [];
  for (const [index, text] of bids.entries()) {
    const quote = { bid: price(text), ask: (price(text) + price('1')) as Price };
    if (level !== null && reachesTrailing({ side, level }, quote)) {
      return { levels, firedAt: index };
    }
    level = trailingLevel({ side, distance, level }, quote);
    levels.push(String(level / quantity('0.1')));
  }
  return { levels, firedAt: null };
}

describe('a trailing stop', () => {
  it('follows the best bid of a long and never falls back', () => {
    expect(play('long', ['100', '103', '102', '105', '104'])).toEqual({
      levels: ['980', '1010', '1010', '1030', '1030'],
      firedAt: null,
    });
  });

  it('closes a long at the first bid that has come its distance back', () => {
    expect(play('long', ['100', '105', '103.1', '103', '99']).firedAt).toBe(3);
  });

  it('follows the best ask of a short and closes it at the first ask that rises to it', () => {
    expect(play('short', ['100', '96', '97', '98', '99'])).toEqual({
      levels: ['1030', '990', '990'],
      firedAt: 3,
    });
  });

  it('on any tape moves toward the market only, and fires exactly when that far from the best', () => {
    const anyTape = fc
      .integer({ min: 1, max: 1_000_000 })
      .map((seed) => generateTape({ instrument, seed, length: 120, gapOneIn: 12, spikeOneIn: 9 }));
    fc.assert(
      fc.property(anyTape, fc.constantFrom<Side>('long', 'short'), (tape, side) => {
        let level: Price | null = null;
        const marks: Price[] = [];
        for (const quote of tape) {
          const mark = side === 'long' ? quote.bid : quote.ask;
          const best = marks.reduce<Price | null>((found, one) => {
            if (found === null) return one;
            return (side === 'long' ? one > found : one < found) ? one : found;
          }, null);
          const came = best === null ? null : side === 'long' ? best - mark : mark - best;
          if (level !== null) {
            expect(reachesTrailing({ side, level }, quote)).toBe(came !== null && came >= distance);
          }
          const next: Price = trailingLevel({ side, distance, level }, quote);
          if (level !== null) expect(side === 'long' ? next >= level : next <= level).toBe(true);
          level = next;
          marks.push(mark);
        }
      }),
      { numRuns: 60 },
    );
  });
});
