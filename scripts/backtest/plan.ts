import { parseMoney } from '@candor/kernel';
import { INTERVALS, INTERVAL_MS, type Interval, isInterval } from '@candor/pricing';
import {
  type BacktestPlan,
  type RecordedBar,
  STRATEGIES,
  type StrategyCode,
  parameterProblem,
  usualParameters,
} from '@candor/advisor';
import { type Recording, inspect, rowsOf } from '../../apps/server/src/market/feeds/replay-file.ts';
import { barOfRow } from '../../apps/server/src/market/feeds/replay-ticks.ts';

/** A backtest that cannot be run as it was asked for; says why. */
export class Refused extends Error {}

/** Bars after which a line says how far a file was read. */
const PROGRESS_BARS = 100_000;

/** The bars of a file in their order; rows that hold none, or fall back in time, are left out. */
export async function barsOf(recording: Recording): Promise<RecordedBar[]> {
  const bars: RecordedBar[] = [];
  for await (const row of rowsOf(recording.path)) {
    const bar = barOfRow(recording, row);
    if (bar === null) continue;
    const last = bars.at(-1);
    // The product refuses such ticks too.
    if (last !== undefined && bar.time <= last.time) continue;
    bars.push(bar);
    if (bars.length % PROGRESS_BARS === 0) {
      process.stderr.write(`${recording.name}: ${bars.length} bars read\n`);
    }
  }
  return bars;
}

/** A file of bars of a known instrument. @throws Refused for any other */
export async function recordingOf(path: string): Promise<Recording> {
  const recording = await inspect(path);
  if (recording === null) throw new Refused(`${path}: its name names no instrument.`);
  if (recording.kind !== 'bars') throw new Refused(`${path} holds no bars.`);
  return recording;
}

/** Length of the bars of all files. */
function baseOf(recordings: readonly Recording[]): Interval {
  const lengths = new Set(recordings.map(({ barMs }) => barMs));
  const [length] = lengths;
  const base = INTERVALS.find((interval) => INTERVAL_MS[interval] === length);
  if (lengths.size !== 1 || base === undefined) {
    throw new Refused(`Bars of one of the lengths ${INTERVALS.join(', ')}, the same in each file.`);
  }
  return base;
}

/** What is tried on what. @throws Refused for what the strategy cannot run with */
export function planOf(options: {
  readonly code: StrategyCode;
  readonly recordings: readonly Recording[];
  readonly values: { interval?: string; set?: string[]; amount?: string };
}): BacktestPlan {
  const { code, recordings, values } = options;
  const strategy = STRATEGIES[code];
  const base = baseOf(recordings);
  const fitting = strategy.intervals.filter((one) => INTERVAL_MS[one] >= INTERVAL_MS[base]);
  const interval = values.interval ?? fitting[0] ?? '';
  if (!isInterval(interval) || !fitting.includes(interval)) {
    throw new Refused(
      `${code} runs on bars of ${strategy.intervals.join(', ')}, and these are of ${base}.`,
    );
  }
  const set = (values.set ?? []).map((text) => text.split('='));
  const chosen = Object.fromEntries(
    set.map(([name = '', value = '']) => [
      name,
      /^-?\d{1,9}$/.test(value) ? Number.parseInt(value, 10) : Number.NaN,
    ]),
  );
  const parameters = { ...usualParameters(strategy), ...chosen };
  const problem = parameterProblem(strategy, parameters);
  if (problem !== null) {
    const range = strategy.parameters[problem];
    if (range === undefined) throw new Refused(`${code} has no number called ${problem}.`);
    throw new Refused(
      `${problem} goes from ${range.least} to ${range.most} in steps of ${range.step}.`,
    );
  }
  const { least, most } = strategy.instruments;
  if (recordings.length < least || recordings.length > most) {
    throw new Refused(`${code} takes ${least} to ${most} files.`);
  }
  const amount = parseMoney(values.amount ?? '10000', 'USDT');
  if (amount === null || amount.units <= 0n) throw new Refused('The amount is a number of USDT.');
  const instruments = recordings.map(({ instrument }) => instrument);
  return { strategy, parameters, interval, base, instruments, amount };
}
