import type { StoredFund } from '../plan/plan.ts';
import { isCurrent } from '../plan/versions.ts';
import type { PlanMarket } from './deps.ts';
import { isGone } from './holding.ts';

/** Whether a fund ends: its plan was ended, runs what the product has no more, or trades what left the catalogue. */
export function isOver(fund: StoredFund, market: Pick<PlanMarket, 'instrument'>): boolean {
  return fund.plan.planStatus === 'ended' || !isCurrent(fund.plan) || isGone(fund, market);
}
