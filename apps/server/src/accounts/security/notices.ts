import { type Clock, type UnixMs, isoText, plusMs } from '@candor/kernel';
import { security } from '@candor/protocol';
import type { Database, Tx } from '../../platform/db.ts';
import { type LetterTemplate, type LetterValues, mailWord } from '../../platform/mail-text.ts';
import type { Mailer } from '../../platform/mail.ts';
import { hashSecret, newSecret } from '../../platform/session.ts';
import type { SecurityChanged } from '../audit/index.ts';
import { findById } from '../account/index.ts';
import { insertFreezeLink } from './freeze-link-store.ts';
import { claimNotice, findReader } from './notice-store.ts';
import { listPlaces } from './restoring-store.ts';
import { isLoosening, isTold, offersFreeze } from './rules.ts';

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

/** A link that freezes the account; the secret stands behind "#", which no server ever logs. */
async function freezeLink(
  tx: Tx,
  deps: NoticeDeps,
  event: SecurityChanged,
  stopsRestoring = false,
): Promise<string | null> {
  const origin = deps.pagesAt();
  if (origin === null) return null;
  const token = newSecret();
  const expiresAt = plusMs(deps.clock.now(), security.FREEZE_LINK_MS);
  const { userId } = event;
  await insertFreezeLink(tx, { hash: hashSecret(token), userId, expiresAt, stopsRestoring });
  return `${origin}${security.NOT_ME_PATH}#${token}`;
}

/** What a letter about a change says of it. */
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
    const letter = { to, channel, language, userId };
    if (link !== null) {
      const template = 'security-alarm';
      await deps.mailer.enqueue(tx, { ...letter, template, values: { ...values, link } });
    } else if (channel === 'email') {
      await deps.mailer.enqueue(tx, { ...letter, template: 'security-change', values });
    }
  }
}

/** The letter a change is told by. Whoever is shut out of their codes hears whom they can ask. */
function lettered(
  deps: NoticeDeps,
  told: {
    readonly kind: SecurityChanged['kind'];
    readonly values: LetterValues;
    readonly link: string | null;
  },
): { readonly template: LetterTemplate; readonly values: LetterValues } {
  const { kind, values, link } = told;
  if (link === null) return { template: 'security-change', values };
  if (kind !== 'codes-closed') return { template: 'security-alarm', values: { ...values, link } };
  const { name, contacts } = deps.operator();
  const whom = { operator: name, contacts: contacts ?? `${deps.pagesAt() ?? ''}${SUPPORT_PATH}` };
  return { template: 'security-codes', values: { ...values, ...whom, link } };
}

/**
 * Tells an owner of a change, once however often it is heard of: it is kept for the list of
 * notifications, and goes to the mail address that was proven when it happened. A new address gets
 * the letter about itself besides, each with a link of its own.
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
    for (const to of new Set(isOfContact ? [known, email] : [known])) {
      const offers = offersFreeze(kind) || isLoosening(event);
      const link = offers ? await freezeLink(tx, deps, event) : null;
      await deps.mailer.enqueue(tx, {
        to,
        language,
        userId,
        ...lettered(deps, { kind, values, link }),
      });
    }
  });
}
