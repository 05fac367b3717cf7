import { type Money, addMoney, formatMoney, formatDecimal } from '@candor/kernel';
import type { plans as protocol } from '@candor/protocol';
import type { PlanDeps } from '../fund/deps.ts';
import { findFundOf, listDays, listFills, sumWaiting } from '../plan/fund-store.ts';
import { findOffered, listOffered } from '../plan/plan-store.ts';
import { listSubsidies } from '../plan/subsidy-store.ts';
import type { FundDay, PlanVersion, SettledDay, StoredFund } from '../plan/plan.ts';
import { maxLossRateMin } from '../fund/least-loss.ts';
import { planFillOf } from '../order/view.ts';
import { dayShare, figureText, realisedOf } from './figures.ts';

/** Days of a fund that are shown. */
const DAYS_MAX = 366;
/** Trades that are shown, the newest. */
const FILLS_MAX = 200;
/** Subsidies that are shown, the newest. */
const SUBSIDIES_MAX = 50;
/** Owners from whom on amounts of a day are shown: of a few, what one has or brought could be told from them. */
const AMOUNTS_FROM_OWNERS = 5;
/** Settled days before live and backtest are compared. @source PRODUCT 6 */
const GAP_DAYS = 20;

type Backtest = protocol.PlanProduct['backtest'];

function statusOf(plan: PlanVersion, held: bigint): protocol.PlanProduct['status'] {
  if (plan.planStatus !== 'open') return plan.planStatus;
  return held + plan.amountMin.units > plan.capacity.units ? 'full' : 'open';
}

/** Amounts of a day as anyone sees them. @shape all of them, or none */
function amountsOf(day: SettledDay) {
  const isShown = (day.owners ?? 0) >= AMOUNTS_FROM_OWNERS;
  const text = (amount: Money): string | null => (isShown ? formatMoney(amount) : null);
  const { fills, mark, result, value } = day;
  return { fills: text(fills), mark: text(mark), result: text(result), value: text(value) };
}

/** What plans are offered, with what has happened in their real funds. */
export function createProducts(
  deps: Pick<PlanDeps, 'db' | 'market' | 'parameters'> & {
    /** The backtest that is published with a version, and what of it a list shows; null where none was made. */
    readonly published: {
      part(plan: PlanVersion): Promise<protocol.PlanProduct['backtest']>;
      report(plan: PlanVersion): Promise<protocol.PlanDetail['report']>;
    };
  },
) {
  const { db, market, parameters } = deps;

  async function read(plan: PlanVersion) {
    const { planId, version } = plan;
    const fund = await findFundOf(db, { planId, version, mode: 'real' });
    const [days, waiting, backtest] = await Promise.all([
      fund === null ? [] : listDays(db, fund.id, DAYS_MAX),
      fund === null ? null : sumWaiting(db, fund.id),
      deps.published.part(plan),
    ]);
    const held = fund === null || waiting === null ? 0n : addMoney(fund.settled, waiting).units;
    return { fund, days, held, backtest };
  }

  function productOf(
    plan: PlanVersion,
    facts: {
      readonly fund: StoredFund | null;
      readonly days: readonly FundDay[];
      readonly held: bigint;
      readonly backtest: Backtest;
    },
  ): protocol.PlanProduct {
    const { fund, days, backtest } = facts;
    const realised = realisedOf(days);
    return {
      id: plan.planId,
      name: plan.name,
      version: plan.version,
      versionHash: plan.hash,
      strategy: plan.strategy,
      parameters: plan.parameters,
      interval: plan.interval,
      instruments: plan.codes.map((code) => ({
        code,
        name: market.instrument(code)?.name ?? code,
      })),
      amountMin: formatMoney(plan.amountMin),
      amountMax: formatMoney(plan.amountMax),
      days: [...plan.days],
      cycleDays: plan.cycleDays,
      shareRate: formatDecimal(parameters.share('plan.profitShare')),
      earlyExitRate: formatDecimal(parameters.share('plan.earlyExitShare')),
      maxLossRateMin: maxLossRateMin(plan.codes, market),
      status: statusOf(plan, facts.held),
      realised: realised?.summary ?? null,
      range30: realised?.range ?? null,
      daily: days.map((day) => ({ day: day.day, result: figureText(dayShare(day)) })),
      benchmark: realised?.hold ?? null,
      fills: fund?.fills ?? 0,
      backtest,
    };
  }

  return {
    async list(): Promise<protocol.PlanProduct[]> {
      const offered = await listOffered(db);
      return Promise.all(offered.map(async (plan) => productOf(plan, await read(plan))));
    },
    async get(planId: string): Promise<protocol.PlanDetail | null> {
      const plan = await findOffered(db, planId);
      if (plan === null) return null;
      const facts = await read(plan);
      const { fund, days, backtest } = facts;
      const asked = { from: null, to: null, most: FILLS_MAX, ofOwners: false };
      const trades = fund === null ? [] : await listFills(db, { fundId: fund.id, ...asked });
      const product = productOf(plan, facts);
      const { realised } = product;
      const subsidies = fund === null ? [] : await listSubsidies(db, fund.id, SUBSIDIES_MAX);
      const isCompared = realised !== null && backtest !== null && days.length >= GAP_DAYS;
      return {
        ...product,
        trades: trades.map(planFillOf),
        report: await deps.published.report(plan),
        ...(subsidies.length === 0
          ? {}
          : {
              subsidies: subsidies.map(({ day, at, amount, reason }) => ({
                ...{ day, at, reason },
                amount: formatMoney(amount),
              })),
            }),
        gap: isCompared ? figureText(+realised.median - +backtest.summary.median) : null,
        amountsFromOwners: AMOUNTS_FROM_OWNERS,
        settled: days.map((day) => ({ day: day.day, ...amountsOf(day) })),
      };
    },
  };
}
