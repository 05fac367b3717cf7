import { PLAN_NOTICES, type Notification, type PlanNotice } from '@candor/protocol/light';
import type { MessageKey } from './keys.ts';

const KINDS: ReadonlySet<Notification['kind']> = new Set(PLAN_NOTICES);

/** Whether a notification is about a plan order. */
export function isOfPlans(kind: Notification['kind']): kind is PlanNotice {
  return KINDS.has(kind);
}

/** What follows the sentence. */
const MORE: Readonly<Record<PlanNotice, MessageKey>> = {
  'plan-bought': 'notifications.more-plan-bought',
  'plan-postponed': 'notifications.more-plan-postponed',
  'plan-joined': 'notifications.more-plan-joined',
  'plan-cancelled': 'notifications.more-back',
  'plan-losing-week': 'notifications.more-plan-losing-week',
  'plan-subsidy': 'notifications.more-plan-subsidy',
  'plan-loss-reached': 'orders.news-result',
  'plan-matured': 'orders.news-result',
  'plan-left': 'orders.news-result',
  'plan-ended': 'orders.news-result',
};

/** The texts that follow the sentence of a notification about a plan order: why it happened, and what is more to say. */
export function textsAfterPlan(
  kind: PlanNotice,
  { reason, beyond }: Pick<Notification['facts'], 'reason' | 'beyond'>,
): readonly MessageKey[] {
  const why: MessageKey[] =
    reason === 'plan-ended'
      ? ['notifications.why-plan-ended']
      : reason === 'plan-last-known'
        ? ['notifications.why-plan-last-known']
        : [];
  const past: MessageKey[] = beyond === undefined ? [] : ['notifications.more-plan-beyond'];
  return [...why, MORE[kind], ...past];
}
