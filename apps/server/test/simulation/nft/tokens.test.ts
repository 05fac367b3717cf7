// Promise: whatever bidders, staff and clocks do, and wherever a process ends, a token has one owner, every other bid
// is given back once, and what charities were raised and paid is what the books say, to the unit.
// (PRODUCT 8; LEDGER 2, 4; RELIABILITY N1–N7; decision 0100)
import { test } from 'vitest';
import { createRun, expectRunsHold, settingsOr } from '../running.ts';
import { anyRun } from './commands.ts';
import { playRun } from './play.ts';
import { STORY } from './story.ts';
import { missing, tallyOf } from './tally.ts';
import { startWorld } from './world.ts';

const SETTINGS = settingsOr({ seed: 20_261_127, runs: 3, acts: 120 });
const { seed: SEED, acts: ACTS, patienceMs: PATIENCE_MS } = SETTINGS;

const simulate = createRun({ start: startWorld, play: playRun, tallyOf });

test(
  `whatever bidders, staff and clocks do, tokens add up (SIM_SEED=${SEED})`,
  () => expectRunsHold(SETTINGS, { any: anyRun(ACTS), story: STORY, run: simulate, missing }),
  PATIENCE_MS,
);
