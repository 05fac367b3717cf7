import type { DeskKey, DeskTranslate } from '@candor/locales/desk';
import type { CaseDetail, CaseFact, CaseItem, CasePerson } from '@candor/protocol/desk-light';
import { formatNumber, formatTime } from '@candor/ui';
import { accountName } from '../../lib/account-name.ts';
import { exactAmount } from '../../lib/amounts.ts';
import { countryText } from '../../lib/countries.ts';
import { languageName } from '../../lib/language-name.ts';

/** An amount with its asset: "500.00 USDT"; null where the case moves no money. */
export function amountText({ amount, asset }: Pick<CaseItem, 'amount' | 'asset'>): string | null {
  if (amount === null || asset === null) return null;
  return exactAmount(amount, asset);
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
  if (as === 'account') return accountName(`world:${value}`, t);
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

/** What the field of the message to the user is called, with the language the user reads. */
export function messageLabel({ user }: Pick<CaseItem, 'user'>, t: DeskTranslate): string {
  if (user === null) return t('case.message');
  return t('case.message-in', { language: languageName(user.language) });
}
