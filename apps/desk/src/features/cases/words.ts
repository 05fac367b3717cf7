import type { DeskKey, DeskTranslate } from '@candor/locales/desk';
import type { CaseDetail, CaseFact, CaseItem, CasePerson } from '@candor/protocol/desk-light';
import { formatNumber, formatTime } from '@candor/ui';
import { accountName } from '../../lib/account-name.ts';
import { exactAmount, ltvText, shareText } from '../../lib/amounts.ts';
import { countryText } from '../../lib/countries.ts';
import { parameterName } from '../../lib/parameter-name.ts';
import { exactText, valueText } from '../../lib/parameter-value.ts';
import { languageName } from '../../lib/language-name.ts';

/** An amount with its asset: "500.00 USDT"; null where the case moves no money. */
export function amountText({ amount, asset }: Pick<CaseItem, 'amount' | 'asset'>): string | null {
  if (amount === null || asset === null) return null;
  return exactAmount(amount, asset);
}

/** What a case is about, in the words of the desk where it knows better than the code it names. */
export function subjectText({ kind, subject }: CaseItem, t: DeskTranslate): string {
  const [, code = '', rest = ''] = /^([^:]+): (.*)$/s.exec(subject) ?? [];
  if (code === '') return subject;
  if (kind === 'parameterChange') return parameterName(code, t);
  const [, level = ''] = /^level (\d)$/.exec(code) ?? [];
  if (kind === 'identity' && level !== '') {
    const proof = textOr(`case.address-proof-${rest}`, rest, t);
    return t('case.subject-identity', {
      level,
      document: textOr(`identity.type-${rest}`, proof, t),
    });
  }
  const isCode = kind === 'instrument';
  return isCode ? `${code}: ${textOr(`instruments.status-${rest}`, rest, t)}` : subject;
}

/** What a case is about, in a line: "Adjustment of 50.00 USDT". */
export function titleOf(one: CaseItem, t: DeskTranslate): string {
  const text = amountText(one);
  // What a withdrawal is of leaves: its name says so, and a sign would say it twice.
  const amount = one.kind === 'withdrawal' ? (text?.replace(/^−/, '') ?? null) : text;
  const kind = t(`case.kind-${one.kind}`);
  return amount === null
    ? t('case.title', { kind, subject: subjectText(one, t) })
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

/** Why one part of a case is rejected. */
export const partReason = (reason: string, t: DeskTranslate): string =>
  textOr(`case.part-${reason}`, reason, t);

/** The label of a fact. */
export const factLabel = (key: string, t: DeskTranslate): string =>
  textOr(`case.fact-${key}`, key, t);

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** A number of a fact with its unit; a share also as it is typed and published. */
function measureText(value: string, unit: CaseFact['unit'], t: DeskTranslate): string {
  if (!DECIMAL.test(value)) return value === '–' ? t('case.fact-none') : value;
  // A number without a unit beside it is written as one: its label says what it counts.
  if (unit === undefined) return formatNumber(value);
  const exact = exactText(value, unit);
  const text = valueText(value, unit, t);
  return exact === null ? text : `${text} (${exact})`;
}

/** A fact as it is read; of a change what it is until then, too. */
export function factText({ before, ...fact }: CaseFact, t: DeskTranslate): string {
  const text = writtenFact(fact, t);
  return before === undefined ? text : `${writtenFact({ ...fact, value: before }, t)} → ${text}`;
}

/** Facts that are codes of the product, by their keys, and where the words of each of them stand. */
const CODED: ReadonlyMap<string, string> = new Map([
  ['address-proof', 'case.address-proof'],
  ['causes', 'case.cause'],
  ['chain', 'case.network'],
  ['document-type', 'identity.type'],
  ['network', 'case.network'],
  ['plan-act', 'plan-list.act'],
  ['sale', 'tokens.kind'],
  ['strategy', 'plan-list.strategy'],
  ['proof', 'case.proof'],
  ['screening', 'case.screening'],
]);

function writtenFact({ key, as, value, unit }: CaseFact, t: DeskTranslate): string {
  if (as === 'time' && /^\d+$/.test(value)) return formatTime(Number.parseInt(value, 10), 'zone');
  if (as === 'amount' && DECIMAL.test(value)) return formatNumber(value, { placesMin: 2 });
  if (as === 'share' && DECIMAL.test(value)) {
    return key === 'ltv' ? ltvText(value) : shareText(value);
  }
  if (as === 'account') return accountName(`world:${value}`, t);
  if (as === 'country') return countryText(value, t);
  if (as === 'number') return measureText(value, unit, t);
  if (as === 'status' || as === 'class' || as === 'calendar') {
    return textOr(`instruments.${as}-${value}`, value, t);
  }
  const words = as === 'text' ? CODED.get(key) : undefined;
  if (words !== undefined) {
    const codes = value.split(', ');
    return codes.map((code) => textOr(`${words}-${code}`, code, t)).join('; ');
  }
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
