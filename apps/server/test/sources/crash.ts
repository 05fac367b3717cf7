// A crash as honest venues tell it: how long until a price that all of them said may act.
import type { InstrumentCode, UnixMs } from '@candor/kernel';
import { type Random, createRandom } from '@candor/testkit';
import { type Stage, bandOf, createStage } from './venues.ts';

const START = 50_000_000;
const MILLION = 1_000_000;
const STEP_MS = 50;
/** After so long a price that all venues have said, and go on saying, may act. */
const WITHIN_MS = 3_000;

/** What a crash came to. */
export type Crash = {
  /** Prices that all venues passed for good, each a stop that was due. */
  readonly due: number;
  /** Those of them that acted within three seconds. */
  readonly inTime: number;
  /** The longest it took. @units milliseconds */
  readonly longestMs: number;
  /** How far it fell. @units percent */
  readonly fall: number;
};

/** The owner of one of three venues, who wants the fall of the others to set nothing off. */
function createBrake(facts: {
  readonly stage: Stage;
  readonly name: string;
  readonly random: Random;
  readonly band: number;
}) {
  const { stage, name, random, band } = facts;
  const WAYS = ['freeze', 'above', 'stay', 'jump', 'garbage', 'hangUp'] as const;
  let way: (typeof WAYS)[number] = 'above';
  let kept = START;
  return (highest: number): number | null => {
    if (random.between(0, 199) === 0) {
      way = WAYS[random.between(0, WAYS.length - 1)] ?? 'above';
      kept = highest;
    }
    if (way === 'freeze' || random.between(0, 4) > 0) return null;
    if (way === 'garbage') stage.babble(name, random);
    if (way === 'hangUp' && random.between(0, 9) === 0) stage.tape().lose(name);
    const above = Math.floor((highest / MILLION) * (MILLION + random.between(0, band)));
    const wild = Math.floor((highest / MILLION) * (MILLION + random.between(-20, 20) * band));
    const bid = way === 'above' ? above : way === 'stay' ? kept : Math.max(1, wild);
    const tick = stage.say(name, { bid, ask: bid + 5 });
    return tick?.isActing === true ? tick.bid : null;
  };
}

/**
 * Two or three venues fall by tens of percent within two minutes: slides, plunges by several bands
 * at once that the venues tell one after the other, and rests. Braked, a third venue is its
 * owner's who wants nothing to act; a price is due when the others passed it by the band.
 */
export function playCrash(code: InstrumentCode, seed: number, isBraked = false): Crash {
  const random = createRandom(seed);
  const band = bandOf(code);
  const stage = createStage(code, isBraked ? 3 : random.between(2, 3));
  const owned = isBraked ? (stage.names[random.between(0, 2)] ?? '') : null;
  const brake = owned === null ? () => null : createBrake({ stage, name: owned, random, band });
  const venues = stage.names
    .filter((name) => name !== owned)
    .map((name) => ({ name, nextAt: 0, bid: START }));
  let world = START;
  let slide = 0;
  let acted = START;
  const due: { level: number; at: UnixMs }[] = [];
  let nextLevel = START - Math.floor(START / 200);
  let longestMs = 0;
  let inTime = 0;
  let settled = 0;

  for (let passed = 0; passed < 120_000; passed += STEP_MS) {
    stage.clock.advance(STEP_MS);
    const now = stage.clock.now();
    if (passed > 5_000 && random.between(0, 39) === 0) slide = random.between(0, band / 20);
    if (passed > 5_000 && random.between(0, 399) === 0) {
      world -= Math.floor((world * random.between(band, 3 * band)) / MILLION);
    }
    world -= Math.floor((world * slide) / MILLION / 10);
    for (const venue of venues) {
      if (venue.nextAt > now) continue;
      venue.nextAt = now + random.between(100, 900);
      // They never tell quite the same price; the fall is in all of them.
      const bid = world - random.between(0, Math.floor(((world / MILLION) * band) / 20));
      venue.bid = Math.min(venue.bid, bid);
      const tick = stage.say(venue.name, { bid: venue.bid, ask: venue.bid + 5 });
      if (tick?.isActing === true) acted = Math.min(acted, tick.bid);
    }
    const highest = Math.max(...venues.map(({ bid }) => bid));
    acted = Math.min(acted, brake(highest) ?? acted);
    // Within the band a leading venue is believed, an adversary's too.
    const reached = isBraked ? Math.ceil((highest / MILLION) * (MILLION + band)) : highest;
    for (; reached <= nextLevel; nextLevel -= Math.floor(START / 200)) {
      due.push({ level: nextLevel, at: now });
    }
    for (; settled < due.length && acted <= (due[settled]?.level ?? 0); settled += 1) {
      const tookMs = now - (due[settled]?.at ?? now);
      longestMs = Math.max(longestMs, tookMs);
      if (tookMs <= WITHIN_MS) inTime += 1;
    }
  }
  const decidable = due.filter(({ at }) => at <= stage.clock.now() - WITHIN_MS).length;
  return {
    due: Math.max(decidable, settled),
    inTime,
    longestMs,
    fall: Math.round(((START - world) / START) * 100),
  };
}
