import type { DeskPlan } from '@candor/protocol/desk-light';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

/** Characters of a reason. */
export const REASON_MAX = 400;

/** The registry of plans. */
export const usePlans = () =>
  useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => ask('plans.registry', { signal }),
  });

/** What may be decided of a plan as it stands. */
export type PlanChange = 'offer' | 'withdraw' | 'end' | 'capacity';

/** What is proposed of a plan in a form of its own. */
export type Proposed = PlanChange | 'version' | 'subsidy';

/** Acts that change something of a plan now. */
export function changesOf({ status }: Pick<DeskPlan, 'status'>): readonly PlanChange[] {
  if (status === 'ended') return [];
  return ['capacity', status === 'open' ? 'withdraw' : 'offer', 'end'];
}
