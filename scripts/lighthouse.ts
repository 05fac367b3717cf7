/**
 * `npm run lighthouse`: the built web app as Lighthouse sees it on its phone, served by an
 * installation made for it. The median of five runs for each page; fails when one is under its goal.
 * What it measures and leaves out: docs/figures.md. `--runs 1` for a quick look.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openDebugged } from '../apps/e2e/src/support/debugged-browser.ts';
import { BTC_PAGE } from '../apps/e2e/src/support/pages.ts';
import { cleanUp, startProduct } from '../apps/e2e/src/support/product.ts';
import { findChromium } from './chromium.ts';
import { buildWebApps } from './setup/web-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIGHTHOUSE = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
const RUNS = 5;
const REPORT_BYTES_MAX = 64 * 1024 * 1024;

/** One page, and the least its medians may be. @source issue "Done when" */
type Goal = {
  readonly name: string;
  readonly path: string;
  readonly performance: number;
  readonly accessibility: number;
};

const GOALS: readonly Goal[] = [
  { name: 'Home', path: '/', performance: 98, accessibility: 100 },
  { name: 'detail', path: BTC_PAGE, performance: 92, accessibility: 100 },
];

/** The figures of one run. @units marks of 100, milliseconds, and shift as Lighthouse counts it */
type Run = {
  readonly performance: number;
  readonly accessibility: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  readonly shift: number;
  /** What took marks of accessibility. */
  readonly faults: readonly string[];
};

type Audit = { readonly id: string; readonly score: number | null; readonly numericValue?: number };
type Report = {
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<
    Record<
      'performance' | 'accessibility',
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
};

function readRun({ audits, categories, runtimeError }: Report): Run {
  if (runtimeError !== undefined) throw new Error(runtimeError.message);
  const marks = (name: keyof typeof categories): number =>
    Math.round((categories[name].score ?? 0) * 100);
  const figure = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  return {
    performance: marks('performance'),
    accessibility: marks('accessibility'),
    firstPaintMs: figure('first-contentful-paint'),
    largestPaintMs: figure('largest-contentful-paint'),
    blockedMs: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    faults: categories.accessibility.auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => id),
  };
}

function lighthouse(url: string, port: string): Run {
  const options = [
    `--port=${port}`,
    '--only-categories=performance,accessibility',
    '--output=json',
    '--output-path=stdout',
    '--no-enable-error-reporting',
    '--quiet',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [LIGHTHOUSE, url, ...options], {
    encoding: 'utf8',
    maxBuffer: REPORT_BYTES_MAX,
  });
  if (status !== 0) throw new Error(`Lighthouse gave up: ${stderr}`);
  return readRun(JSON.parse(stdout) as Report);
}

function medianOf(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${(Math.round(ms / 10) / 100).toString()} s`;

/** Says the medians of a page; answers whether they reach its goal. */
function judge(goal: Goal, runs: readonly Run[]): boolean {
  const median = (figure: (run: Run) => number): number => medianOf(runs.map(figure));
  const performance = median((run) => run.performance);
  const accessibility = median((run) => run.accessibility);
  const isReached = performance >= goal.performance && accessibility >= goal.accessibility;
  say(
    `${goal.name}: performance ${performance} (goal ${goal.performance}), accessibility ` +
      `${accessibility} (goal ${goal.accessibility}) · ${isReached ? 'ok' : 'UNDER'}`,
  );
  const shift = Math.round(median((run) => run.shift) * 1000) / 1000;
  say(
    `  first paint ${seconds(median((run) => run.firstPaintMs))}, largest ` +
      `${seconds(median((run) => run.largestPaintMs))}, blocked ` +
      `${Math.round(median((run) => run.blockedMs))} ms, shift ${shift}; ` +
      `all runs: ${runs.map((run) => run.performance).join(' ')}`,
  );
  const faults = new Set(runs.flatMap((run) => run.faults));
  if (faults.size > 0) say(`  accessibility: ${[...faults].join(', ')}`);
  return isReached;
}

function runsAsked(): number {
  const place = process.argv.indexOf('--runs');
  return place < 0 ? RUNS : Number.parseInt(process.argv[place + 1] ?? '', 10);
}

/** One run in a browser of its own: nothing an earlier run left, its worker included, stands there. */
async function runOnce(program: string, url: string): Promise<Run> {
  const chromium = await openDebugged(program);
  try {
    await chromium.remember(url, { showBoard: '1' });
    return lighthouse(url, chromium.port);
  } finally {
    await chromium.stop();
  }
}

const program = await findChromium();
buildWebApps(ROOT, process.execPath);
const product = await startProduct({ feed: 'simulated' });
try {
  await product.untilOpen('BTC/USDT');
  for (const goal of GOALS) {
    const url = new URL(goal.path, product.url).href;
    const runs: Run[] = [];
    while (runs.length < runsAsked()) runs.push(await runOnce(program, url));
    if (!judge(goal, runs)) process.exitCode = 1;
  }
} finally {
  await cleanUp();
}
