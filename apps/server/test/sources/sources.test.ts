// Promise: whoever owns one of an instrument's venues never makes a price act that lies outside the
// band of what the honest ones said; and what the honest ones say in a crash acts within 3 s.
import { afterEach, expect, test, vi } from 'vitest';
import { playCrash } from './crash.ts';
import { playGame } from './game.ts';
import { CLASSES } from './venues.ts';

// Faults are planted by putting another function in the place of a module's.
const planted = vi.hoisted(() => ({ isAgainstMiddle: false }));
vi.mock('@candor/pricing', async (original) => {
  const real = await original<typeof import('@candor/pricing')>();
  return {
    ...real,
    isCredible: (facts: Parameters<typeof real.isCredible>[0]) => {
      if (!planted.isAgainstMiddle || facts.others.length !== 1) return real.isCredible(facts);
      const middle = real.medianPrice([facts.middle, ...facts.others]);
      return facts.sides.every((side) => real.withinBand(side, middle, facts.bandRate));
    },
  } satisfies Partial<typeof real>;
});
afterEach(() => void (planted.isAgainstMiddle = false));

/** `npm run soak -- sources` plays ten thousand games of each class. */
const GAMES = Number.parseInt(process.env['SOURCE_GAMES'] ?? '60', 10);
const CRASHES = Math.ceil(GAMES / 10);
const PATIENCE_MS = 60_000 + GAMES * 60;

const report = (line: string): boolean => process.stdout.write(`${line}\n`);

test.each(Object.entries(CLASSES))(
  '%s: an adversary with one venue sets nothing off outside the band of the honest ones',
  (name, code) => {
    const sum = { acted: 0, held: 0, honest: 0 };
    const outside: string[] = [];
    for (let seed = 1; seed <= GAMES; seed += 1) {
      const outcome = playGame(code, seed);
      sum.acted += outcome.acted;
      sum.held += outcome.held;
      sum.honest += outcome.honest;
      outside.push(...outcome.outside);
    }
    report(
      `${name}: ${GAMES} games, of the adversary's ticks ${sum.acted} could act, ${sum.held} could not; ` +
        `outside the band of the honest ones: ${outside.length}; honest ticks that could act: ${sum.honest}`,
    );
    expect(outside.slice(0, 5)).toEqual([]);
    // A game in which nobody could do anything would show nothing.
    expect(sum.acted).toBeGreaterThan(GAMES);
    expect(sum.held).toBeGreaterThan(GAMES);
    expect(sum.honest).toBeGreaterThan(GAMES);
  },
  PATIENCE_MS,
);

test.each(Object.entries(CLASSES))(
  '%s: in a crash that all venues tell every stop acts within three seconds',
  (name, code) => {
    const sum = { due: 0, inTime: 0 };
    let longestMs = 0;
    let deepest = 0;
    for (let seed = 1; seed <= CRASHES; seed += 1) {
      const crash = playCrash(code, seed);
      sum.due += crash.due;
      sum.inTime += crash.inTime;
      longestMs = Math.max(longestMs, crash.longestMs);
      deepest = Math.max(deepest, crash.fall);
    }
    report(
      `${name}: ${CRASHES} crashes, the deepest by ${deepest} %: of ${sum.due} stops ${sum.inTime} ` +
        `acted within 3 s, the last after ${longestMs} ms`,
    );
    expect(sum.inTime).toBe(sum.due);
    expect(sum.due).toBeGreaterThan(CRASHES);
  },
  PATIENCE_MS,
);

test('the games find a rule that measures two sources against their middle', () => {
  planted.isAgainstMiddle = true;
  const code = CLASSES['crypto majors'] ?? expect.unreachable('it is listed');
  const found = Array.from({ length: 20 }, (_, seed) => playGame(code, seed + 1).outside.length);
  expect(found.some((count) => count > 0)).toBe(true);
});
