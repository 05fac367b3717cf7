import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Command, anyRun } from './commands.ts';
import { d18 } from './oracle.ts';
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
  `whatever traders, prices and clocks do, every invariant holds (SIM_SEED=${SEED})`,
  async () => {
    const all: Tally = new Map();
    const options = PATH === '' ? { seed: SEED } : { seed: SEED, path: PATH };
    // Fast-check says seed, path and the commands of a run that fails; shrinking is asked for by
    // hand.
    const isShrinking = numberFor('SIM_SHRINK', 0) > 0;
    await fc.assert(
      fc.asyncProperty(anyRun(ACTS), (commands) => simulate(commands, all)),
      { ...options, numRuns: RUNS, endOnFailure: !isShrinking },
    );
    // A simulation in which the rare things never happened has shown nothing about them.
    if (PATH === '') expect(missing(all)).toEqual([]);
  },
  PATIENCE_MS,
);

const RECORDINGS = process.env['CANDOR_RECORDINGS'] ?? '';
const RECORDED = join(RECORDINGS, 'crypto/BTCUSD_bitfinex_1m_20180101-20180131.csv.gz');
const CRASH_DAY = Date.parse('2018-01-16T00:00:00Z');
const DAY_MINUTES = 1_440;
const EVERY_MINUTES = 10;

/** Moves of a recorded day, ten minutes each, as commands of the simulation. */
async function crashDay(): Promise<Command[]> {
  const rows = gunzipSync(await readFile(RECORDED))
    .toString()
    .trim()
    .split('\n')
    .slice(1);
  const closes = rows
    .map((row) => row.split(','))
    .filter(([time = '']) => Number.parseInt(time, 10) >= CRASH_DAY)
    .slice(0, DAY_MINUTES)
    .filter((_, index) => index % EVERY_MINUTES === 0)
    .map(([, , , , close = '']) => d18(close));
  return closes.slice(1).map((close, index): Command => {
    const before = closes[index] ?? close;
    const move = Number.parseInt(String(((close - before) * 10_000n) / before), 10);
    return { do: 'tick', code: 'BTC/USDT', move, afterMs: 900, only: false, pulse: true };
  });
}

test.skipIf(RECORDINGS === '' || !existsSync(RECORDED))(
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
