import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { makeRunFolder } from './run-folder.mjs';
import { countsOfReport, countsOfSteps, slowestFiles, total } from './test-report.mjs';

// Twice what the whole suite took on the slowest two cores seen: only a hang gets there.
const TIMEOUT_MS = 100 * 60_000;

/** The quick half: types, boundaries, lint, names, wire. */
export async function runChecks({ root, node }) {
  const check = join(root, 'scripts', 'check.ts');
  const { code, report } = await runReported((file) => [node, check, '--json', file], { root });
  return countsOfSteps(report, code);
}

/**
 * A whole run on enough cores goes in two lanes side by side, each a run of Vitest: tests of the server wait for timers
 * and for their database half of the time, and what draws pages computes.
 */
const LANES = [{ projects: ['pure', 'server', 'apart', 'web'] }, { projects: ['product', 'e2e'] }];
/** What both lanes hold at once, their browsers and started products included. */
const LANES_BYTES = 8 * 2 ** 30;
/** With fewer cores these lanes keep each other from their time-outs: measured on two. */
const LANES_CORES = 4;
/**
 * On fewer cores only what computes and waits for nothing goes beside the rest, and yields to it: it takes the time in
 * which the server's tests and the started products wait.
 */
const YIELDING_LANES = [
  { projects: ['server', 'apart', 'product', 'e2e'] },
  { projects: ['pure', 'web'], yields: true },
];
const YIELDING_BYTES = 4 * 2 ** 30;

/** Every test of every project, or those whose file names contain a filter. */
export async function runTests({ root, node, filters }) {
  // Some files find nobody to wait for: one lane has all projects.
  const lanes = filters.length === 0 ? lanesFor(availableParallelism()) : [{ projects: [] }];
  return runLanes({ root, node, filters, lanes });
}

function lanesFor(cores) {
  const free = process.availableMemory();
  if (cores >= LANES_CORES && free >= LANES_BYTES) return LANES;
  return cores > 1 && free >= YIELDING_BYTES ? YIELDING_LANES : [{ projects: [] }];
}

/** A program that gives way to others; on Windows it runs as they do. */
const yielding = (command) =>
  process.platform === 'win32' ? command : ['nice', '-n', '5', ...command];

/** Runs lanes of projects side by side and tells what they came to together. */
async function runLanes({ root, node, filters, lanes }) {
  const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=default'];
  const folder = makeRunFolder();
  const runLane = ({ projects, yields = false }) => {
    const chosen = projects.flatMap((project) => ['--project', project]);
    const command = (file) => {
      const reported = ['--reporter=json', `--outputFile.json=${file}`];
      const whole = [node, ...vitest, ...reported, ...chosen, ...filters];
      // One worker: less at once, and modules are loaded once.
      return yields ? yielding([...whole, '--maxWorkers=1']) : whole;
    };
    return runReported(command, { root, env: folder.env });
  };
  const ended = await Promise.all(lanes.map(runLane)).finally(() => folder.remove());
  if (ended.some(({ report }) => report === null)) {
    throw new Error('The tests ended without a report: see above.');
  }
  const found = ended.map(({ report, code }) => countsOfReport(report, code));
  for (const failure of found.flatMap(({ failures }) => failures)) {
    process.stdout.write(`failed: ${failure.replace(`${root}/`, '')}\n`);
  }
  const files = ended.flatMap(({ report }) => report.testResults);
  for (const line of slowestFiles(files, root)) process.stdout.write(`${line}\n`);
  return found.map(({ counts }) => counts).reduce(total);
}

async function runReported(command, { root, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'candor-report-'));
  const file = join(folder, 'report.json');
  try {
    const code = await run(command(file), { root, env });
    return { code, report: readReport(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The run broke off before it could write one.
    return null;
  }
}

/** Runs a program in this terminal and answers its exit code; never waits for ever. */
function run([program, ...args], { root, env: more }) {
  return new Promise((resolve, reject) => {
    // The pinned Node also for programs that tests start by name.
    const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
    const env = { ...process.env, ...more, PATH: path };
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const named = args.find((arg) => arg.endsWith('js') || arg.endsWith('ts')) ?? program;
    const stop = (signal) => child.kill(signal);
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const timer = setTimeout(() => {
      process.stdout.write(`\n${named} did not end within ${TIMEOUT_MS / 60_000} minutes\n`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 15_000).unref();
    }, TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(code ?? 1);
    });
  });
}
