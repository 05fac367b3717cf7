import { decimal, formatDecimal, parseDecimal, roundToStep } from '@candor/kernel';
import type { NotificationFacts, PlanNotice } from '@candor/protocol';
import type { Bus } from '../platform/commit/bus.ts';
import { PLANS_CHANGED, type PlanNews, type PlansChanged } from '../plans/index.ts';
import type { Notifications } from './index.ts';

/** Units as they are read: what an order is worth stands in its value. */
const READ_STEP = decimal('0.00000001');

/** What the end of an order is told as; null for a state that is no end of it. */
const ENDS: Readonly<Partial<Record<Extract<PlanNews, { kind: 'closed' }>['state'], PlanNotice>>> =
  {
    lossReached: 'plan-loss-reached',
    matured: 'plan-matured',
    left: 'plan-left',
    ended: 'plan-ended',
  };

/** Ended with the plan, not by its owner. */
const ENDED: Pick<NotificationFacts, 'reason'> = { reason: 'plan-ended' };

/** Its prices do not run any more: it ended at the last ones there were. */
const LAST_KNOWN: Pick<NotificationFacts, 'reason'> = { reason: 'plan-last-known' };

function unitsText(text: string): string {
  const units = parseDecimal(text);
  return units === null
    ? text
    : formatDecimal(roundToStep(units, { step: READ_STEP, rounding: 'down' }));
}

/** What a piece of news is told as, and with what; null for a settled day and what a reset ended. */
function toldOf(
  news: PlanNews,
): { readonly kind: PlanNotice; readonly facts: NotificationFacts } | null {
  switch (news.kind) {
    case 'bought':
      return { kind: 'plan-bought', facts: { amount: news.amount, until: news.joinsAt } };
    case 'joined': {
      const { day, units, cost: profit } = news;
      return { kind: 'plan-joined', facts: { day, units: unitsText(units), profit } };
    }
    case 'cancelled':
      // The press that began the account anew was answered, as it is for orders and options.
      if (news.by === 'reset') return null;
      return { kind: 'plan-cancelled', facts: news.by === 'operator' ? ENDED : {} };
    case 'postponed': {
      const { day, joinsAt: until } = news;
      return { kind: 'plan-postponed', facts: { day, until } };
    }
    case 'settled':
      return null;
    case 'granted': {
      const { amount, day } = news;
      return { kind: 'plan-subsidy', facts: { amount, day } };
    }
    case 'losingWeek':
      return { kind: 'plan-losing-week', facts: { profit: news.result } };
    case 'closed': {
      const kind = ENDS[news.state];
      if (kind === undefined || news.wasReset) return null;
      const { received: amount, total: profit, maxLoss: agreed, beyond } = news;
      const past = beyond === '0' ? {} : { agreed, beyond };
      const why = news.atLastKnown ? LAST_KNOWN : kind === 'plan-ended' ? ENDED : {};
      return { kind, facts: { amount, profit, ...past, ...why } };
    }
    default:
      return news satisfies never;
  }
}

/** What tells apart what may happen to an order more than once. */
function whichOf(news: PlanNews): string {
  if (news.kind === 'granted') return `:${news.subsidyId}`;
  return news.kind === 'postponed' ? `:${news.day}` : '';
}

/** What notifications hear of plan orders; each happens to an order once. */
export function listenPlans(
  bus: Bus,
  parts: { readonly notifications: Pick<Notifications, 'tell'> },
): void {
  bus.subscribe(PLANS_CHANGED, async ({ changed }: PlansChanged) => {
    for (const { userId, mode, orderId, orderNo: number, strategy, codes, at, news } of changed) {
      for (const one of news) {
        const told = toldOf(one);
        if (told === null) continue;
        const { kind, facts } = told;
        const cause = `${orderId}:${kind}${whichOf(one)}`;
        await parts.notifications.tell({
          ...{ userId, mode, cause, kind, at },
          facts: { number, orderId, strategy, codes: [...codes], ...facts },
        });
      }
    }
  });
}
