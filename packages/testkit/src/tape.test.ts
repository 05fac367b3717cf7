import {
  DAY_MS,
  type InstrumentCode,
  formatDecimal,
  isUuid,
  newUuid,
  price,
  unixMs,
} from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { TEST_START, createTestClock } from './clock.ts';
import { createRandom } from './random.ts';
import { generateTape } from './tape.ts';

const instrument = { code: 'BTC/USDT' as InstrumentCode, tickSize: price('0.01') };

describe('a generated tape', () => {
  it('is the same for the same seed and another for another', () => {
    const options = { instrument, seed: 42, gapOneIn: 20, spikeOneIn: 20 };
    expect(generateTape(options)).toEqual(generateTape(options));
    expect(generateTape({ ...options, seed: 43 })).not.toEqual(generateTape(options));
    const bids = generateTape({ ...options, length: 6 }).map((quote) => formatDecimal(quote.bid));
    expect(bids).toEqual(['9.97', '9.97', '9.98', '9.97', '10', '10.03']);
  });

  it('is a tape the market would accept: 0 < bid < ask, times and ids rising', () => {
    const tape = generateTape({
      instrument,
      seed: 5,
      length: 5000,
      startPrice: price('0.05'),
      gapOneIn: 10,
      spikeOneIn: 10,
      jumpPermille: 900,
    });
    expect(new Set(tape.map((quote) => quote.tickId)).size).toBe(5000);
    for (const [index, quote] of tape.entries()) {
      expect(quote.bid > 0n && quote.ask > quote.bid).toBe(true);
      expect(quote.bid % instrument.tickSize).toBe(0n);
      expect(quote.receivedAt).toBe(TEST_START + index * 250);
    }
  });

  it('steps by no more than asked, except for gaps that stay and spikes that do not', () => {
    const steps = (options: { gapOneIn?: number; spikeOneIn?: number }): bigint[] => {
      const tape = generateTape({ instrument, seed: 9, length: 1000, stepTicks: 1, ...options });
      return tape.slice(1).map((quote, index) => {
        const move = quote.bid - (tape[index]?.bid ?? quote.bid);
        return (move < 0n ? -move : move) / instrument.tickSize;
      });
    };
    const large = (moves: bigint[]): number => moves.filter((move) => move > 10n).length;
    expect(large(steps({}))).toBe(0);
    const gaps = large(steps({ gapOneIn: 100 }));
    const spikes = large(steps({ spikeOneIn: 100 }));
    expect(gaps).toBeGreaterThan(3);
    expect(gaps).toBeLessThan(25);
    // A spike is two large moves, out and back.
    expect(spikes).toBeGreaterThan(6);
    expect(spikes).toBeLessThan(50);
  });

  it('draws evenly between its bounds, both included', () => {
    const random = createRandom(0);
    const counts = [0, 0, 0, 0, 0, 0];
    for (let draw = 0; draw < 60_000; draw += 1) {
      const face = random.between(0, 5);
      counts[face] = (counts[face] ?? 0) + 1;
    }
    expect(counts).toHaveLength(6);
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});

describe('a test clock', () => {
  it('stands still until it is turned, forward by milliseconds or to any moment', () => {
    const clock = createTestClock();
    expect(clock.now()).toBe(TEST_START);
    expect(clock.advance(DAY_MS)).toBe(TEST_START + DAY_MS);
    expect(clock.now()).toBe(TEST_START + DAY_MS);
    clock.set(unixMs(5));
    expect(clock.now()).toBe(5);
    expect(() => clock.advance(0.5)).toThrow('not a moment');
    expect(isUuid(newUuid(clock.now()))).toBe(true);
  });
});
