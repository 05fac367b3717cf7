import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { makeRunFolder } from './run-folder.mjs';
import { countsOfReport, countsOfSteps, slowestFiles } from './test-report.mjs';

// Twice what the whole suite may take on two cores: only a hang gets there.
const TIMEOUT_MS = 50 * 60_000;

/** The quick half: types, boundaries, lint, names, wire. */
export async function runChecks({ root, node }) {
  const check = join(root, 'scripts', 'check.ts');
  const { code, report } = await runReported((file) => [node, check, '--json', file], { root });
  return countsOfSteps(report, code);
}

/** Every test of every project, or those whose file names contain a filter. */
export async function runTests({ root, node, filters }) {
  const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=default'];
  const command = (file) => {
    return [node, ...vitest, '--reporter=json', `--outputFile.json=${file}`, ...filters];
  };
  const folder = makeRunFolder();
  const { code, report } = await runReported(command, { root, env: folder.env }).finally(() =>
    folder.remove(),
  );
  if (report === null) throw new Error('The tests ended without a report: see above.');
  const { counts, failures } = countsOfReport(report, code);
  for (const failure of failures) {
    process.stdout.write(`failed: ${failure.replace(`${root}/`, '')}\n`);
  }
  for (const line of slowestFiles(report, root)) process.stdout.write(`${line}\n`);
  return counts;
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
    const stop = (signal) => child.kill(signal);
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const timer = setTimeout(() => {
      process.stdout.write(`\n${args[0]} did not end within ${TIMEOUT_MS / 60_000} minutes\n`);
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
