import { fundValue } from '@candor/advisor';
import {
  type Result,
  fail,
  formatDecimal,
  formatMoney,
  money,
  ok,
  parseMoney,
} from '@candor/kernel';
import type { Failure, plans as protocol } from '@candor/protocol';
import type {
  CasePlan,
  DeskBacktest,
  DeskPlan,
  DeskPlanFund,
  DeskPlanVersion,
  PlanExposure,
  PlanVersionTerms,
} from '@candor/protocol/desk';
import type { Proposal } from '../../cases/index.ts';
import { canonicalJson } from '../../platform/formats/canonical-json.ts';
import { findPart, findPublished } from '../backtests/backtest-store.ts';
import { addCandidate, findCandidate } from '../backtests/candidate-store.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { actingPrices, fundOf } from '../fund/holding.ts';
import { listOfferedFunds } from '../plan/fund-store.ts';
import { findNamedVersion, findOffered, listVersions } from '../plan/plan-store.ts';
import type { PlanVersion, StoredFund } from '../plan/plan.ts';
import { isCurrent, versionHash } from '../plan/versions.ts';
import { type PlanDecisionKind, countOrders, listDecisions } from './decided-store.ts';
import { lookAtExposure } from './exposure.ts';
import { subsidyProposal } from './subsidy.ts';
import { decideTerms, isSameVersion, termsText } from './terms.ts';

/** Versions and decisions of a plan that are shown, the newest. */
const VERSIONS_MAX = 12;
const DECISIONS_MAX = 20;

type Refusal = Failure<'not-found' | 'case-impossible'>;
const impossible = (field: string): Result<never, Refusal> =>
  fail({ name: 'case-impossible', field });

/** What the operator's people see of plans, and what they propose. */
export type PlanRegistry = {
  list(): Promise<{
    readonly isEnabled: boolean;
    readonly shareRate: string;
    readonly earlyExitRate: string;
    readonly plans: DeskPlan[];
  }>;
  /**
   * The proposal of a new version.
   *
   * @failure not-found — no plan that is offered
   * @failure case-impossible — the plan ended, another version is in force, nothing would change, or a term the
   *          advisor does not accept (field)
   */
  proposeVersion(said: {
    readonly planId: string;
    readonly replaces: number;
    readonly terms: PlanVersionTerms;
    readonly reason: string;
  }): Promise<Result<Proposal, Refusal>>;
  /** The proposal of another change. @failure as of a version */
  proposeChange(said: {
    readonly planId: string;
    readonly act: Exclude<PlanDecisionKind, 'version'>;
    readonly capacity: string | undefined;
    readonly reason: string;
  }): Promise<Result<Proposal, Refusal>>;
  /** The proposal that the house pays into the real fund of a version. @see subsidyProposal */
  proposeSubsidy(said: Parameters<typeof subsidyProposal>[1]): Promise<Result<Proposal, Refusal>>;
  /** What funds hold, each and together by instrument. */
  exposure(): Promise<PlanExposure>;
  /** Backtests of a version and of what is proposed in its place, if something is; null for no such version. */
  ofCase(of: {
    readonly name: string;
    readonly version: number;
    readonly hash: string | null;
  }): Promise<CasePlan | null>;
};

function stateOf(version: PlanVersion, isNewest: boolean): DeskPlanVersion['state'] {
  if (version.planStatus === 'ended' || !isCurrent(version)) return 'ended';
  return isNewest && version.planStatus === 'open' ? 'offered' : 'closed';
}

/** A backtest without its days and points. */
function shortened(report: protocol.PlanBacktest | null): DeskBacktest | null {
  if (report === null) return null;
  const { equity: _equity, daily: _daily, ...rest } = report;
  return rest;
}

/** Opens the registry of plans. */
export function createRegistry(
  deps: Pick<PlanDeps, 'db' | 'clock' | 'market' | 'parameters'>,
): PlanRegistry {
  const { db, clock, market, parameters } = deps;

  function fundView(
    fund: StoredFund,
    counted: { readonly running: number; readonly pending: number; readonly waiting: bigint },
  ): DeskPlanFund {
    const value = fundValue(fundOf(fund, market), actingPrices(fund, market));
    return {
      id: fund.id,
      mode: fund.mode,
      value: value === null ? null : formatMoney(value),
      settled: formatMoney(fund.settled),
      waiting: formatMoney(money('USDT', counted.waiting)),
      running: counted.running,
      pending: counted.pending,
      day: fund.day,
    };
  }

  async function versionView(
    one: { readonly version: PlanVersion; readonly at: number },
    facts: { readonly isNewest: boolean; readonly funds: DeskPlanFund[] },
  ): Promise<DeskPlanVersion> {
    const { version, at } = one;
    const part = await findPart(db, version);
    return {
      version: version.version,
      state: stateOf(version, facts.isNewest),
      ...termsText(version),
      source: version.source,
      versionHash: version.hash,
      since: at,
      funds: facts.funds,
      backtest: part && {
        from: part.from,
        to: part.to,
        isGenerated: part.isGenerated,
        summary: part.summary,
        range30: part.range30,
      },
    };
  }

  async function list(): ReturnType<PlanRegistry['list']> {
    const [versions, funds, decisions] = await Promise.all([
      listVersions(db, VERSIONS_MAX),
      listOfferedFunds(db, VERSIONS_MAX),
      listDecisions(db, DECISIONS_MAX),
    ]);
    const counts = await countOrders(
      db,
      funds.map(({ id }) => id),
    );
    const none = { running: 0, pending: 0, waiting: 0n };
    const fundsOf = Map.groupBy(funds, ({ plan }) => `${plan.planId} ${plan.version}`);
    const decided = Map.groupBy(decisions, ({ planId }) => planId);
    const plans = await Promise.all(
      [...Map.groupBy(versions, ({ version }) => version.planId)].map(
        async ([id, own]): Promise<DeskPlan> => {
          const [newest] = own;
          return {
            id,
            name: newest?.version.name ?? '',
            status: newest?.version.planStatus ?? 'ended',
            versions: await Promise.all(
              own.map((one) => {
                const key = `${id} ${one.version.version}`;
                const held = (fundsOf.get(key) ?? []).toSorted((a) => (a.mode === 'real' ? -1 : 1));
                return versionView(one, {
                  isNewest: one === newest,
                  funds: held.map((fund) => fundView(fund, counts.get(fund.id) ?? none)),
                });
              }),
            ),
            decisions: (decided.get(id) ?? []).map(({ caseId, number, version, act, at }) => ({
              ...{ caseId, caseNumber: number, version, act, at },
            })),
          };
        },
      ),
    );
    return {
      isEnabled: parameters.count('plan.enabled') === 1,
      shareRate: formatDecimal(parameters.share('plan.profitShare')),
      earlyExitRate: formatDecimal(parameters.share('plan.earlyExitShare')),
      plans,
    };
  }

  return {
    list,
    async proposeVersion({ planId, replaces, terms: said, reason }) {
      const base = await findOffered(db, planId);
      if (base === null) return fail({ name: 'not-found' });
      if (base.planStatus === 'ended') return impossible('act');
      if (base.version !== replaces) return impossible('replaces');
      const decided = decideTerms(said, (code) => market.instrument(code));
      if (!decided.ok) return decided;
      const terms = decided.value;
      if (isSameVersion(terms, base)) return impossible('terms');
      const hash = versionHash(terms);
      await db.transaction((tx) => addCandidate(tx, { hash, chosen: terms, at: clock.now() }));
      const { name } = base;
      return ok({
        userId: null,
        subject: `${name}: version ${replaces + 1}`,
        amount: null,
        asset: null,
        facts: {
          ...{ plan: planId, name, hash, reason },
          replaces: String(replaces),
          terms: canonicalJson(termsText(terms)),
          before: canonicalJson(termsText(base)),
        },
      });
    },
    async proposeChange({ planId, act, capacity, reason }) {
      const base = await findOffered(db, planId);
      if (base === null) return fail({ name: 'not-found' });
      const { name, version, planStatus } = base;
      const from = { offer: 'paused', withdraw: 'open' } as const;
      if (planStatus === 'ended') return impossible('act');
      if ((act === 'offer' || act === 'withdraw') && planStatus !== from[act]) {
        return impossible('act');
      }
      const facts = {
        plan: planId,
        name,
        act,
        reason,
        version: String(version),
        status: planStatus,
      };
      const about = { userId: null, amount: null, asset: null } as const;
      if (act !== 'capacity') {
        return ok({ ...about, subject: `${name}: ${act}`, facts });
      }
      const read = parseMoney(capacity ?? '', 'USDT');
      if (
        read === null ||
        read.units < base.amountMax.units ||
        read.units === base.capacity.units
      ) {
        return impossible('capacity');
      }
      const after = formatMoney(read);
      const before = formatMoney(base.capacity);
      return ok({
        ...about,
        subject: `${name}: ${before} → ${after} USDT`,
        facts: { ...facts, capacity: after, before },
      });
    },
    proposeSubsidy: (said) => subsidyProposal(db, said, clock.now()),
    exposure: () => lookAtExposure({ db, market }),
    async ofCase({ name, version, hash }) {
      const known = await findNamedVersion(db, name, version);
      if (known === null) return null;
      const proposed =
        hash === null
          ? null
          : { versionHash: hash, backtest: shortened(await findCandidate(db, hash)) };
      const backtest = shortened(await findPublished(db, known));
      return { proposed, inForce: { version, versionHash: known.hash, backtest } };
    },
  };
}
