import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Act, anyRun } from './acts.ts';
import { playRun } from './play.ts';
import { type Tally, addTally, missing, tallyOf } from './tally.ts';
import { startWorld } from './world.ts';

/** A number from the environment: SIM_SEED, SIM_RUNS and SIM_ACTS make another simulation. */
function numberFor(name: string, usual: number): number {
  const text = process.env[name] ?? '';
  return text === '' ? usual : Number.parseInt(text, 10);
}

const SEED = numberFor('SIM_SEED', 20_261_121);
const RUNS = numberFor('SIM_RUNS', 6);
const ACTS = numberFor('SIM_ACTS', 160);
const PATH = process.env['SIM_PATH'] ?? '';
/** A run takes some seconds; on a busy machine several times that. */
const PATIENCE_MS = 60_000 + RUNS * 60_000;

/** Plays one run on a product of its own, whose books and receipts are checked at its end. */
async function simulate(acts: readonly Act[], all: Tally): Promise<void> {
  const world = await startWorld();
  const found = await playRun(world, acts);
  addTally(all, tallyOf(world));
  try {
    expect(found).toEqual([]);
  } finally {
    await world.product.stop();
  }
}

test(
  `whatever traders, prices and clocks do, every invariant holds (SIM_SEED=${SEED})`,
  async () => {
    const all: Tally = new Map();
    const options = PATH === '' ? { seed: SEED } : { seed: SEED, path: PATH };
    // Fast-check says seed, path and the acts of a run that fails; shrinking is asked for by hand.
    const isShrinking = numberFor('SIM_SHRINK', 0) > 0;
    await fc.assert(
      fc.asyncProperty(anyRun(ACTS), (acts) => simulate(acts, all)),
      { ...options, numRuns: RUNS, endOnFailure: !isShrinking },
    );
    // A simulation in which the rare things never happened has shown nothing about them.
    if (PATH === '') expect(missing(all)).toEqual([]);
  },
  PATIENCE_MS,
);
