import {
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  ok,
  plusMs,
} from '@candor/kernel';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import {
  findOwner,
  lockContact,
  putContact,
  keepFormer,
} from '../../credentials/contacts/index.ts';
import {
  type Contact,
  contactOfLogin,
  foldUsername,
  lockAccount,
  findByName,
  type ClientOrigin,
} from '../../account/index.ts';
import { revokeSessions } from '../../sessions/index.ts';
import { recordSecurity } from '../../audit/index.ts';
import { dropBegun } from './freeze-link-store.ts';
import {
  dropFactors,
  dropRestoration,
  insertRestoration,
  listDue,
  listPlaces,
  takeDue,
} from './restoring-store.ts';
import { RESTORE_MS } from '../changes/rules.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

/** Why an operator's command about a user's access did nothing. */
export type RestoringRefusal = {
  readonly name: 'no-account' | 'closed' | 'no-reason' | 'already' | 'none' | 'no-contact';
};

const refused = (name: RestoringRefusal['name']): Result<never, RestoringRefusal> => fail({ name });

const isReason = (reason: string): boolean => reason !== '' && reason.length <= 400;

/** The mailbox or phone an operator named, if the account has or had it and nobody else has it now. */
async function ownContact(
  tx: Tx,
  { userId, text, at }: { userId: UserId; text: string; at: UnixMs },
): Promise<Contact | null> {
  const contact = contactOfLogin(text);
  if (contact === null) return null;
  const places = await listPlaces(tx, userId, at);
  const isOwn = places.some(
    ({ channel, target }) => channel === contact.channel && target === contact.target,
  );
  const holder = await findOwner(tx, contact);
  return isOwn && (holder === null || holder === userId) ? contact : null;
}

/**
 * Begins to give an owner back in who proved to the operator who they are: a day later second factors
 * go, and an earlier mailbox or phone is put back where one was named. Until then every mailbox and
 * phone the account has or had is told, and those that were there for three days can stop it.
 *
 * @failure no-account · closed · no-reason — empty or longer than 400 characters
 * @failure no-contact — not one the account has or had · already — one runs
 */
export function beginRestoring(
  { db, clock }: Deps,
  params: {
    readonly username: string;
    readonly contact: string | null;
    readonly reason: string;
    readonly by: string;
  },
): Promise<Result<UnixMs, RestoringRefusal>> {
  const reason = params.reason.trim();
  return db.transaction(async (tx) => {
    if (!isReason(reason)) return refused('no-reason');
    const account = await findByName(tx, foldUsername(params.username) ?? '');
    if (account === null) return refused('no-account');
    if (account.status === 'closed') return refused('closed');
    const userId = account.user_id as UserId;
    await lockAccount(tx, userId);
    const at = clock.now();
    const text = params.contact;
    const contact = text === null ? null : await ownContact(tx, { userId, text, at });
    if (text !== null && contact === null) return refused('no-contact');
    const dueAt = plusMs(at, RESTORE_MS);
    if (!(await insertRestoration(tx, { userId, dueAt, reason, contact, by: params.by, at }))) {
      return refused('already');
    }
    const facts = { by: 'operator', reason };
    const staff = params.by;
    await recordSecurity(tx, { userId, kind: 'access-restoring', place: null, facts, staff, at });
    return ok(dueAt);
  });
}

/**
 * Stops a restoration that runs, in the transaction of the command that stops it; false when none
 * does.
 */
export async function stopRestoring(
  tx: Tx,
  stop: {
    readonly userId: UserId;
    readonly place: ClientOrigin | null;
    readonly facts: Readonly<Record<string, string>>;
    readonly staff?: string;
    readonly at: UnixMs;
  },
): Promise<boolean> {
  if (!(await dropRestoration(tx, stop.userId))) return false;
  await recordSecurity(tx, { ...stop, kind: 'restoring-stopped' });
  return true;
}

/** An operator takes a restoration back. @failure no-account · no-reason · none — none runs */
export function cancelRestoring(
  { db, clock }: Deps,
  params: { readonly username: string; readonly reason: string; readonly by: string },
): Promise<Result<null, RestoringRefusal>> {
  const reason = params.reason.trim();
  return db.transaction(async (tx) => {
    if (!isReason(reason)) return refused('no-reason');
    const account = await findByName(tx, foldUsername(params.username) ?? '');
    if (account === null) return refused('no-account');
    const userId = account.user_id as UserId;
    await lockAccount(tx, userId);
    const facts = { by: 'operator', reason };
    const at = clock.now();
    const stop = { userId, place: null, facts, staff: params.by, at };
    const stopped = await stopRestoring(tx, stop);
    return stopped ? ok(null) : refused('none');
  });
}

/** Puts a mailbox or phone back, unless another user has it by now; it can reset at once. */
async function putBack(
  tx: Tx,
  { userId, contact, at }: { userId: UserId; contact: Contact; at: UnixMs },
): Promise<void> {
  await lockContact(tx, contact);
  const holder = await findOwner(tx, contact);
  if (holder !== null && holder !== userId) return;
  if (holder === null) await keepFormer(tx, { userId, channel: contact.channel, at });
  await putContact(tx, { ...contact, userId, at, resetsFrom: at });
}

async function restore(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await lockAccount(tx, userId);
  const due = await takeDue(tx, userId, at);
  if (due === null) return;
  const { contact, reason, by: staff } = due;
  await dropFactors(tx, userId);
  await dropBegun(tx, userId);
  if (contact !== null) await putBack(tx, { userId, contact, at });
  await revokeSessions(tx, { userId, which: 'all', by: 'factor', at });
  const facts = { by: 'operator', reason };
  await recordSecurity(tx, { userId, kind: 'access-restored', place: null, facts, staff, at });
}

/**
 * Gives back what is due: no second factor, no session, and the mailbox that was named. One that
 * fails holds nobody else back, and is tried again with the next call.
 *
 * @throws AggregateError of those that failed
 */
export async function restoreDue({ db, clock }: Deps): Promise<void> {
  const at = clock.now();
  const failures: unknown[] = [];
  for (const userId of await listDue(db, at)) {
    await db
      .transaction((tx) => restore(tx, userId, at))
      .catch((cause: unknown) => failures.push(cause));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'access could not be given back');
}
