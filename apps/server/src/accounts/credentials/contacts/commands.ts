import {
  type Clock,
  type Result,
  type SessionId,
  type UserId,
  fail,
  ok,
  plusMs,
} from '@candor/kernel';
import type { CodePurpose, Failure } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import type { Mailer } from '../../../messaging/index.ts';
import { findDeviceOf, keepOnly, type TokenPair } from '../../sessions/index.ts';
import { NOBODY, findPendingOwner, ownerOfDevice, findPending } from './code-store.ts';
import type { BudgetDeps } from './code-budget.ts';
import { type Reader, type Sent, sendCode, useCode } from './codes.ts';
import { findOwner, lockContact, putContact, readReach, setPhrase } from './contact-store.ts';
import {
  lockAccount,
  findById,
  type SignedInOwner,
  type Contact,
  type TypedContact,
  readContact,
} from '../../account/index.ts';
import { recordSecurity } from '../../audit/index.ts';
import { findFreeze, STOPPED, isStopped } from '../../safeguards/index.ts';
import { spendStepUp } from '../factors/index.ts';
import { findResetOwner, keepFormer } from './former-store.ts';
import { type TextsDeps, waitForText } from './texts.ts';
import { RESET_AFTER_MS, readPhrase } from './rules.ts';

/** What codes and contacts work with. */
export type ContactsDeps = TextsDeps &
  BudgetDeps & {
    readonly db: Database;
    readonly clock: Clock;
    readonly mailer: Mailer;
    /** Forgets sessions that ended, right after the commit. */
    forget(sessionIds: readonly SessionId[]): void;
  };

/** When the next code may be asked for, or that only tomorrow brings one. */
export type CodeAnswer = Result<{ retryAfterSeconds: number }, Failure> & {
  /** Seconds a refused caller should wait. */
  readonly waitSeconds?: number;
};

const spentFor = (waitSeconds: number): CodeAnswer => ({
  ...fail({ name: 'too-many' } as const),
  waitSeconds,
});

function answerOf({ retryAfterSeconds, isSpent }: Sent): CodeAnswer {
  if (!isSpent) return ok({ retryAfterSeconds });
  return spentFor(retryAfterSeconds);
}

/** Reads a target and sees whether messages of its kind leave this installation at all. */
function readReachable(
  deps: ContactsDeps,
  typed: TypedContact,
): Result<Contact, Failure<'mail-malformed' | 'unreadable' | 'not-yet-open'>> {
  const contact = readContact(typed);
  if (!contact.ok) return contact;
  const { channel } = contact.value;
  return deps.mailer.reaches(channel) ? contact : fail({ name: 'not-yet-open', field: channel });
}

/** Who keeps the codes of a reset: the browser, where the account was entered in it before. */
export async function resetKeeper(
  tx: Tx,
  of: { readonly devices: readonly string[]; readonly userId: UserId | null },
): Promise<string> {
  if (of.devices.length === 0) return NOBODY;
  const device = await findDeviceOf(tx, of.devices, of.userId ?? NOBODY);
  return device === null ? NOBODY : ownerOfDevice(device);
}

/**
 * Who would read the code: at registration the holder of the mailbox, at a reset the user who may
 * reset by it, for a change of contact the user who began it. All are looked up, so that all take
 * as long.
 */
async function readerOf(
  tx: Tx,
  params: {
    purpose: CodePurpose;
    contact: Contact;
    language: string;
    devices: readonly string[];
  },
  deps: ContactsDeps,
): Promise<{ reader: Reader; owner: string }> {
  const { purpose, contact, language, devices } = params;
  const resetting = await findResetOwner(tx, contact, deps.clock.now());
  const beginner = await findPendingOwner(tx, contact, deps.clock.now());
  if (purpose === 'register') {
    return { reader: { language, userId: null, isReal: true }, owner: NOBODY };
  }
  if (purpose === 'reset') {
    return {
      reader: { language, userId: resetting, isReal: resetting !== null },
      owner: await resetKeeper(tx, { devices, userId: resetting }),
    };
  }
  const userId = beginner as UserId | null;
  return { reader: { language, userId, isReal: userId !== null }, owner: beginner ?? NOBODY };
}

/** Sends a code to a mailbox or phone; the answer and its time say nothing about who has it. */
export async function requestCode(
  deps: ContactsDeps,
  params: TypedContact & {
    purpose: CodePurpose;
    language: string;
    address: string;
    devices?: readonly string[];
  },
): Promise<CodeAnswer> {
  const contact = readReachable(deps, params);
  if (!contact.ok) return contact;
  const { purpose, language, address, devices = [] } = params;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const wait = await waitForText(tx, deps, { contact: contact.value, at });
    if (wait !== null) return spentFor(wait);
    const found = await readerOf(tx, { purpose, contact: contact.value, language, devices }, deps);
    const key = { ...contact.value, purpose, owner: found.owner };
    // The budget of an origin is for callers without a session: an owner's own browser is not held
    // by a neighbour.
    const isOwnBrowser = devices.some((device) => found.owner === ownerOfDevice(device));
    const caller = isOwnBrowser ? null : { address, isSignedIn: false };
    return answerOf(await sendCode(tx, deps, { key, reader: found.reader, caller, at }));
  });
}

/** Who asks, from where, in which language the code is written. */
export type Asker = SignedInOwner & { readonly language: string };

/** A contact that was proven, and the tokens this session goes on with. */
export type Confirmed = { readonly contact: Contact; readonly tokens: TokenPair };

/** Begins to add or change a mail address or phone: a code goes to the new one. */
export async function beginContact(
  deps: ContactsDeps,
  asker: Asker,
  params: TypedContact & { stepUp?: string | undefined },
): Promise<CodeAnswer> {
  const contact = readReachable(deps, params);
  if (!contact.ok) return contact;
  const { userId, language } = asker;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx): Promise<CodeAnswer> => {
    const { stepUp } = params;
    const subject = contact.value.channel;
    const spent = await spendStepUp(tx, { userId, action: 'contact', subject, stepUp, at });
    if (!spent.ok) return spent;
    const wait = await waitForText(tx, deps, { contact: contact.value, at });
    if (wait !== null) return spentFor(wait);
    const key = { ...contact.value, purpose: 'security', owner: userId } as const;
    const reader = { language, userId, isReal: true };
    const caller = { address: asker.place.address, isSignedIn: true };
    return answerOf(await sendCode(tx, deps, { key, reader, caller, at }));
  });
}

/** Tells the mailbox or phone that was in use until now; both mailboxes hear of it as of any change. */
async function tellOld(
  tx: Tx,
  deps: ContactsDeps,
  change: {
    userId: UserId;
    channel: Contact['channel'];
    before: string | null;
    language: string;
  },
): Promise<void> {
  const { userId, channel, before, language } = change;
  if (before === null) return;
  const account = await findById(tx, userId);
  const values = { username: account?.username ?? '' };
  await deps.mailer.enqueue(tx, {
    to: before,
    channel,
    template: 'contact-moved',
    language,
    values,
    userId,
  });
}

type WrongContact = Failure<'code-wrong' | 'mail-taken' | 'contact-taken' | 'user-status-forbids'>;

/**
 * Adds or changes the mail address or phone whose code this is, ends the other sessions and gives
 * this one new tokens.
 *
 * @failure code-wrong — wrong, used, too old, or nothing was begun
 * @failure mail-taken · contact-taken — another account has it; said only after the right code
 */
export async function confirmContact(
  deps: ContactsDeps,
  { userId, sessionId, place, language }: Asker,
  code: string,
): Promise<Result<Confirmed, WrongContact>> {
  const at = deps.clock.now();
  type Done = Confirmed & { readonly forgotten: readonly SessionId[] };
  const done = await deps.db.transaction(async (tx): Promise<Result<Done, WrongContact>> => {
    await lockAccount(tx, userId);
    const wrong = fail({ name: 'code-wrong', field: 'code' } as const);
    const pending = await findPending(tx, userId, at);
    if (pending === null) return wrong;
    const key = { ...pending, purpose: 'security', owner: userId } as const;
    if (!(await useCode(tx, key, code, at))) return wrong;
    const { channel } = pending;
    if (isStopped(await findFreeze(tx, userId), at)) return fail(STOPPED);
    const reach = await readReach(tx, userId);
    await lockContact(tx, pending);
    const before = channel === 'email' ? reach.email : reach.phone;
    const holder = await findOwner(tx, pending);
    const isFree = holder === null || holder === userId;
    if (isFree && before !== null && before !== pending.target) {
      await keepFormer(tx, { userId, channel, at });
    }
    const resetsFrom = plusMs(at, RESET_AFTER_MS);
    if (!isFree || !(await putContact(tx, { ...pending, userId, at, resetsFrom }))) {
      return channel === 'email'
        ? fail({ name: 'mail-taken', field: 'email' })
        : fail({ name: 'contact-taken', field: 'phone' });
    }
    if (before !== pending.target) {
      await tellOld(tx, deps, { userId, channel, before, language });
      const kind = before === null ? 'contact-added' : 'contact-changed';
      const mailbox = reach.email;
      await recordSecurity(tx, { userId, kind, place, facts: { channel }, mailbox, at });
    }
    const renewed = await keepOnly(tx, { userId, sessionId, by: 'contact', at });
    return ok({ contact: pending, ...renewed });
  });
  if (!done.ok) return done;
  deps.forget(done.value.forgotten);
  return done;
}

/** Sets the words that every mail of ours to this user repeats. */
export async function setAntiPhishing(
  deps: ContactsDeps,
  { userId, place }: Asker,
  params: { text: string; stepUp?: string | undefined },
): Promise<Result<{ text: string }, Failure>> {
  if (params.text.trim() === '') return fail({ name: 'incomplete', field: 'text' });
  const text = readPhrase(params.text);
  if (text === null) return fail({ name: 'unreadable', field: 'text' });
  const at = deps.clock.now();
  const { stepUp } = params;
  return deps.db.transaction(async (tx) => {
    const action = 'anti-phishing';
    const spent = await spendStepUp(tx, { userId, action, subject: null, stepUp, at });
    if (!spent.ok) return spent;
    await setPhrase(tx, userId, text);
    await recordSecurity(tx, { userId, kind: 'anti-phishing-changed', place, at });
    return ok({ text });
  });
}
