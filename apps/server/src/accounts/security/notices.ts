import { type Clock, type UnixMs, isoText, plusMs } from '@candor/kernel';
import { security } from '@candor/protocol';
import type { Database, Tx } from '../../platform/db.ts';
import { mailWord } from '../../platform/mail-text.ts';
import type { Mailer } from '../../platform/mail.ts';
import { hashSecret, newSecret } from '../../platform/session.ts';
import type { SecurityChanged } from '../events.ts';
import { insertFreezeLink } from './freeze-store.ts';
import { claimNotice, findReader } from './notice-store.ts';
import { isLoosening, isTold, offersFreeze } from './rules.ts';

/** What telling an owner needs. */
export type NoticeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, 'enqueue'>;
  /** Where our pages are, "https://candor.example"; null before the server listens. */
  readonly pagesAt: () => string | null;
};

/** "2026-11-21 23:05 UTC": a mail is read anywhere, at any time. */
const momentText = (at: UnixMs): string => `${isoText(at).slice(0, 16).replace('T', ' ')} UTC`;

/** A link that freezes the account; the secret stands behind "#", which no server ever logs. */
async function freezeLink(
  tx: Tx,
  deps: NoticeDeps,
  event: SecurityChanged,
): Promise<string | null> {
  const origin = deps.pagesAt();
  if (origin === null) return null;
  const token = newSecret();
  const expiresAt = plusMs(deps.clock.now(), security.FREEZE_LINK_MS);
  await insertFreezeLink(tx, { hash: hashSecret(token), userId: event.userId, expiresAt });
  return `${origin}${security.NOT_ME_PATH}#${token}`;
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
    const reader = await findReader(tx, userId);
    if (reader === null) return;
    const { email, language } = reader;
    const isOfContact = kind === 'contact-added' || kind === 'contact-changed';
    const known = event.mailbox ?? email;
    const unknown = mailWord(language, 'security.place-unknown');
    const values = {
      what: mailWord(language, `security.kind-${kind}`),
      when: momentText(event.at),
      device: event.device === null || event.device === '' ? unknown : event.device,
      network: event.address === null || event.address === '' ? unknown : event.address,
    };
    for (const to of new Set(isOfContact ? [known, email] : [known])) {
      const offers = offersFreeze(kind) || isLoosening(event);
      const link = offers ? await freezeLink(tx, deps, event) : null;
      await deps.mailer.enqueue(tx, {
        to,
        language,
        userId,
        ...(link === null
          ? { template: 'security-change' as const, values }
          : { template: 'security-alarm' as const, values: { ...values, link } }),
      });
    }
  });
}
