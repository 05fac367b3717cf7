/**
 * advisor — the expert advisor: strategies, the fund they trade, and what they would have done on
 * recorded bars. Owns no state, reads no clock, knows no endpoint. Live, paper and backtest use the
 * same functions.
 */
export {
  STRATEGY_CODES,
  WHOLE,
  type Memo,
  type ParameterRange,
  type Reason,
  type SignalBar,
  strategyOf,
  type Decision,
  type RuleSet,
  type Strategy,
  type StrategyCode,
  type StrategyParameters,
  type Target,
} from './strategies/strategy.ts';
export { STRATEGY_SOURCES } from './strategies/sources.ts';
export { STRATEGIES, parameterProblem, usualParameters } from './strategies/list.ts';
export {
  fundValue,
  emptyFund,
  joinFund,
  leaveFund,
  markFund,
  settleFund,
  tradeTo,
  type Fund,
  type FundPrice,
  type FundPrices,
  type Fill,
  type Mark,
} from './fund/fund.ts';
export { NO_POSITION, unrealizedOf, worthOf, type Position, type Trade } from './fund/position.ts';
export {
  decideRun,
  isDue,
  newRun,
  resumeRun,
  tradeRun,
  type RunState,
  type TimedPrices,
} from './run/run.ts';
export { createBarClock, signalBarOf } from './backtest/bar-clock.ts';
export { floatOf, shareFloat, usdtFloat } from './figures/floats.ts';
export {
  createBacktest,
  merged,
  runBacktest,
  type BacktestFill,
  type BacktestInstrument,
  type BacktestPlan,
  type BacktestRun,
  type DayResult,
  type RecordedBar,
} from './backtest/backtest.ts';
export { cutsOf, futureUsed, type Trial } from './judging/look-ahead.ts';
export { couldBeLuck } from './judging/luck.ts';
export {
  IN_SAMPLE_SHARE,
  RANGE_DAYS,
  reportOf,
  type BacktestReport,
  type Doubt,
  type PartReport,
} from './judging/report.ts';
export {
  dailyReturns,
  outcomeRange,
  summaryOf,
  type DaysSummary,
  type Estimate,
  type OutcomeRange,
} from './judging/statistics.ts';
export type { EquityPoint, Fall } from './backtest/curve.ts';
