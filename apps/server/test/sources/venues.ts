// A few venues that speak of one instrument, on a clock and a tape of their own: no database, no
// sockets. What is said comes to the tape as a feed would bring it.
import { type InstrumentCode, type TickId, type UnixMs, ensure } from '@candor/kernel';
import { type Random, type TestClock, createTestClock } from '@candor/testkit';
import { CATALOGUE, findByCode } from '../../src/market/catalogue/catalogue.ts';
import { type Tape, type TapeTick, createTape } from '../../src/market/tape/tape.ts';

/** Whole parts a price of 1 has here; every price of a game is a whole number of them. */
const PARTS = 1_000_000;

/** The classes of the catalogue that differ in their band or in how long a price is fresh. */
export const CLASSES: Readonly<Record<string, InstrumentCode>> = Object.fromEntries(
  [
    ['crypto majors', 'BTC/USDT'],
    [
      'other crypto',
      ensure(
        CATALOGUE.find(
          (one) =>
            one.class === 'crypto' &&
            one.bandRate > ensure(findByCode('BTC/USDT'), 'listed').bandRate,
        ),
        'listed',
      ).code,
    ],
    ['forex', 'EUR/USD'],
    ['shares', 'AAPL'],
  ].map(([name, code]) => [name, code as InstrumentCode]),
);

/** The band of an instrument in millionths. */
export function bandOf(code: InstrumentCode): number {
  const { bandRate } = ensure(findByCode(code), 'the catalogue knows it');
  return Number.parseInt((bandRate / 10n ** 12n).toString(), 10);
}

const text = (parts: number): string =>
  `${Math.floor(parts / PARTS)}.${String(parts % PARTS).padStart(6, '0')}`;
const partsOf = (price: bigint): number =>
  Number.parseInt((price / (10n ** 18n / BigInt(PARTS))).toString(), 10);

/** A tick as a game looks at it; prices in parts. */
export type Seen = {
  readonly source: string;
  readonly at: UnixMs;
  readonly bid: number;
  readonly ask: number;
  readonly isActing: boolean;
};

/** Some venues before a tape. */
export type Stage = {
  readonly clock: TestClock;
  readonly names: readonly string[];
  tape(): Tape;
  /** Says a price of a venue; answers the tick it became, or null. */
  say(name: string, price: { bid: number; ask: number; time?: UnixMs | null }): Seen | null;
  /** Anything at all, from a venue. */
  babble(name: string, random: Random): void;
  /** A venue says something of another instrument, so that its connection is seen to live. */
  live(name: string): void;
  restart(): void;
};

/** Sets up so many venues, the first of which leads. */
export function createStage(code: InstrumentCode, count: number): Stage {
  const clock = createTestClock();
  const names = Array.from({ length: count }, (_, index) => `Venue ${index + 1}`);
  const other = code === 'ETH/USDT' ? 'SOL/USDT' : 'ETH/USDT';
  const stored: TapeTick[] = [];
  let seq = 0;
  const open = (): Tape =>
    createTape({
      clock,
      instrument: findByCode,
      rankOf: (source) => (names.includes(source) ? names.indexOf(source) : null),
      sourceCount: () => names.length,
      marketTime: (now) => now,
      isLive: true,
      onUnhealthy: () => undefined,
      onOutdated: () => undefined,
    });
  let tape = open();

  function commit(): TapeTick[] {
    const ticks = tape.take(1_000).map((tick): TapeTick => {
      seq += 1;
      return { ...tick, tickId: `2024-01-01/${seq}` as TickId };
    });
    tape.settle(ticks);
    tape.drain();
    stored.push(...ticks);
    // As much as a start reads back, and no more than a game can hold.
    if (stored.length > 2_000) stored.splice(0, 1_000);
    return ticks;
  }

  return {
    clock,
    names,
    tape: () => tape,
    say(name, { bid, ask, time = null }) {
      const outcome = tape.offer({
        code,
        bid: text(bid),
        ask: text(ask),
        source: name,
        sourceTime: time,
      });
      const [tick] = commit();
      if (outcome !== 'queued' || tick === undefined) return null;
      return {
        source: name,
        at: tick.receivedAt,
        bid: partsOf(tick.bid),
        ask: partsOf(tick.ask),
        isActing: tick.tickStatus === 'acting',
      };
    },
    babble(name, random) {
      const odd = [Number.NaN, '', '-1', '0', 'NaN', null, {}, '1e9', '9'.repeat(60)];
      const bid = odd[random.between(0, odd.length - 1)];
      tape.offer({ code, bid, ask: '1', source: name, sourceTime: null });
      commit();
    },
    live(name) {
      const bid = `${3_000 + (clock.now() % 97)}`;
      tape.offer({ code: other, bid, ask: bid, source: name, sourceTime: null });
      commit();
    },
    restart() {
      // As the tape is read at a start: the last word of each source, and its last credible ones.
      const earlier = names.flatMap((name) => {
        const said = stored.filter(
          (tick) => tick.code === code && tick.source === name && tick.tickStatus !== 'late',
        );
        const credible = said.filter(({ tickStatus }) => tickStatus !== 'outside').slice(-15);
        return [...credible, ...said.slice(-1).filter((last) => !credible.includes(last))];
      });
      tape = open();
      tape.restore(
        [],
        earlier.toSorted((a, b) => a.receivedAt - b.receivedAt),
      );
    },
  };
}
