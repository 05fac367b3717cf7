// Promise: whatever owners of plans, prices, clocks and operators do, and wherever a process ends, what is in plans
// adds up to the unit: each day is paid once, nothing is paid that no fill left, and nobody's leaving or joining
// costs another. (PRODUCT 6; LEDGER 2, 4; RELIABILITY S1–S4; decision 0111)
import { afterEach, test } from 'vitest';
import { createRun, expectRunsHold, settingsOr } from '../running.ts';
import { anyRun } from './commands.ts';
import { playRun } from './play.ts';
import { STORY } from './story.ts';
import { missing, tallyOf } from './tally.ts';
import { restoreSources, startWorld } from './world.ts';

const SETTINGS = settingsOr({ seed: 20_261_127, runs: 2, acts: 70, runMs: 90_000 });
const { seed: SEED, acts: ACTS, patienceMs: PATIENCE_MS } = SETTINGS;

afterEach(restoreSources);

const simulate = createRun({ start: startWorld, play: playRun, tallyOf });

test(
  `whatever owners of plans, prices and operators do, plans add up (SIM_SEED=${SEED})`,
  () => expectRunsHold(SETTINGS, { any: anyRun(ACTS), story: STORY, run: simulate, missing }),
  PATIENCE_MS,
);
