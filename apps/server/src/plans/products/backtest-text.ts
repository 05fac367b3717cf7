import type { BacktestReport, BacktestRun, Estimate, PartReport } from '@candor/advisor';
import { ensure, formatMoney, subMoney } from '@candor/kernel';
import type { plans as protocol } from '@candor/protocol';
import { dayShare, figureText, rangeText, summaryText } from './figures.ts';
import type { Chosen } from '../plan/plan.ts';

const estimateText = (found: Estimate | null) =>
  found && { value: figureText(found.value), error: figureText(found.error) };

const partText = (part: PartReport) => ({
  summary: summaryText(part.summary),
  sharpe: estimateText(part.sharpe),
  sortino: estimateText(part.sortino),
  luck: part.luck === null ? null : figureText(part.luck),
});

/** A backtest as it is stored and shown. */
export function backtestText(
  chosen: Chosen & { readonly hash: string },
  facts: {
    readonly run: BacktestRun;
    readonly hold: BacktestRun;
    readonly report: BacktestReport;
    readonly amount: string;
    readonly source: string;
    readonly isGenerated: boolean;
    readonly lookAheadPassed: boolean;
    readonly missing: readonly protocol.PlanBacktest['missing'][number][];
  },
): protocol.PlanBacktest {
  const { run, hold, report, source, isGenerated, lookAheadPassed, amount, missing } = facts;
  const holdAt = new Map(hold.equity.map(({ time, value }) => [time, value]));
  const daily = run.days.map((day) => {
    const before = subMoney(day.value, day.result);
    return { day: day.day, result: figureText(dayShare({ result: day.result, before })) };
  });
  return {
    strategy: chosen.strategy,
    codes: [...chosen.codes],
    parameters: chosen.parameters,
    interval: chosen.interval,
    versionHash: chosen.hash,
    from: run.from,
    to: run.to,
    ...{ source, isGenerated, lookAheadPassed, amount, daily, missing: [...missing] },
    bars: run.bars,
    value: formatMoney(run.value),
    whole: partText(report.whole),
    inSample: report.inSample && partText(report.inSample),
    outOfSample: report.outOfSample && partText(report.outOfSample),
    range30: rangeText(report.range),
    benchmark: summaryText(report.benchmark),
    fills: report.trades,
    turnover: figureText(report.turnover),
    fees: formatMoney(report.fees),
    spread: formatMoney(report.spread),
    doubts: [...report.doubts],
    equity: run.equity.map(({ time, value }) => ({
      time,
      value: figureText(value),
      hold: figureText(holdAt.get(time) ?? 0),
    })),
  };
}

/** What a list of plans shows of a backtest. */
export function publishedPart(
  report: protocol.PlanBacktest,
): NonNullable<protocol.PlanProduct['backtest']> {
  const { source, isGenerated, range30, benchmark, daily, whole } = report;
  const [first] = daily;
  const last = daily.at(-1);
  return {
    from: ensure(first, 'a backtest has days').day,
    to: ensure(last, 'a backtest has days').day,
    ...{ source, isGenerated, range30, benchmark, daily },
    summary: whole.summary,
  };
}
