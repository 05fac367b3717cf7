import type { UserId } from '@candor/kernel';
import { LOCALES } from '@candor/locales';
import type { VerifiedMessage, VerifyReason } from '@candor/protocol';
import type { Database } from '../../platform/postgres/db.ts';
import { mailWord } from '../../messaging/index.ts';
import { comparedText } from './compared-text.ts';
import { contactsIn, isOnlyContacts } from './contacts-in-text.ts';
import type { Keyed } from './keyed.ts';
import {
  CONTACTS_MAX,
  type OwnContacts,
  SHORT_TEXT,
  isOurs,
  referencesIn,
  withoutReference,
} from './rules.ts';
import { type SentRow, findReferred, findSent } from '../store/sent-store.ts';

/** What telling our messages from forged ones needs. */
export type VerifyDeps = {
  readonly db: Database;
  readonly keyed: Pick<Keyed, 'textHash'>;
  readonly own: () => OwnContacts;
};

/** Lines that say nothing but these references, in every language of ours. */
function referenceLines(references: readonly string[]): Set<string> {
  return new Set(
    references.flatMap((reference) => [
      reference,
      ...LOCALES.map(({ value }) =>
        comparedText(mailWord(value, 'support.reference', { reference })),
      ),
    ]),
  );
}

type Judged = { readonly why: VerifyReason; readonly sent: SentRow | null };

/** What a text is by its words alone; null where they say nothing. */
async function judgeWords(
  { db, keyed }: VerifyDeps,
  { text, userId }: { text: string; userId: UserId | null },
): Promise<Judged | null> {
  const references = referencesIn(text);
  const whole = await findSent(db, { hash: keyed.textHash(text), userId, references: null });
  const isLong = comparedText(text).length >= SHORT_TEXT;
  if (whole !== null && isLong) return { why: 'sent-by-us', sent: whole };
  if (references.length === 0) return null;
  const referred = await findReferred(db, { references, userId });
  if (referred === null) return null;
  const words = withoutReference(text, referenceLines(references));
  if (comparedText(words) === '') return { why: 'reference-known', sent: referred };
  const sent = await findSent(db, { hash: keyed.textHash(words), userId, references });
  return sent === null ? { why: 'text-differs', sent: referred } : { why: 'sent-by-us', sent };
}

/**
 * Says whether a pasted text is ours: word for word what left the house, or nothing but addresses
 * of ours. What is merely like a text of ours is not ours.
 *
 * @invariant genuine only for `sent-by-us` and `contact-ours`; whose account it was is never said
 */
export async function verifyText(
  deps: VerifyDeps,
  params: { readonly text: string; readonly userId: UserId | null },
): Promise<VerifiedMessage> {
  const own = deps.own();
  const found = contactsIn(params.text).map((one) => ({ ...one, ours: isOurs(one, own) }));
  const contacts = found.slice(0, CONTACTS_MAX);
  const judged = await judgeWords(deps, params);
  if (judged !== null) {
    const { why, sent } = judged;
    return { genuine: why === 'sent-by-us', why, sent: sentOf(sent, params.userId), contacts };
  }
  if (found.length === 0 || !isOnlyContacts(params.text)) {
    return { genuine: false, why: 'not-known', sent: null, contacts };
  }
  const genuine = found.every(({ ours }) => ours);
  return { genuine, why: genuine ? 'contact-ours' : 'contact-not-ours', sent: null, contacts };
}

function sentOf(row: SentRow | null, userId: UserId | null): VerifiedMessage['sent'] {
  if (row === null) return null;
  const { at, channel, user_id: owner } = row;
  return { at, channel, to: owner === null ? 'visitor' : owner === userId ? 'you' : 'customer' };
}
