import type { Mode } from '@candor/kernel';
import type { Translate } from '@candor/locales';
import type { PlanFill, PlanOrderState, PlanProduct, PlanStrategy } from '@candor/protocol/light';
import {
  DASH,
  type StatusIcon,
  type StatusTone,
  formatNumber,
  formatTime,
  shiftDecimal,
} from '@candor/ui';
import { isolated } from '../../lib/figure-words.ts';

/** A share of one as percent, signed. @rounding halfEven, for display only */
export function resultText(share: string | null, places = 2): string {
  if (share === null) return DASH;
  return `${formatNumber(shiftDecimal(share, 2), { places, sign: 'always' })}%`;
}

/** A share of one as percent, without a sign for what is above zero. */
const shareText = (share: string): string => `${formatNumber(shiftDecimal(share, 2))}%`;

/** A share among draws: a tenth of a percent is as fine as they tell. @rounding halfEven */
export const drawsWords = (share: string): string =>
  isolated(`${formatNumber(shiftDecimal(share, 2), { places: 1 })}%`);

/** A result inside a sentence. */
export const resultWords = (share: string | null): string => isolated(resultText(share));
export const shareWords = (share: string): string => isolated(shareText(share));

/** Whether a plan may be bought in a mode: only real money fills it. */
export const mayBuy = ({ status }: PlanProduct, mode: Mode): boolean =>
  status === 'open' || (status === 'full' && mode === 'demo');

/** A fall, which is kept above zero, as the loss it was. */
export const fallOf = (fall: string): string => (/[1-9]/.test(fall) ? `-${fall}` : fall);

/** A moment of the wire's days, which begin at midnight UTC: "15 Mar, 00:00 UTC". */
export const utcTime = (unixMs: number): string =>
  formatTime(unixMs, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });

/** A UTC day without its year, for axes: "14 Mar". */
export function shortDay(day: string): string {
  const unixMs = Date.parse(`${day}T00:00:00Z`);
  return formatTime(unixMs, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** What a plan is called: its rules, and what it trades. */
export function planTitle(
  plan: { readonly strategy: PlanStrategy; readonly codes: readonly string[] },
  t: Translate,
): string {
  return `${t(`plans.strategy-${plan.strategy}`)} · ${isolated(plan.codes.join(', '))}`;
}

export const codesOf = (plan: Pick<PlanProduct, 'instruments'>): string[] =>
  plan.instruments.map(({ code }) => code);

type Rules = Pick<PlanProduct, 'strategy' | 'parameters' | 'interval'>;

/** Numbers that are kept as hundredths of a percent. */
const BASIS = new Set(['margin', 'share', 'gap', 'part', 'dip', 'take', 'floor']);
/** Every number of a strategy; a text asks for those of its own. */
const NUMBERS = [
  ...['fast', 'slow', 'margin', 'length', 'width', 'share', 'gap', 'levels', 'patience'],
  ...['every', 'part', 'dip', 'take', 'lookback', 'hold', 'floor'],
];

/** How many places a number of a strategy is moved to be read: percents and deviations by two. */
const isPercent = (name: string): boolean => BASIS.has(name);
export const isHundredth = (name: string): boolean => isPercent(name) || name === 'width';

/** A whole number with two places: 220 is 2.2. */
function hundredths(value: number): string {
  const digits = String(value).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A number of a strategy as a reader knows it: 10 of margin is 0.1%. */
export function numberText(name: string, value: number): string {
  if (!isHundredth(name)) return formatNumber(String(value));
  return `${formatNumber(hundredths(value))}${isPercent(name) ? '%' : ''}`;
}

function numbersOf({ parameters, interval }: Rules): Record<string, string> {
  const texts = NUMBERS.map((name) => {
    const value = parameters[name];
    return [name, value === undefined ? DASH : isolated(numberText(name, value))];
  });
  return { ...Object.fromEntries(texts), bars: isolated(interval) };
}

/** The rules in plain words, with their numbers. */
export function ruleCard(plan: Rules, t: Translate): string {
  return t('plans.card', { strategy: plan.strategy, ...numbersOf(plan) });
}

/** A figure a rule compared: an average of prices, a change, a count. */
function figureText(name: string, value: number): string {
  if (name === 'rise') return isolated(resultText(plainText(value)));
  const places = Math.abs(value) >= 1 ? 2 : 6;
  const isCount = Number.isInteger(value);
  return isolated(formatNumber(plainText(value), isCount ? {} : { places }));
}

/** A float as decimal text; what is too small for one is nothing. */
function plainText(value: number): string {
  const text = String(value);
  return /e-/.test(text) ? '0' : text;
}

const FIGURES = ['fast', 'slow', 'close', 'lower', 'middle', 'upper', 'average', 'rise', 'level'];

/** Why a trade was made, with the figures that were compared. */
export function reasonWords({ rule, figures }: Pick<PlanFill, 'rule' | 'figures'>, t: Translate) {
  const texts = FIGURES.map((name) => {
    const value = figures[name];
    return [name, value === undefined ? DASH : figureText(name, value)];
  });
  return t('plans.rule', { rule, ...Object.fromEntries(texts) });
}

/** How each state is shown. @source DESIGN 9 "Status chip" */
export const STATE_LOOKS: Readonly<
  Record<PlanOrderState, { readonly tone: StatusTone; readonly icon: StatusIcon }>
> = {
  pending: { tone: 'neutral', icon: 'hourglass' },
  running: { tone: 'running', icon: 'repeat' },
  matured: { tone: 'ok', icon: 'check' },
  left: { tone: 'neutral', icon: 'check' },
  lossReached: { tone: 'warn', icon: 'lock' },
  ended: { tone: 'warn', icon: 'lock' },
  cancelled: { tone: 'neutral', icon: 'x' },
};
