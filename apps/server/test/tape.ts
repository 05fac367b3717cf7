import { type InstrumentCode, type TickId, utcDayOf } from '@candor/kernel';
import { createTestClock } from '@candor/testkit';
import { findByCode } from '../src/market/catalogue/catalogue.ts';
import type { RawTick } from '../src/market/feeds/feed.ts';
import { type Tape, type TapeTick, createTape } from '../src/market/tape/tape.ts';

/** The market whose prices tests say. */
export const BTC = 'BTC/USDT' as InstrumentCode;

/** A tape whose ticks are stored as soon as they are offered, and what says prices to it. */
export function tapeOf(sources: readonly string[] = ['binance']) {
  const clock = createTestClock();
  const unhealthy: string[] = [];
  const outdated: string[] = [];
  const tape = createTape({
    clock,
    instrument: findByCode,
    rankOf: (source) => (sources.includes(source) ? sources.indexOf(source) : null),
    sourceCount: () => sources.length,
    marketTime: (now) => now,
    isLive: true,
    onUnhealthy: (source) => unhealthy.push(source),
    onOutdated: (source) => outdated.push(source),
  });
  let seq = 0;
  /** What the writer does once a batch is committed. */
  const commit = (): TapeTick[] => {
    const day = utcDayOf(clock.now());
    const stored = tape.take(1_000_000).map((tick): TapeTick => {
      seq += 1;
      return { ...tick, tickId: `${day}/${seq}` as TickId };
    });
    tape.settle(stored);
    return stored;
  };
  /** Offers a price half a second later, stores it, and says how it stands. */
  const say = (price: number, change: Partial<RawTick> = {}): string => {
    clock.advance(500);
    const outcome = tape.offer({
      code: BTC,
      bid: `${price}`,
      ask: `${price + 1}`,
      source: sources[0] ?? '',
      sourceTime: clock.now(),
      ...change,
    });
    const [tick] = commit();
    return outcome === 'queued' ? (tick?.tickStatus ?? 'lost') : outcome;
  };
  /** Says a price with every source until it has lasted, so that the next tick may act. */
  const agree = (price: number): void => {
    for (let count = 0; count < 4; count += 1) {
      for (const source of sources.toReversed()) say(price + count, { source });
      clock.advance(1_000);
    }
  };
  return { clock, tape, commit, say, agree, unhealthy, outdated };
}

/** The bid in force, in whole units. */
export const bidOf = (tape: Tape): string =>
  ((tape.latest(BTC)?.bid ?? 0n) / 10n ** 18n).toString();
