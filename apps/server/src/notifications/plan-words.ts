import type { MessageKey } from '@candor/locales';
import { textsAfterPlan } from '@candor/locales/plan-words';
import { unixMs } from '@candor/kernel';
import type { NotificationFacts, PlanNotice } from '@candor/protocol';
import { figureText, mailWord, resultText } from '../messaging/index.ts';
import { type Sentence, momentText } from './cashier-words.ts';

/** What nobody said, in a sentence that has a place for it. */
const UNSAID = '—';

/** The plan of an order and the order's number. @shape "Grid · BTC/USDT (261127-AB12CD34)" */
function planText(language: string, { strategy, codes, number = '' }: NotificationFacts): string {
  // One that was told before plans were named has its number alone.
  if (strategy === undefined || codes === undefined) return number;
  return `${mailWord(language, `plans.strategy-${strategy}`)} · ${codes.join(', ')} (${number})`;
}

/** What happened to a plan order, in the reader's words. */
export function planSentence(
  language: string,
  told: { readonly kind: PlanNotice; readonly facts: NotificationFacts },
): Sentence {
  const { kind, facts } = told;
  const { amount, units, day = UNSAID, until, profit, agreed, beyond } = facts;
  const usdt = (text: string | undefined): string =>
    text === undefined ? UNSAID : `${figureText(language, text, 2)} USDT`;
  const values = {
    plan: planText(language, facts),
    amount: usdt(amount),
    units: units === undefined ? UNSAID : figureText(language, units, 2),
    day,
    when: until === undefined ? UNSAID : momentText(unixMs(until)),
    profit: profit === undefined ? UNSAID : resultText(language, profit),
    agreed: usdt(agreed),
    beyond: usdt(beyond),
  };
  const write = (key: MessageKey): string => mailWord(language, key, values);
  return {
    title: write(`notifications.${kind}`),
    more: textsAfterPlan(kind, facts).map(write).join('\n'),
  };
}
