import { expect, test } from 'vitest';
import { countsOfReport, countsOfSteps, slowestFiles, summary, total } from './test-report.mjs';

const passed = { status: 'passed', fullName: 'a' };
const failed = { status: 'failed', fullName: 'b' };
const file = (status, ...assertionResults) => ({
  name: 'f',
  status,
  message: 'why',
  assertionResults,
});

test('the last line names skipped tests only when there are some', () => {
  expect(summary({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(summary({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
});

test('every step of the checks counts as a test', () => {
  const steps = [{ ok: true }, { ok: false }, { ok: true }];
  expect(countsOfSteps(steps, 1)).toEqual(counts(2, 1, 0));
  expect(countsOfSteps([{ ok: true }], 0)).toEqual(counts(1, 0, 0));
});

test('checks that end badly are never counted as passed', () => {
  expect(countsOfSteps([{ ok: true }], 1)).toEqual(counts(1, 1, 0));
  expect(countsOfSteps(null, 0)).toEqual(counts(0, 1, 0));
});

test('every test counts once, as passed, failed or skipped', () => {
  const skipped = { status: 'skipped', fullName: 'c' };
  const report = { testResults: [file('failed', passed, failed), file('passed', passed, skipped)] };
  expect(countsOfReport(report, 1)).toEqual({ counts: counts(2, 1, 1), failures: ['f › b'] });
});

test('a file that could not be loaded counts as a failure', () => {
  const report = { testResults: [file('passed', passed), file('failed')] };
  expect(countsOfReport(report, 1)).toEqual({ counts: counts(1, 1, 0), failures: ['f › why'] });
});

test('a run that ends badly although every test passed counts as a failure', () => {
  const { counts: found } = countsOfReport({ testResults: [file('passed', passed)] }, 1);
  expect(found).toEqual(counts(1, 1, 0));
});

test('parts of a run add up', () => {
  expect(total(counts(1, 2, 3), counts(10, 20, 30))).toEqual(counts(11, 22, 33));
});

test('the ten files that took longest are named, slowest first', () => {
  const testResults = Array.from({ length: 12 }, (_, index) => {
    return { name: `/root/file-${index}`, startTime: 5_000, endTime: 5_000 + index * 1_000 };
  });
  const lines = slowestFiles(testResults, '/root');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('  11.0 s  file-11');
  expect(lines[9]).toBe('   2.0 s  file-2');
});

function counts(passedCount, failedCount, skippedCount) {
  return { passed: passedCount, failed: failedCount, skipped: skippedCount };
}
