import type { MessageKey, Translate } from '@candor/locales';
import { isOfCashier } from '@candor/locales/cashier-words';
import { isOfLoans } from '@candor/locales/loan-words';
import { isOfPlans } from '@candor/locales/plan-words';
import { isOfTokens } from '@candor/locales/token-words';
import type {
  CashierNotice,
  IdentityNotice,
  LoanNotice,
  Notification,
  PlanNotice,
  TokenNotice,
  UserCaseReason,
} from '@candor/protocol/light';
import { DASH, formatNumber, formatTime, placesOfStep } from '@candor/ui';
import { type PageName, pageOf } from '../../lib/paths.ts';
import { type Words, cashierWords } from './cashier-words.ts';
import { identityWords, isOfIdentity } from './identity-words.ts';
import { loanWords } from './loan-words.ts';
import { planWords } from './plan-words.ts';
import { tokenWords } from './token-words.ts';

const KEYS: Readonly<
  Record<
    Exclude<
      Notification['kind'],
      | 'security'
      | 'margin-level'
      | 'support-answer'
      | 'case-closed'
      | 'offer'
      | CashierNotice
      | IdentityNotice
      | LoanNotice
      | PlanNotice
      | TokenNotice
    >,
    MessageKey
  >
> = {
  'order-close-out': 'orders.news-close-out',
  'order-filled': 'orders.news-filled',
  'order-rejected': 'orders.news-rejected',
  'order-stop-loss': 'orders.news-stop-loss',
  'order-take-profit': 'orders.news-take-profit',
  'order-trailing': 'orders.news-trailing',
  'option-won': 'options.result-won',
  'option-lost': 'options.result-lost',
  'option-tie': 'options.result-tie',
  'option-void': 'options.result-void',
};

/** Levels a trader is told of, as shares of one, and how a sentence says them. */
const BANDS: Readonly<Record<string, '100' | '75' | '60' | '50'>> = {
  '1': '100',
  '0.75': '75',
  '0.6': '60',
  '0.5': '50',
};
const CLOSE_OUT = '50%';

/** Places of a price whose market's step nobody kept: those of money. */
const PLACES_MIN = 2;

/** Which limit, what held and what will. */
function limitText(
  { kind, period, from, to, effectiveAt }: NonNullable<Notification['facts']['limit']>,
  t: Translate,
): string {
  const amount = (text: string | null): string =>
    text === null
      ? t('limits.none')
      : `\u2066${formatNumber(text, { placesMin: PLACES_MIN })} USDT\u2069`;
  return t('notifications.limit', {
    kind: t(`limits.kind-${kind}`),
    period: t(`limits.period-${period}`),
    from: amount(from),
    to: amount(to),
    when: `\u2068${formatTime(effectiveAt)}\u2069`,
  });
}

/** Reasons a case of a user is decided by. */
const CASE_REASONS: Readonly<Record<UserCaseReason, MessageKey>> = {
  'mistake-corrected': 'case.reason-mistake-corrected',
  goodwill: 'case.reason-goodwill',
  'not-justified': 'case.reason-not-justified',
  'evidence-missing': 'case.reason-evidence-missing',
};

/** How a case ended, why, what was booked, and what staff say of it. */
function caseWords(facts: Notification['facts'], t: Translate): Words {
  const { number = '', verdict = 'rejected', reason = '', amount, asset = '', message } = facts;
  const why = Object.hasOwn(CASE_REASONS, reason)
    ? t(CASE_REASONS[reason as UserCaseReason])
    : null;
  const booked =
    amount === undefined || verdict !== 'approved'
      ? null
      : t('notifications.case-amount', {
          amount: `\u2066${formatNumber(amount, { placesMin: PLACES_MIN, sign: 'always' })} ${asset}\u2069`,
        });
  const more = [why, booked, message ?? null].filter((part) => part !== null && part !== '');
  return {
    title: t('notifications.case', { number, result: t(`case.result-${verdict}`) }),
    more: more.length === 0 ? null : more.join(' '),
  };
}

/** A notification in the reader's language. */
export function wordsOf({ kind, facts }: Notification, t: Translate): Words {
  if (kind === 'security') {
    const { change = 'new-device', device, limit } = facts;
    const place = device === undefined ? null : t('notifications.device', { device });
    const parts = [limit === undefined ? null : limitText(limit, t), place];
    const more = parts.filter((part) => part !== null).join(' ');
    return { title: t(`security.kind-${change}`), more: more === '' ? null : more };
  }
  if (kind === 'margin-level') {
    const band = BANDS[facts.level ?? ''] ?? '100';
    return {
      title: t('notifications.margin', { level: `${band}%` }),
      more: t(`orders.margin-${band}`, { level: CLOSE_OUT }),
    };
  }
  if (kind === 'support-answer') {
    const { number = '', reference = '' } = facts;
    return {
      title: t('notifications.support', { number }),
      more: t('notifications.support-more', { reference }),
    };
  }
  if (kind === 'case-closed') return caseWords(facts, t);
  if (kind === 'offer') {
    const { title = '', text = '', original } = facts;
    return { title, more: original === true ? `${t('content.original')}\n\n${text}` : text };
  }
  if (isOfIdentity(kind)) return identityWords({ kind, facts }, t);
  if (isOfLoans(kind)) return loanWords({ kind, facts }, t);
  if (isOfPlans(kind)) return planWords({ kind, facts }, t);
  if (isOfTokens(kind)) return tokenWords({ kind, facts }, t);
  if (isOfCashier(kind)) return cashierWords({ kind, facts }, t);
  const { code = '', price, tickSize, profit } = facts;
  const result =
    profit === undefined
      ? null
      : t('orders.news-result', { profit: formatNumber(profit, { places: 2, sign: 'always' }) });
  if (kind.startsWith('option-')) {
    return { title: t('notifications.option', { code, result: t(KEYS[kind]) }), more: result };
  }
  const placesMin = tickSize === undefined ? PLACES_MIN : placesOfStep(tickSize);
  const figure = price === undefined ? DASH : formatNumber(price, { placesMin });
  return { title: t(KEYS[kind], { code, price: figure }), more: result };
}

/** Until when an offer counts, or since when it is over; null for any other notification. */
export function offerEnd(
  { kind, facts }: Notification,
  now: number,
): { readonly isOver: boolean; readonly at: number } | null {
  const { until } = facts;
  return kind !== 'offer' || until === undefined ? null : { isOver: until <= now, at: until };
}

/** The page that shows what a notification is about. */
export function placeOf({ category, kind, facts }: Notification): PageName {
  if (kind === 'offer') return pageOf(facts.page ?? '') ?? 'notification';
  if (kind === 'case-closed') return 'cases';
  if (kind === 'conversion') return 'convert';
  if (isOfCashier(kind)) return 'balance';
  if (isOfIdentity(kind)) return 'identity';
  if (isOfLoans(kind)) return 'loans';
  if (isOfPlans(kind)) return 'plans';
  if (isOfTokens(kind)) return 'nfts';
  if (category === 'support') return 'support';
  return category === 'security' ? 'security' : 'orders';
}
