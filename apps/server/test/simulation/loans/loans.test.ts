// Promise: whatever borrowers, prices, staff and clocks do, what is lent, charged, pledged, sold and repaid
// adds up to the unit; no more is sold than restores a loan, and what is missing is the house's loss.
// (PRODUCT 7; LEDGER 2, 4; RELIABILITY L1–L6)
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tally } from '../counts.ts';
import { HAS_CRASH_DAY, crashDayMoves } from '../crash-day.ts';
import { createRun, expectRunsHold, settingsOr } from '../running.ts';
import { type Command, anyRun } from './commands.ts';
import { playRun } from './play.ts';
import { STORY, lend } from './story.ts';
import { missing, tallyOf } from './tally.ts';
import { startWorld } from './world.ts';

const SETTINGS = settingsOr({ seed: 20_261_127, runs: 3, acts: 110 });
const { seed: SEED, acts: ACTS, patienceMs: PATIENCE_MS } = SETTINGS;

const simulate = createRun({ start: startWorld, play: playRun, tallyOf });

test(
  `whatever borrowers, prices and staff do, loans add up (SIM_SEED=${SEED})`,
  () => expectRunsHold(SETTINGS, { any: anyRun(ACTS), story: STORY, run: simulate, missing }),
  PATIENCE_MS,
);

/** What saves a loan from a fall is left out of it: it would show nothing. */
const SAVES = new Set(['price', 'line', 'midnight', 'add', 'repay', 'convert']);

/** Loans of all borrowers as far as they go, a fall, and what borrowers and staff do meanwhile. */
async function playFall(moves: readonly number[]): Promise<Tally> {
  const fall = moves.map((tenthPermille): Command => ({
    do: 'price',
    coin: 'both',
    tenthPermille,
    look: true,
  }));
  const [drawn = []] = fc.sample(anyRun(ACTS), { seed: SEED, numRuns: 1 });
  const others = drawn.filter(({ do: what }) => !SAVES.has(what));
  const lent = [...lend(0, 'BTC'), ...lend(1, 'both'), ...lend(2, 'all')];
  const during = fall.flatMap((tick, index) => [tick, ...others.slice(index, index + 1)]);
  const all: Tally = new Map();
  await simulate([...lent, ...during], all);
  return all;
}

/** Falls by chance: small steps that lean down, and jumps, a tenth at most. */
const anyFall = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -70, max: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: -1_000, max: 300 }) },
  ),
  { minLength: 50, maxLength: 50 },
);

test(
  `in a fall by chance loans are told of, sold and restored, and add up (SIM_SEED=${SEED})`,
  async () => {
    const [moves = []] = fc.sample(anyFall, { seed: SEED, numRuns: 1 });
    // Whatever chance brought before: by then every loan that is left has passed its line.
    const all = await playFall([...moves, -1_200, -1_200, -1_200]);
    expect([all.get('sold: line') ?? 0, all.get('told of line 1') ?? 0]).not.toContain(0);
  },
  PATIENCE_MS,
);

test.skipIf(!HAS_CRASH_DAY)(
  'on a recorded day on which Bitcoin lost a quarter loans are sold and add up',
  async () => {
    const moves = await crashDayMoves();
    expect(moves.length).toBeGreaterThan(100);
    const all = await playFall(moves);
    expect([all.get('sold: line') ?? 0, all.get('told of line 1') ?? 0]).not.toContain(0);
  },
  PATIENCE_MS,
);
