// Promise: whatever bidders, staff and clocks do, and wherever a process ends, a token has one owner, every other bid
// is given back once, and what charities were raised and paid is what the books say, to the unit.
// (PRODUCT 8; LEDGER 2, 4; RELIABILITY N1–N7; decision 0100)
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Tally, addTally } from '../counts.ts';
import { PATH, numberFor, playedAs } from '../settings.ts';
import { type Command, anyRun } from './commands.ts';
import { playRun } from './play.ts';
import { STORY } from './story.ts';
import { missing, tallyOf } from './tally.ts';
import { startWorld } from './world.ts';

const SEED = numberFor('SIM_SEED', 20_261_127);
const RUNS = numberFor('SIM_RUNS', 3);
const ACTS = numberFor('SIM_ACTS', 120);
const PATIENCE_MS = 60_000 + RUNS * 60_000;

/** Plays one run on a product of its own, whose books are checked at its end. */
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
  `whatever bidders, staff and clocks do, tokens add up (SIM_SEED=${SEED})`,
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
