/**
 * `npm run backtest -- STRATEGY FILE…`: what a strategy of the expert advisor would have done on
 * recorded bars (CSV, also gzip: time,open,high,low,close, and bid,ask where they were recorded), the
 * losing days included. One file an instrument, named as recordings are: BTCUSDT_venue_1m_….csv.gz.
 * `--interval 1h` and `--set fast=10` choose among the strategy's own, `--amount 10000` says with how
 * many USDT, `--json FILE` and `--svg FILE` keep the report and its pictures.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatMoney, isoText } from '@candor/kernel';
import {
  type BacktestPlan,
  type BacktestReport,
  type BacktestRun,
  STRATEGIES,
  STRATEGY_CODES,
  STRATEGY_SOURCES,
  cutsOf,
  futureUsed,
  merged,
  reportOf,
  runBacktest,
  usualParameters,
} from '@candor/advisor';
import { pictureOf } from './backtest/picture.ts';
import { Refused, barsOf, planOf, recordingOf } from './backtest/plan.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const fixed = (value: number, places: number): string =>
  value.toLocaleString('en', {
    useGrouping: false,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
const percent = (share: number): string => `${fixed(share * 100, 2)} %`;

function tell(plan: BacktestPlan, run: BacktestRun, report: BacktestReport): void {
  const { whole, outOfSample, range, benchmark } = report;
  const { summary, sharpe, sortino, luck } = whole;
  const estimate = (one: typeof sharpe): string =>
    one === null ? '—' : `${fixed(one.value, 2)} ± ${fixed(one.error, 2)}`;
  say(
    `${plan.strategy.code} on ${plan.instruments.map(({ code }) => code).join(', ')}, bars of ${plan.interval}`,
  );
  say(`  ${isoText(run.from)} to ${isoText(run.to)}, ${run.bars} bars of ${plan.base}`);
  say(`  deepest fall           ${percent(run.deepestFall.share)}`);
  say(
    `  losing days            ${summary.losingDays} of ${summary.days}, worst ${percent(summary.worst)}`,
  );
  say(`  median and best day    ${percent(summary.median)}, ${percent(summary.best)}`);
  say(
    `  total                  ${percent(summary.total)}: ${formatMoney(plan.amount)} became ${formatMoney(run.value)} USDT`,
  );
  say(
    `  buy and hold           ${percent(benchmark.total)}, deepest fall ${percent(benchmark.deepestFall)}`,
  );
  if (outOfSample !== null)
    say(
      `  last ${outOfSample.summary.days} days           ${percent(outOfSample.summary.total)} (out of sample)`,
    );
  if (range !== null)
    say(
      `  thirty days, 8 in 10   ${percent(range.p10)} to ${percent(range.p90)}, middle ${percent(range.p50)}`,
    );
  say(
    `  fills                  ${report.trades}, the value traded ${fixed(report.turnover, 1)} times`,
  );
  say(`  fees, spread           ${formatMoney(report.fees)}, ${formatMoney(report.spread)} USDT`);
  say(`  Sharpe, Sortino a year ${estimate(sharpe)}, ${estimate(sortino)}`);
  say(`  could be luck          ${luck === null ? '—' : `p = ${fixed(luck, 3)}`}`);
  say(
    `  to doubt               ${report.doubts.length === 0 ? 'nothing found' : report.doubts.join(', ')}`,
  );
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      interval: { type: 'string' },
      set: { type: 'string', multiple: true },
      amount: { type: 'string' },
      json: { type: 'string' },
      svg: { type: 'string' },
    },
  });
  const [name = '', ...files] = positionals;
  const code = STRATEGY_CODES.find((one) => one === name);
  if (code === undefined || files.length === 0) {
    throw new Refused(
      `npm run backtest -- ${STRATEGY_CODES.join('|')} FILE… [--interval 1h] [--set name=number] [--amount USDT] [--json FILE] [--svg FILE]`,
    );
  }
  const recordings = await Promise.all(files.map(recordingOf));
  const plan = planOf({ code, recordings, values });
  const bars = await Promise.all(recordings.map(barsOf));
  const run = runBacktest(plan, merged(bars));
  const hold = STRATEGIES.hold;
  const benchmark = runBacktest(
    {
      ...plan,
      strategy: hold,
      parameters: usualParameters(hold),
      instruments: plan.instruments.slice(0, 1),
    },
    merged(bars.slice(0, 1)),
  );
  const report = reportOf(run, benchmark);
  tell(plan, run, report);
  const cuts = cutsOf(run, { count: 5, interval: plan.interval, base: plan.base });
  const cheated = futureUsed({ plan: () => plan, recordings: bars, cuts });
  say(`  look-ahead check       ${cheated === null ? 'passed' : `FAILED at ${isoText(cheated)}`}`);
  if (values.json !== undefined) {
    const text = JSON.stringify(
      {
        strategy: code,
        source: STRATEGY_SOURCES[code],
        interval: plan.interval,
        parameters: plan.parameters,
        files: recordings.map((recording) => recording.name),
        report,
        days: run.days,
        fills: run.fills,
      },
      (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
      2,
    );
    writeFileSync(values.json, `${text}\n`);
  }
  if (values.svg !== undefined) writeFileSync(values.svg, pictureOf(run, benchmark));
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Error) || (!(error instanceof Refused) && error.name !== 'FeedRefused'))
    throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
