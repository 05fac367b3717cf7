import { type Price, compare, parseDecimal } from '@candor/kernel';
import { type MessageKey, type Translate, activeLocale } from '@candor/locales';
import { type OptionDirection, type OptionResult, settleOption } from '@candor/pricing';
import type { OptionOrder } from '@candor/protocol/light';
import {
  type StatusIcon,
  type StatusTone,
  formatNumber,
  placesOfStep,
  shiftDecimal,
} from '@candor/ui';

type State = OptionOrder['state'];

/** The specification's label of each state. @source WIRE 7 */
export const STATE_LABELS: Readonly<Record<State, MessageKey>> = {
  running: 'orders.status-running',
  won: 'options.state-won',
  lost: 'options.state-lost',
  tie: 'options.state-tie',
  void: 'options.state-void',
};

/** What came of it, in words. */
export const RESULT_WORDS: Readonly<Record<Exclude<State, 'running'>, MessageKey>> = {
  won: 'options.result-won',
  lost: 'options.result-lost',
  tie: 'options.result-tie',
  void: 'options.result-void',
};

/** How each state is drawn. */
export const STATE_LOOKS: Readonly<Record<State, { tone: StatusTone; icon: StatusIcon }>> = {
  running: { tone: 'running', icon: 'play' },
  won: { tone: 'ok', icon: 'check' },
  lost: { tone: 'bad', icon: 'x' },
  tie: { tone: 'neutral', icon: 'repeat' },
  void: { tone: 'neutral', icon: 'lock' },
};

/** The direction's name. */
export const DIRECTION_LABELS: Readonly<Record<OptionDirection, MessageKey>> = {
  up: 'options.up',
  down: 'options.down',
};

const two = (value: number): string => String(value).padStart(2, '0');

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** What is left of an option, "0:42" or "1:02:09"; nothing once it has ended. */
export function leftText(leftMs: number): string | null {
  if (leftMs <= 0) return null;
  const all = Math.ceil(leftMs / 1_000);
  const [hours, minutes, seconds] = [
    Math.floor(all / HOUR_S),
    Math.floor((all % HOUR_S) / MINUTE_S),
    all % MINUTE_S,
  ];
  return hours === 0 ? `${minutes}:${two(seconds)}` : `${hours}:${two(minutes)}:${two(seconds)}`;
}

/** A share of one as a percentage, "55.56%". */
export function shareText(share: string): string {
  return `${formatNumber(shiftDecimal(share, 2), { places: 2 })}%`;
}

/**
 * A middle price with all its places: it may lie between two steps, and half a step decides who
 * wins.
 */
export function middleText(price: string, tickSize: string | undefined): string {
  return formatNumber(price, tickSize === undefined ? {} : { placesMin: placesOfStep(tickSize) });
}

/** How an option would end at the price on screen; null without one. */
export function resultNow(
  option: Pick<OptionOrder, 'direction' | 'openPrice'>,
  mark: string | null | undefined,
): OptionResult | null {
  const open = parseDecimal(option.openPrice);
  const now = mark == null ? null : parseDecimal(mark);
  if (open === null || now === null) return null;
  const facts = { openPrice: open as Price, settlePrice: now as Price };
  return settleOption({ direction: option.direction, ...facts });
}

/** Whether a record is below the rate that breaks even; null without a record. */
export function isBelowBreakEven(hitRate: string | null, needed: string): boolean | null {
  const [own, least] = [hitRate === null ? null : parseDecimal(hitRate), parseDecimal(needed)];
  return own === null || least === null ? null : compare(own, least) < 0;
}

/** The stakes one press away, those within the limits. */
export function quickStakes(limits: { readonly min: string; readonly max: string }): string[] {
  const [min, max] = [parseDecimal(limits.min), parseDecimal(limits.max)];
  return ['5', '10', '25', '50', '100'].filter((text) => {
    const stake = parseDecimal(text);
    return stake !== null && (min === null || stake >= min) && (max === null || stake <= max);
  });
}

/** Why options are not open to a real account, in words; of a visitor nothing is known. */
export function notOpenText(
  { why, country }: { readonly why?: string | null; readonly country?: string | null },
  t: Translate,
): string {
  const { htmlLang } = activeLocale();
  const names = new Intl.DisplayNames([htmlLang], { type: 'region' });
  const isCode = /^[A-Z]{2}$/.test(country ?? '');
  return t('options.not-open', {
    why: why ?? 'other',
    country: isCode ? (names.of(country ?? '') ?? '') : '',
  });
}
