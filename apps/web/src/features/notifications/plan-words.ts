import type { Translate } from '@candor/locales';
import { textsAfterPlan } from '@candor/locales/plan-words';
import type { Notification, PlanNotice } from '@candor/protocol/light';
import { DASH, formatDay, formatNumber, formatTime } from '@candor/ui';
import type { Words } from './cashier-words.ts';

/** Text of its own direction inside a sentence. */
const kept = (text: string): string => `\u2068${text}\u2069`;
/** A figure, which is read from left to right in every language. */
const figure = (text: string): string => `\u2066${text}\u2069`;

const usdt = (text: string | undefined): string =>
  text === undefined ? DASH : figure(`${formatNumber(text, { placesMin: 2 })} USDT`);

/** The plan of an order and the order's number. @shape "Grid · BTC/USDT (261127-AB12CD34)" */
function planText({ strategy, codes, number = '' }: Notification['facts'], t: Translate): string {
  // One that was told before plans were named has its number alone.
  if (strategy === undefined || codes === undefined) return number;
  return `${t(`plans.strategy-${strategy}`)} · ${figure(codes.join(', '))} (${figure(number)})`;
}

/** What happened to a plan order, in the reader's words. */
export function planWords(
  told: { readonly kind: PlanNotice; readonly facts: Notification['facts'] },
  t: Translate,
): Words {
  const { kind, facts } = told;
  const { amount, units, day, until, profit, agreed, beyond } = facts;
  const values = {
    plan: kept(planText(facts, t)),
    amount: usdt(amount),
    units: figure(formatNumber(units, { placesMin: 2 })),
    day: day === undefined ? DASH : kept(formatDay(day)),
    when: until === undefined ? DASH : kept(formatTime(until)),
    profit: figure(formatNumber(profit, { places: 2, sign: 'always' })),
    agreed: usdt(agreed),
    beyond: usdt(beyond),
  };
  const more = textsAfterPlan(kind, facts).map((key) => t(key, values));
  return { title: t(`notifications.${kind}`, values), more: more.join(' ') };
}
