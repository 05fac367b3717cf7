/**
 * Runs backtests in a thread of its own: a year of minutes takes the processor for seconds, and no order waits
 * for it.
 */
import { parentPort } from 'node:worker_threads';
import {
  type BacktestInstrument,
  type BacktestPlan,
  type RecordedBar,
  STRATEGIES,
  createBacktest,
  cutsOf,
  futureUsed,
  merged,
  reportOf,
} from '@candor/advisor';
import { type Money, ensure, formatMoney } from '@candor/kernel';
import type { Interval } from '@candor/pricing';
import type { plans as protocol } from '@candor/protocol';
import type { BarHole } from './bar-holes.ts';
import type { Chosen } from '../plan/plan.ts';
import { backtestText } from '../products/backtest-text.ts';

/** What a backtest is run with. */
export type Trial = {
  readonly chosen: Chosen & { readonly hash: string };
  readonly instruments: readonly BacktestInstrument[];
  readonly base: Interval;
  readonly amount: Money;
  readonly source: string;
  readonly isGenerated: boolean;
};

/** What is said to it: what to run, then its bars in order of time, then that these are all. */
export type ToBacktest =
  | { readonly kind: 'begin'; readonly trial: Trial }
  | { readonly kind: 'bars'; readonly index: number; readonly bars: readonly RecordedBar[] }
  | { readonly kind: 'run'; readonly missing: readonly BarHole[] };

/** What it says: how far it is, and what came of it; null without a bar. */
export type FromBacktest =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly report: protocol.PlanBacktest | null };

/** Moments at which the future is taken away to see whether it was used. */
const CUTS = 3;
/** Bars between two words about how far it is. */
const TELL_EVERY = 5_000;
/** Of its work the run itself, and then the runs of the check. */
const RUN_SHARE = 0.5;

const port = ensure(parentPort, 'it runs in a thread');
let trial: Trial | null = null;
let recordings: RecordedBar[][] = [];

function say(word: FromBacktest): void {
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  port.postMessage(word);
}

function run(
  { chosen, instruments, base, amount, source, isGenerated }: Trial,
  missing: readonly BarHole[],
): protocol.PlanBacktest | null {
  const all = recordings.reduce((sum, bars) => sum + bars.length, 0);
  if (recordings.some((bars) => bars.length === 0)) return null;
  const { strategy: code, parameters, interval } = chosen;
  const plan: BacktestPlan = {
    strategy: STRATEGIES[code],
    parameters,
    interval,
    instruments,
    base,
    amount,
  };
  const holding: BacktestPlan = {
    ...plan,
    ...{ strategy: STRATEGIES.hold, parameters: {}, instruments: instruments.slice(0, 1) },
  };
  const own = createBacktest(plan);
  const benchmark = createBacktest(holding);
  let count = 0;
  for (const { index, bar } of merged(recordings)) {
    own.next(index, bar);
    if (index === 0) benchmark.next(0, bar);
    count += 1;
    if (count % TELL_EVERY === 0) say({ kind: 'progress', share: (RUN_SHARE * count) / all });
  }
  const [made, hold] = [own.end(), benchmark.end()];
  const report = reportOf(made, hold);
  say({ kind: 'progress', share: RUN_SHARE });
  const cuts = cutsOf(made, { count: CUTS, interval, base });
  const used = futureUsed({ plan: () => plan, recordings, cuts });
  return backtestText(chosen, {
    ...{ run: made, hold, report, source, isGenerated, missing },
    amount: formatMoney(amount),
    lookAheadPassed: used === null,
  });
}

port.on('message', (word: ToBacktest) => {
  if (word.kind === 'begin') {
    trial = word.trial;
    recordings = trial.instruments.map(() => []);
    return;
  }
  if (word.kind === 'bars') {
    ensure(recordings[word.index], 'bars of an instrument').push(...word.bars);
    return;
  }
  const report = run(ensure(trial, 'it was said what to run'), word.missing);
  // The thread is kept, its bars are not.
  trial = null;
  recordings = [];
  say({ kind: 'done', report });
});
