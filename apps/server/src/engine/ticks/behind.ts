import { type InstrumentCode, type TickId, isLaterTick } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { type Market, extremesOf } from '../../market/index.ts';
import { pagesOf, placeAfter } from './place.ts';

/** Ticks of one instrument read back and held at once; beyond it nothing is known. */
const HELD_MAX = 50_000;
/** Those of all instruments together; past it, what was read longest ago is let go of. */
const HELD_ALL_MAX = 4 * HELD_MAX;
/** Ticks read from the tape at once. */
const PAGE = 2_000;
/** Attempts of one caller: what was read may be too old by the time it is there. */
const TRIES_MAX = 3;

/** What the ticks the engine has not acted on are read with. */
export type BehindDeps = {
  readonly market: Pick<Market, 'acting' | 'actingFrom' | 'remembers' | 'actingBetween'>;
  readonly mayAct: (quote: Quote) => boolean;
};

/** Ticks the engine is behind with and memory has let go of: read back when a caller asks. */
export type Behind = {
  /** Whether all ticks of an instrument behind a place are known, here or in memory. */
  remembers(code: InstrumentCode, from: TickId): boolean;
  /** Those of them from a place on that may act; of a run that was read, its extremes suffice. */
  actingFrom(code: InstrumentCode, params: { from: TickId; isPlain: boolean }): readonly Quote[];
  /** Reads what is not known of an instrument from a place on, once for all who ask together. */
  read(code: InstrumentCode, from: TickId): Promise<void>;
  /** Lets go of what was acted on. */
  actedThrough(place: TickId): void;
};

type Held = {
  /** Every tick from here on to the other end, both included, that may act. */
  readonly from: TickId;
  readonly to: TickId;
  readonly ticks: readonly Quote[];
  readonly extremes: readonly Quote[];
};

/** Holds nothing yet. */
export function createBehind({ market, mayAct }: BehindDeps): Behind {
  const held = new Map<InstrumentCode, Held>();
  const reading = new Map<InstrumentCode, Promise<void>>();

  /** What was read, where it goes from a place to where memory begins. */
  function wholeFrom(code: InstrumentCode, from: TickId): Held | null {
    const one = held.get(code);
    if (one === undefined || isLaterTick(one.from, from)) return null;
    return market.remembers(code, placeAfter(one.to)) ? one : null;
  }

  const remembers = (code: InstrumentCode, from: TickId): boolean =>
    market.remembers(code, from) || wholeFrom(code, from) !== null;

  function makeRoom(): void {
    let all = 0;
    for (const { ticks } of held.values()) all += ticks.length;
    for (const [code, { ticks }] of held) {
      if (all <= HELD_ALL_MAX) return;
      held.delete(code);
      all -= ticks.length;
    }
  }

  async function readNew(code: InstrumentCode, params: TickId): Promise<void> {
    const known = held.get(code);
    const isMore = known !== undefined && !isLaterTick(known.from, params);
    const before = isMore ? known : null;
    // What is newer than this is in memory.
    const to = market.acting(code)?.tickId;
    if (to === undefined) return;
    const from = before === null ? params : placeAfter(before.to);
    const ticks = [...(before?.ticks ?? [])];
    if (!isLaterTick(from, to)) {
      for await (const page of pagesOf(
        { actingBetween: (span) => market.actingBetween({ ...span, code }) },
        { from, to },
        PAGE,
      )) {
        ticks.push(...page.ticks.filter(mayAct));
        if (ticks.length > HELD_MAX) return;
      }
    }
    held.delete(code);
    held.set(code, { from: before?.from ?? params, to, ticks, extremes: extremesOf(ticks) });
    makeRoom();
  }

  return {
    remembers,
    actingFrom(code, { from, isPlain }) {
      const recent = (place: TickId) => market.actingFrom(code, place).filter(mayAct);
      const one = market.remembers(code, placeAfter(from)) ? null : wholeFrom(code, from);
      if (one === null) return recent(from);
      const [first] = one.ticks;
      // The extremes are those of the whole run: they serve orders that have met none of it.
      const isWhole = first === undefined || !isLaterTick(from, first.tickId);
      const read = isPlain && isWhole ? one.extremes : one.ticks;
      const own = read.filter(({ tickId }) => !isLaterTick(from, tickId));
      return [...own, ...recent(placeAfter(one.to))];
    },
    async read(code, from) {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        if (remembers(code, placeAfter(from))) return;
        const known = reading.get(code) ?? readNew(code, from).finally(() => reading.delete(code));
        reading.set(code, known);
        await known;
        // There were too many: they are not read again for this caller.
        if (!held.has(code)) return;
      }
    },
    actedThrough(place) {
      for (const [code, { to }] of held) if (!isLaterTick(to, place)) held.delete(code);
    },
  };
}
