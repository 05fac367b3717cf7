import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Command, anyRun } from './commands.ts';
import { playRun } from './play.ts';
import type { Tally } from './counts.ts';
import { HAS_CRASH_DAY, crashDayMoves } from './crash-day.ts';
import { createRun, expectRunsHold, settingsOr } from './running.ts';
import { missing, tallyOf } from './tally.ts';
import { startWorld } from './world.ts';

const SETTINGS = settingsOr({ seed: 20_261_121, runs: 6, acts: 160 });
const { seed: SEED, acts: ACTS, patienceMs: PATIENCE_MS } = SETTINGS;

const simulate = createRun({ start: startWorld, play: playRun, tallyOf });

test(
  `whatever traders, prices and clocks do, every invariant holds (SIM_SEED=${SEED})`,
  () => expectRunsHold(SETTINGS, { any: anyRun(ACTS), run: simulate, missing }),
  PATIENCE_MS,
);

/** Moves of a recorded day as commands of the simulation. */
const crashDay = async (): Promise<Command[]> =>
  (await crashDayMoves()).map((move): Command => ({
    do: 'tick',
    code: 'BTC/USDT',
    move,
    afterMs: 900,
    only: false,
    pulse: true,
  }));

test.skipIf(!HAS_CRASH_DAY)(
  'on a recorded day on which Bitcoin lost a quarter every invariant holds',
  async () => {
    const tape = await crashDay();
    expect(tape.length).toBeGreaterThan(100);
    const [drawn = []] = fc.sample(anyRun(ACTS), { seed: SEED, numRuns: 1 });
    const others = drawn.filter((command) => command.do !== 'tick' && command.do !== 'spike');
    const commands = tape.flatMap((tick, index) => [tick, ...others.slice(index, index + 1)]);
    const all: Tally = new Map();
    await simulate(commands, all);
    expect(all.get('overdraft refused')).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
