import { type UnixMs, newUuid } from '@candor/kernel';
import { MODES } from '@candor/kernel';
import type { PlanDeps } from './fund/deps.ts';
import { freshFund } from './order/fresh-fund.ts';
import { insertFund } from './plan/fund-store.ts';
import { insertVersion, listOffered } from './plan/plan-store.ts';
import type { PlanVersion } from './plan/plan.ts';
import { FIRST_PLANS, FIRST_TERMS, isCurrent, versionOf } from './plan/versions.ts';

/**
 * Gives a fresh installation its first plans, and plans whose rules are others now a new version. Each newest
 * version has its funds, so that its run decides before a user has money in it.
 */
export async function openFirstPlans(
  deps: Pick<PlanDeps, 'acting' | 'clock' | 'market'>,
): Promise<void> {
  const { acting, clock, market } = deps;
  const at: UnixMs = clock.now();
  await acting.transaction(async (tx) => {
    const offered = new Map((await listOffered(tx)).map((plan) => [plan.name, plan]));
    const newest: PlanVersion[] = [];
    for (const { name, chosen } of FIRST_PLANS) {
      const known = offered.get(name);
      if (known !== undefined) continue;
      const plan = { planId: newUuid(at), name, owner: null, version: 1 };
      const version = versionOf(plan, chosen, FIRST_TERMS);
      await insertVersion(tx, version, at);
      newest.push(version);
    }
    for (const known of offered.values()) {
      if (isCurrent(known) || known.planStatus === 'ended') {
        newest.push(known);
        continue;
      }
      const version = versionOf({ ...known, version: known.version + 1 }, known, known);
      await insertVersion(tx, version, at);
      newest.push(version);
    }
    for (const plan of newest) {
      for (const mode of MODES) {
        await insertFund(tx, freshFund(plan, { mode, feed: market.feed().key, at }), at);
      }
    }
  });
}
