import { createHash } from 'node:crypto';
import {
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  newUuid,
  ok,
  unixMs,
} from '@candor/kernel';
import type { Failure, NotificationFacts } from '@candor/protocol';
import type { StaffRole } from '@candor/protocol/desk';
import { decidePaused, findBrakes, findUserCards, pausesIn } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import type { Actor, Cases } from '../cases/index.ts';
import type { Mailer } from '../messaging/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { canonicalJson } from '../platform/formats/canonical-json.ts';
import type { Database, Tx } from '../platform/postgres/db.ts';
import { ORIGINAL, type OfferTerms, type OfferTexts, checkOffer, textFor } from './rules.ts';
import {
  type OfferRow,
  type SendingRow,
  advance,
  insertOffer,
  takeSending,
  withdraw,
} from './store.ts';

/** What offers are proposed and sent with. */
export type OfferDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly cases: Pick<Cases, 'proposeAs'>;
  readonly notifications: Pick<
    Notifications,
    'tellIn' | 'listAskers' | 'countAskers' | 'end' | 'offerMail'
  >;
  readonly mailer: Pick<Mailer, 'countWaiting'>;
  /** Says that facts were committed. */
  readonly committed: () => void;
};

/** A member who acts on offers. */
export type OfferActor = Actor & { readonly role: StaffRole };

/** Users of one batch, and mails that may wait when the next one is written. */
const BATCH = 100;

/** What every notification of an offer came from: a user is told of it once. */
const causeOf = (id: string): string => `offer:${id}`;

/** What a reader of a language is told of an offer. */
export function factsFor(
  { texts, page, until_at: until }: Pick<OfferRow, 'texts' | 'page' | 'until_at'>,
  language: string,
): NotificationFacts {
  const { title, text, isOriginal } = textFor(texts, language);
  return {
    title,
    text,
    until,
    ...(page === null ? {} : { page }),
    ...(isOriginal ? { original: true } : {}),
  };
}

/** Every text of an offer, as the member who decides reads it. */
const wholeText = (texts: OfferTexts): string =>
  Object.entries(texts)
    .map(([language, { title, text }]) => `${language}: ${title}\n\n${text}`)
    .join('\n\n');

/**
 * Keeps an offer, and puts it before another member.
 *
 * @failure unreadable — a language twice, no English, an end that is over or too far ahead
 */
export async function propose(
  deps: OfferDeps,
  by: OfferActor,
  said: OfferTerms & { readonly note: string; readonly action: string },
) {
  const { db, clock, cases, notifications } = deps;
  const at = clock.now();
  const checked = checkOffer(said, at);
  if (!checked.ok) return checked;
  const texts = checked.value;
  const { until, page, note, action } = said;
  const hash = createHash('sha256').update(canonicalJson({ texts, page, until })).digest('hex');
  const id = newUuid(at);
  await db.transaction((tx) =>
    insertOffer(tx, { id, texts, page, until_at: until, hash, author: by.id, at }),
  );
  const { title } = textFor(texts, ORIGINAL);
  const { users, inApp, mail } = await notifications.countAskers();
  const facts = {
    ...{ offer: id, hash, title, note, page: page ?? '', until: String(until) },
    askers: `${users} (in the list ${inApp}, by mail ${mail})`,
    text: wholeText(texts),
  };
  const proposal = { userId: null, amount: null, asset: null, subject: title, facts };
  return cases.proposeAs('offer', { actor: by, proposal, note, action });
}

/**
 * Ends an approved offer at once.
 *
 * @failure not-found — none, or one that is over already
 */
export async function endOffer(
  { db, clock, notifications }: Pick<OfferDeps, 'db' | 'clock' | 'notifications'>,
  by: OfferActor,
  { id, action }: { readonly id: string; readonly action: string },
): Promise<Result<null, Failure<'not-found'>>> {
  return db.transaction(async (tx) => {
    const at = clock.now();
    if (!(await withdraw(tx, id, { member: by.id, at }))) return fail({ name: 'not-found' });
    await notifications.end(tx, causeOf(id), at);
    const actor = { kind: 'staff', id: by.id, role: by.role } as const;
    await writeAudit(tx, { at, actor, action, subject: id });
    return ok(null);
  });
}

/** Those of a batch who may be told: no account that is closed, disabled, frozen or pausing. */
async function listTellable(tx: Tx, users: readonly UserId[], at: UnixMs): Promise<UserId[]> {
  const brakes = await findBrakes(tx, users);
  return users.filter((userId) => {
    const pauses = brakes.get(userId)?.pauses ?? [];
    return decidePaused(pausesIn('real', pauses), at).ok;
  });
}

async function tellBatch(
  tx: Tx,
  deps: OfferDeps,
  { offer, users }: { readonly offer: SendingRow; readonly users: readonly UserId[] },
): Promise<number> {
  const at = deps.clock.now();
  const cards = await findUserCards(tx, users);
  let told = 0;
  for (const userId of await listTellable(tx, users, at)) {
    const facts = factsFor(offer, cards.get(userId)?.language ?? ORIGINAL);
    const event = {
      userId,
      cause: causeOf(offer.id),
      kind: 'offer',
      mode: null,
      facts,
      at,
    } as const;
    if ((await deps.notifications.tellIn(tx, event)).isNew) told += 1;
  }
  return told;
}

/**
 * Sends the next batch of the offer that was approved first, in one transaction with the place it came
 * to: a process that dies in between tells those users after its next start, and nobody twice. Answers
 * whether there was anything to do.
 */
export async function sendBatch(deps: OfferDeps, most = BATCH): Promise<boolean> {
  const { db, clock, mailer, notifications, committed } = deps;
  const hasSent = await db.transaction(async (tx) => {
    const offer = await takeSending(tx);
    if (offer === null) return false;
    const { id, until_at: until, after_user: after } = offer;
    const at = clock.now();
    if (unixMs(until) <= at) {
      await advance(tx, id, { after: null, told: 0, finishedAt: at });
      return true;
    }
    // No other mail waits behind more of them than two batches, and one that cannot leave stops none.
    if ((await mailer.countWaiting(tx, 'offer')) >= BATCH) return false;
    const users = await notifications.listAskers(tx, {
      after: after as UserId | null,
      limit: most,
    });
    const told = await tellBatch(tx, deps, { offer, users });
    const last = users.at(-1) ?? null;
    await advance(tx, id, { after: last, told, finishedAt: last === null ? at : null });
    return true;
  });
  if (hasSent) committed();
  return hasSent;
}
