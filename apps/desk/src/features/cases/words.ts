import type { DeskKey, DeskTranslate } from '@candor/locales/desk';
import type { CaseDetail, CaseFact, CaseItem, CasePerson } from '@candor/protocol/desk-light';
import { formatNumber, formatTime } from '@candor/ui';
import { countryText } from '../../lib/countries.ts';

/** Coins are shown with four places at least, USDT with two. @source DESIGN 7 */
const PLACES_MIN: Readonly<Record<string, number>> = { USDT: 2 };
const COIN_PLACES_MIN = 4;

/** An amount with its asset: "500.00 USDT"; null where the case moves no money. */
export function amountText({ amount, asset }: Pick<CaseItem, 'amount' | 'asset'>): string | null {
  if (amount === null || asset === null) return null;
  return `${formatNumber(amount, { placesMin: PLACES_MIN[asset] ?? COIN_PLACES_MIN })} ${asset}`;
}

/** What a case is about, in a line: "Adjustment of 50.00 USDT". */
export function titleOf(one: CaseItem, t: DeskTranslate): string {
  const amount = amountText(one);
  const kind = t(`case.kind-${one.kind}`);
  return amount === null
    ? t('case.title', { kind, subject: one.subject })
    : t('case.title-amount', { kind, amount });
}

/** Who it was, in words: a member or a user by name. */
export function personText({ kind, name }: CasePerson, t: DeskTranslate): string {
  if (kind === 'system') return t('case.by-system');
  return kind === 'terminal' ? t('case.by-terminal', { name }) : name;
}

/** A text that the catalogue may not have: what a newer server names is shown as it is. */
function textOr(key: string, other: string, t: DeskTranslate): string {
  const text = t(key as DeskKey);
  return text === key ? other : text;
}

/** The words of a reason. */
export const reasonText = (reason: string, t: DeskTranslate): string =>
  textOr(`case.reason-${reason}`, reason, t);

/** The label of a fact. */
export const factLabel = (key: string, t: DeskTranslate): string =>
  textOr(`case.fact-${key}`, key, t);

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** A fact as it is read. */
export function factText({ as, value }: CaseFact, t: DeskTranslate): string {
  if (as === 'time' && /^\d+$/.test(value)) return formatTime(Number.parseInt(value, 10), 'zone');
  if (as === 'amount' && DECIMAL.test(value)) return formatNumber(value, { placesMin: 2 });
  if (as === 'country') return countryText(value, t);
  if (as === 'mode') return textOr(`case.mode-${value}`, value, t);
  return value;
}

/** Which of two approvals the next one is; null where one person decides. */
export function approvalText(
  { people, state }: Pick<CaseDetail, 'people' | 'state'>,
  t: DeskTranslate,
): string {
  if (people === 1) return t('case.approve');
  return t(state === 'firstYes' ? 'case.approve-second' : 'case.approve-first');
}
