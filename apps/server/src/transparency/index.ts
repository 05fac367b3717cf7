/**
 * transparency — figures anyone may check: each a query, with its definition and its time.
 * Owns: nothing; it asks the others.
 * Announces: nothing.
 * Needs: accounts, cashier, contracts, ledger, options, market, parameters.
 * Refuses: to answer a figure that was not counted.
 */
import { HOUR_MS, MINUTE_MS } from '@candor/kernel';
import type {
  FeeSchedule,
  HouseResult,
  RiskFigure,
  Statistic,
  WithdrawalClock,
} from '@candor/protocol';
import { keptFor } from '../platform/process/kept-for.ts';
import {
  type TransparencyDeps,
  countFigures,
  countRisk,
  feeSchedule,
  houseCounter,
} from './queries.ts';

export type { QuotedMarkets, TransparencyDeps } from './queries.ts';

/** What transparency offers. */
export type Transparency = {
  /** The figures of the home page. */
  statistics(): Promise<readonly Statistic[]>;
  /** Every parameter with its history. */
  fees(): FeeSchedule;
  /** The share of accounts that lost with leveraged contracts. */
  risk(): Promise<RiskFigure>;
  /** How long withdrawals take. */
  withdrawals(): Promise<WithdrawalClock>;
  /** What whole days brought the house. */
  house(): Promise<HouseResult>;
};

/**
 * How long an answer serves: the pages are read far more often than their figures change. The share
 * of a year's losers is added up over the year, so it is counted once an hour; it says when.
 */
const KEEP_MS = {
  statistics: 2_000,
  risk: HOUR_MS,
  withdrawals: 10_000,
  house: MINUTE_MS,
} as const;

/** Opens the capability. */
export function createTransparency(deps: TransparencyDeps): Transparency {
  const { clock } = deps;
  const statistics = keptFor(KEEP_MS.statistics, async (now) =>
    (await countFigures(deps, now)).map((figure): Statistic => ({ ...figure, asOf: now })),
  );
  const risk = keptFor(KEEP_MS.risk, (now) => countRisk(deps, now));
  const withdrawals = keptFor(KEEP_MS.withdrawals, async (now) => ({
    ...(await deps.withdrawals.clock()),
    asOf: now,
  }));
  const house = keptFor(KEEP_MS.house, houseCounter(deps));
  return {
    house: () => house(clock.now()),
    withdrawals: () => withdrawals(clock.now()),
    statistics: () => statistics(clock.now()),
    fees: () => feeSchedule(deps.parameters, clock.now()),
    risk: () => risk(clock.now()),
  };
}
