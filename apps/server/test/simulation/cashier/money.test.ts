import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { playRun } from './play.ts';
import { type Command, anyRun } from './commands.ts';
import { STORY } from './story.ts';
import { type Tally, addTally } from '../counts.ts';
import { PATH, numberFor, playedAs } from '../settings.ts';
import { missing, tallyOf } from './tally.ts';
import { startWorld } from './world.ts';

const SEED = numberFor('SIM_SEED', 20_261_126);
const RUNS = numberFor('SIM_RUNS', 4);
const ACTS = numberFor('SIM_ACTS', 150);
const PATIENCE_MS = 60_000 + RUNS * 60_000;

/** Plays one run on a product of its own, whose books and receipts are checked at its end. */
async function simulate(commands: readonly Command[], all: Tally): Promise<void> {
  const world = await startWorld();
  const found = await playRun(world, commands);
  addTally(all, await tallyOf(world));
  try {
    expect(found).toEqual([]);
  } finally {
    await world.product.stop();
  }
}

test(
  `whatever chains, users and staff do, money in and out adds up (SIM_SEED=${SEED})`,
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
