import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  STRATEGIES,
  STRATEGY_CODES,
  dailyReturns,
  merged,
  runBacktest,
  usualParameters,
} from '@candor/advisor';
import { type UtcDay, ensure, formatDecimal, price, startOfDay, utcDayOf } from '@candor/kernel';
import { generateBars } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barsOf, planOf, recordingOf } from './plan.ts';

const SCRIPT = fileURLToPath(new URL('../backtest.ts', import.meta.url));
const RECORDINGS = process.env['CANDOR_RECORDINGS'] ?? '';
let folder = '';
let file = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backtest-'));
  file = join(folder, 'BTCUSDT_generated_1m_20260105-20260110.csv');
  const bars = generateBars({
    ...{ seed: 4, from: startOfDay('2026-01-05' as UtcDay), count: 6 * 1440, interval: '1m' },
    ...{ startPrice: price('40000'), tickSize: price('0.01'), millionths: 2000 },
  });
  const rows = bars.map(({ time, open, high, low, close }) =>
    [time, ...[open, high, low, close].map(formatDecimal), 0].join(','),
  );
  const repeated = ensure(rows[99], 'a row');
  writeFileSync(
    file,
    ['time,open,high,low,close,volume', ...rows.toSpliced(100, 0, repeated), '1,x,2,3,4,5'].join(
      '\n',
    ),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });

describe('npm run backtest', () => {
  test('tells the fall first and the losing days, and keeps report and picture', () => {
    const json = join(folder, 'report.json');
    const svg = join(folder, 'picture.svg');
    const { status, stdout } = run('grid', file, '--json', json, '--svg', svg);
    expect(status).toBe(0);
    expect(stdout.split('\n')[2]).toContain('deepest fall');
    expect(stdout).toMatch(/losing days +\d+ of 6/);
    expect(stdout).toContain('look-ahead check       passed');
    const kept = JSON.parse(readFileSync(json, 'utf8')) as { days: unknown[]; source: string };
    expect(kept.days).toHaveLength(6);
    expect(kept.source).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(svg, 'utf8')).toContain('<path');
    expect(run('grid', file).stdout).toBe(stdout);
  });

  test('says what is wrong with a strategy, a file and a number', async () => {
    const { status, stderr } = run('nothing', file);
    expect([status, stderr.slice(0, 22)]).toEqual([1, 'npm run backtest -- tr']);
    await expect(recordingOf(join(folder, 'none.csv'))).rejects.toThrow('names no instrument');
    const recording = await recordingOf(file);
    const plan = (values: Parameters<typeof planOf>[0]['values'], files = [recording]) =>
      planOf({ code: 'trend', recordings: files, values });
    expect(() => plan({ set: ['fast=1'] })).toThrow('fast goes from 3 to 100');
    expect(() => plan({ set: ['fast=x'] })).toThrow('fast goes from 3 to 100');
    expect(() => plan({ set: ['speed=1'] })).toThrow('no number called speed');
    expect(() => plan({ interval: '1m' })).toThrow('runs on bars of');
    expect(() => plan({ amount: 'x' })).toThrow('number of USDT');
    expect(() => plan({}, [recording, recording])).toThrow('takes 1 to 1 files');
    expect(plan({ set: ['fast=20'] }).parameters).toEqual({ fast: 20, slow: 48, margin: 10 });
  });
});

const correlation = (a: readonly number[], b: readonly number[]): number => {
  const middle = (list: readonly number[]): number =>
    list.reduce((sum, next) => sum + next, 0) / list.length;
  const [ma, mb] = [middle(a), middle(b)];
  const sum = (f: (x: number, y: number) => number): number =>
    a.reduce((total, x, index) => total + f(x - ma, (b[index] ?? 0) - mb), 0);
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
};

describe.skipIf(RECORDINGS === '')('on bitcoin from April to June 2019, as it was recorded', () => {
  const path = join(RECORDINGS, 'crypto', 'BTCUSD_bitfinex_1m_20190401-20190630.csv.gz');

  test('each strategy but the benchmark trades, and none does what another does', async () => {
    const recording = await recordingOf(path);
    const bars = await barsOf(recording);
    const runs = STRATEGY_CODES.map((code) => {
      const plan = planOf({ code, recordings: [recording], values: {} });
      return { code, run: runBacktest(plan, merged([bars])) };
    });
    for (const { code, run: found } of runs) {
      expect(found.days).toHaveLength(91);
      if (code !== 'hold') expect(found.fills.length, code).toBeGreaterThanOrEqual(20);
      if (code !== 'grid' && code !== 'dca') continue;
      // The day on which bitcoin fell by a fifth.
      const crash = found.fills.filter(({ time }) => utcDayOf(time) === '2019-06-27');
      expect(crash.length, code).toBeGreaterThan(1);
    }
    const active = runs.filter(({ code }) => code !== 'hold');
    for (const [index, one] of active.entries()) {
      for (const other of active.slice(index + 1)) {
        const together = correlation(dailyReturns(one.run.days), dailyReturns(other.run.days));
        expect(together, `${one.code} and ${other.code}`).toBeLessThan(0.95);
      }
    }
    expect(usualParameters(STRATEGIES.hold)).toEqual({});
  }, 60_000);
});
