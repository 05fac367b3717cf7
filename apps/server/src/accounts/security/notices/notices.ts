import { type Clock, type UnixMs, isoText, plusMs } from '@candor/kernel';
import { security, selfLimits } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import {
  figureText,
  type MessageTemplate,
  type MessageValues,
  mailWord,
  type Mailer,
} from '../../../messaging/index.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/session.ts';
import type { SecurityChanged } from '../../audit/index.ts';
import { findById } from '../../account/index.ts';
import { insertFreezeLink } from '../freezing/freeze-link-store.ts';
import { claimNotice, findReader } from './notice-store.ts';
import { listPlaces } from '../freezing/restoring-store.ts';
import { isLoosening, isTold, offersFreeze } from '../changes/rules.ts';

/** What telling an owner needs. */
export type NoticeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, 'enqueue'>;
  /** Where our pages are, "https://candor.example"; null before the server listens. */
  readonly pagesAt: () => string | null;
  /** Who runs the installation, and where they say they are reached; null: they said nothing. */
  readonly operator: () => { readonly name: string; readonly contacts: string | null };
};

/** The page of conversations with the operator's people. */
const SUPPORT_PATH = '/service.html';

/** "2026-11-21 23:05 UTC": a mail is read anywhere, at any time. */
const momentText = (at: UnixMs): string => `${isoText(at).slice(0, 16).replace('T', ' ')} UTC`;

/**
 * A link that freezes the account; the secret stands behind "#", which no server ever logs. Null before
 * the server listens.
 */
export async function freezeLink(
  tx: Tx,
  deps: Pick<NoticeDeps, 'clock' | 'pagesAt'>,
  { userId }: Pick<SecurityChanged, 'userId'>,
  stopsRestoring = false,
): Promise<string | null> {
  const origin = deps.pagesAt();
  if (origin === null) return null;
  const token = newSecret();
  const expiresAt = plusMs(deps.clock.now(), security.FREEZE_LINK_MS);
  await insertFreezeLink(tx, { hash: hashSecret(token), userId, expiresAt, stopsRestoring });
  return `${origin}${security.NOT_ME_PATH}#${token}`;
}

/** Which limit was changed, what held and what will; null where the facts do not say it whole. */
function limitSentence({ facts }: SecurityChanged, language: string): string | null {
  const kind = selfLimits.LIMIT_KINDS.find((one) => one === facts['kind']);
  const period = selfLimits.LIMIT_PERIODS.find((one) => one === facts['period']);
  const { from, to } = facts;
  if (kind === undefined || period === undefined || from === undefined || to === undefined) {
    return null;
  }
  const amount = (text: string): string =>
    text === 'none'
      ? mailWord(language, 'limits.none')
      : `\u2066${figureText(language, text, 2)} USDT\u2069`;
  const at = Number.parseInt(facts['effectiveAt'] ?? '', 10);
  return mailWord(language, 'notifications.limit', {
    kind: mailWord(language, `limits.kind-${kind}`),
    period: mailWord(language, `limits.period-${period}`),
    from: amount(from),
    to: amount(to),
    when: `\u2068${momentText(at as UnixMs)}\u2069`,
  });
}

/** What a message about a change says of it. */
function valuesOf({ kind, at, device, address }: SecurityChanged, language: string) {
  const unknown = mailWord(language, 'security.place-unknown');
  return {
    what: mailWord(language, `security.kind-${kind}`),
    when: momentText(at),
    device: device === null || device === '' ? unknown : device,
    network: address === null || address === '' ? unknown : address,
  };
}

/**
 * Tells every mailbox and phone an account has or had. Those that could reset its password get a link
 * that also stops what was begun; one that was put there just before is told, and stops nothing.
 */
async function tellAll(tx: Tx, deps: NoticeDeps, event: SecurityChanged): Promise<void> {
  const { userId } = event;
  const account = await findById(tx, userId);
  if (account === null) return;
  const { language } = account;
  const values = valuesOf(event, language);
  for (const { channel, target: to, may_stop: mayStop } of await listPlaces(tx, userId, event.at)) {
    const link = mayStop ? await freezeLink(tx, deps, event, true) : null;
    const message = { to, channel, language, userId };
    if (link !== null) {
      const template = 'security-alarm';
      await deps.mailer.enqueue(tx, { ...message, template, values: { ...values, link } });
    } else if (channel === 'email') {
      await deps.mailer.enqueue(tx, { ...message, template: 'security-change', values });
    }
  }
}

/** The message a change is told by. A user who is locked out of their codes is told whom to ask. */
function withMessage(
  deps: NoticeDeps,
  told: {
    readonly kind: SecurityChanged['kind'];
    readonly values: MessageValues;
    readonly link: string | null;
    /** The limit that was changed, as a sentence; null when it is another change. */
    readonly limit: string | null;
  },
): { readonly template: MessageTemplate; readonly values: MessageValues } {
  const { kind, values, link, limit } = told;
  if (link === null) return { template: 'security-change', values };
  if (limit !== null) return { template: 'security-limit', values: { ...values, link, limit } };
  if (kind !== 'codes-closed') return { template: 'security-alarm', values: { ...values, link } };
  const { name, contacts } = deps.operator();
  const whom = { operator: name, contacts: contacts ?? `${deps.pagesAt() ?? ''}${SUPPORT_PATH}` };
  return { template: 'security-codes', values: { ...values, ...whom, link } };
}

/**
 * Tells an owner of a change, once however often it is heard of: it is kept for the list of
 * notifications, and goes to the mail address that was proven when it happened. A new address gets
 * the message about itself besides, each with a link of its own.
 */
export async function tellOwner(deps: NoticeDeps, event: SecurityChanged): Promise<void> {
  const { userId, id: eventId, kind } = event;
  if (!isTold(kind) && !isLoosening(event)) return;
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    if (!(await claimNotice(tx, { userId, eventId, at }))) return;
    if (kind === 'access-restoring') return tellAll(tx, deps, event);
    const reader = await findReader(tx, userId);
    if (reader === null) return;
    const { email, language } = reader;
    const isOfContact = kind === 'contact-added' || kind === 'contact-changed';
    const known = event.mailbox ?? email;
    const values = valuesOf(event, language);
    const limit = kind === 'limit-changed' ? limitSentence(event, language) : null;
    for (const to of new Set(isOfContact ? [known, email] : [known])) {
      const offers = offersFreeze(kind) || isLoosening(event);
      const link = offers ? await freezeLink(tx, deps, event) : null;
      await deps.mailer.enqueue(tx, {
        to,
        language,
        userId,
        ...withMessage(deps, { kind, values, link, limit }),
      });
    }
  });
}
