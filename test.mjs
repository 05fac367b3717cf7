// `npm test`: does all of its own set-up, runs the checks and every test, and ends with one line
// `N passed, N failed`. `npm test -- path` runs only the tests whose file names contain `path`.
const major = Number.parseInt(process.versions.node, 10);
if (major < 20) {
  process.stderr.write(
    `Candor needs Node 20 or newer and this is ${process.version}: get one from nodejs.org.\n`,
  );
  process.exit(1);
}

const { dirname } = await import('node:path');
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./scripts/setup/prepare.mjs');
const { runChecks, runTests } = await import('./scripts/setup/test-run.mjs');
const { buildWebApps } = await import('./scripts/setup/web-build.mjs');
const { summary, total } = await import('./scripts/setup/test-report.mjs');

const root = dirname(fileURLToPath(import.meta.url));
const filters = process.argv.slice(2);
let counts = { passed: 0, failed: 0, skipped: 0 };

try {
  const { node } = await prepare({ root, buildWeb: false });
  counts = total(counts, buildStep(node));
  if ((process.env.CANDOR_NO_BROWSER ?? '') !== '') {
    process.stdout.write('CANDOR_NO_BROWSER is set: the browser tests are left out.\n');
  }
  if (filters.length > 0) process.stdout.write('Only some tests: the checks are left out.\n');
  else counts = total(counts, await runChecks({ root, node }));
  counts = total(counts, await runTests({ root, node, filters }));
} catch (error) {
  process.stdout.write(`${error.message}\n`);
  counts = total(counts, { passed: 0, failed: 1, skipped: 0 });
}

/** The page that browser tests open; without it everything else can still be tested. */
function buildStep(node) {
  try {
    buildWebApps(root, node);
    return { passed: 0, failed: 0, skipped: 0 };
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
process.stdout.write(`${summary(counts)}\n`);
