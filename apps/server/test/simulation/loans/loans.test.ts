// Promise: whatever borrowers, prices, staff and clocks do, what is lent, charged, pledged, sold and repaid
// adds up to the unit; no more is sold than restores a loan, and what is missing is the house's loss.
// (PRODUCT 7; LEDGER 2, 4; RELIABILITY L1–L6)
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Tally, addTally } from '../counts.ts';
import { HAS_CRASH_DAY, crashDayMoves } from '../crash-day.ts';
import { PATH, numberFor, playedAs } from '../settings.ts';
import { type Command, anyRun } from './commands.ts';
import { playRun } from './play.ts';
import { STORY, lend } from './story.ts';
import { missing, tallyOf } from './tally.ts';
import { startWorld } from './world.ts';

const SEED = numberFor('SIM_SEED', 20_261_127);
const RUNS = numberFor('SIM_RUNS', 3);
const ACTS = numberFor('SIM_ACTS', 110);
const PATIENCE_MS = 60_000 + RUNS * 60_000;

/** Plays one run on a product of its own, whose books and receipts are checked at its end. */
async function simulate(commands: readonly Command[], all: Tally): Promise<void> {
  const world = await startWorld();
  const found = await playRun(world, commands);
  addTally(all, tallyOf(world));
  try {
    expect(found).toEqual([]);
  } finally {
    await world.product.stop();
  }
}

test(
  `whatever borrowers, prices and staff do, loans add up (SIM_SEED=${SEED})`,
  async () => {
    const all: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(anyRun(ACTS), (commands) => simulate(commands, all)),
      { ...playedAs(SEED), numRuns: RUNS, examples: [[[...STORY]]] },
    );
    // A simulation in which the rare things never happened has shown nothing about them.
    if (PATH === '') expect(missing(all)).toEqual([]);
  },
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
