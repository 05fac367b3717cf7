// Promise: whatever owners of plans, prices, clocks and operators do, and wherever a process ends, what is in plans
// adds up to the unit: each day is paid once, nothing is paid that no fill left, and nobody's leaving or joining
// costs another. (PRODUCT 6; LEDGER 2, 4; RELIABILITY S1–S4; decision 0111)
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { type Tally, addTally } from '../counts.ts';
import { PATH, numberFor, playedAs } from '../settings.ts';
import { type Command, anyRun } from './commands.ts';
import { playRun } from './play.ts';
import { STORY } from './story.ts';
import { missing, tallyOf } from './tally.ts';
import { restoreSources, startWorld } from './world.ts';

const SEED = numberFor('SIM_SEED', 20_261_127);
const RUNS = numberFor('SIM_RUNS', 2);
const ACTS = numberFor('SIM_ACTS', 70);
const PATIENCE_MS = 60_000 + RUNS * 90_000;

afterEach(restoreSources);

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
  `whatever owners of plans, prices and operators do, plans add up (SIM_SEED=${SEED})`,
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
