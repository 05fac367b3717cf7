/** The last line of a test run; nothing else is printed after it. */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Two parts of a run together. */
export function total(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/**
 * What the steps of the checks came to. Checks that broke off before they wrote their report, or
 * that ended badly although every step was fine, count as one failure.
 */
export function countsOfSteps(steps, exitCode) {
  const passed = (steps ?? []).filter((step) => step.ok).length;
  const failed = (steps ?? []).length - passed;
  const silent = steps === null || exitCode !== 0 ? 1 : 0;
  return { passed, failed: Math.max(failed, silent), skipped: 0 };
}

/**
 * What a Vitest JSON report says. A file that could not be loaded has no tests in it and counts
 * as one failure, and so does a run that ended badly for a reason no test shows.
 */
export function countsOfReport(report, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  for (const file of report.testResults) {
    let failedHere = 0;
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') {
        failedHere += 1;
        failures.push(`${file.name} › ${fullName}`);
      } else counts.skipped += 1;
    }
    if (file.status === 'failed' && failedHere === 0) {
      failedHere = 1;
      failures.push(`${file.name} › ${(file.message ?? '').split('\n')[0]}`);
    }
    counts.failed += failedHere;
  }
  if (exitCode !== 0 && counts.failed === 0) {
    counts.failed = 1;
    failures.push('the test run itself: see above');
  }
  return { counts, failures };
}

const SLOWEST = 10;

/** The files that took longest, slowest first, as lines for the end of a run. */
export function slowestFiles(results, root) {
  const files = results.map(({ name, startTime, endTime }) => ({
    name: name.replace(`${root}/`, ''),
    ms: endTime - startTime,
  }));
  const slowest = files.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  return slowest.map(({ name, ms }) => {
    const tenths = String(Math.round(ms / 100)).padStart(2, '0');
    return `${`${tenths.slice(0, -1)}.${tenths.slice(-1)}`.padStart(6)} s  ${name}`;
  });
}
