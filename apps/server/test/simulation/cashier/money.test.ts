import { test } from 'vitest';
import { playRun } from './play.ts';
import { anyRun } from './commands.ts';
import { STORY } from './story.ts';
import { createRun, expectRunsHold, settingsOr } from '../running.ts';
import { missing, tallyOf } from './tally.ts';
import { startWorld } from './world.ts';

const SETTINGS = settingsOr({ seed: 20_261_126, runs: 4, acts: 150 });
const { seed: SEED, acts: ACTS, patienceMs: PATIENCE_MS } = SETTINGS;

const simulate = createRun({ start: startWorld, play: playRun, tallyOf });

test(
  `whatever chains, users and staff do, money in and out adds up (SIM_SEED=${SEED})`,
  () => expectRunsHold(SETTINGS, { any: anyRun(ACTS), story: STORY, run: simulate, missing }),
  PATIENCE_MS,
);
