import {
  type Clock,
  type Result,
  type SessionId,
  type UserId,
  assert,
  fail,
  ok,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import { revokeSessions, keepOnly, type TokenPair, forgetDevices } from '../../sessions/index.ts';
import {
  countPasswordGuess,
  forgivePasswordGuess,
  findMeans,
  spendStepUp,
} from '../factors/index.ts';
import {
  lockAccount,
  findById,
  type AccountRow,
  type ClientOrigin,
  type SignedInOwner,
  type TypedContact,
  readContact,
} from '../../account/index.ts';
import { isLeaked } from '../../../platform/credentials/leaked-passwords.ts';
import { isWeakPassword } from '../../../platform/credentials/password.ts';
import { recordSecurity, noteRefused } from '../../audit/index.ts';
import { findFreeze, proveFreeze, STOPPED, isStopped } from '../../safeguards/index.ts';
import { NOBODY, useCode, resetKeeper, findResetOwner } from '../contacts/index.ts';
import type { Hashing } from '../../../platform/credentials/hashing.ts';
import { setPassword } from './password-store.ts';

const WEAK = { name: 'password-weak', field: 'newPassword' } as const;
const WRONG_CODE = { name: 'code-wrong', field: 'code' } as const;

/** What passwords work with. */
export type PasswordDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly hashing: Hashing;
  /** Forgets sessions that ended, right after the commit. */
  forget(sessionIds: readonly SessionId[]): void;
};

/**
 * Sets a new password with a code that went to the account's mailbox or phone, and ends all its
 * sessions. Until the code is right, nothing of what is answered or done depends on the account.
 *
 * @failure code-wrong — wrong, used or too old, or the target is nobody's
 * @failure password-weak — short or common; made of the user name, said only after the right code
 */
export async function resetPassword(
  deps: PasswordDeps,
  params: TypedContact & { code: string; newPassword: string; devices?: readonly string[] },
  place: ClientOrigin,
): Promise<Result<null, Failure>> {
  const contact = readContact(params);
  if (!contact.ok) return contact;
  const { code, newPassword, devices = [] } = params;
  if (code.trim() === '') return fail({ name: 'incomplete', field: 'code' });
  if (isWeakPassword(newPassword, '') || isLeaked(newPassword)) return fail(WEAK);
  const passwordHash = await deps.hashing.hash(newPassword);
  const at = deps.clock.now();
  const { answer, ended } = await deps.db.transaction(async (tx) => {
    const userId = await findResetOwner(tx, contact.value, at);
    const owner = await resetKeeper(tx, { devices, userId });
    const key = { ...contact.value, purpose: 'reset', owner } as const;
    // A code that was asked for elsewhere can be typed here, too.
    const isRight =
      (await useCode(tx, key, code, at)) ||
      (owner !== NOBODY && (await useCode(tx, { ...key, owner: NOBODY }, code, at)));
    if (!isRight || userId === null) return { answer: fail(WRONG_CODE), ended: [] };
    const account = await lockedAccount(tx, userId);
    // The code is spent: who proved the mailbox and chose a weak password asks for another.
    if (isWeakPassword(newPassword, account.username)) return { answer: fail(WEAK), ended: [] };
    await setPassword(tx, { userId, passwordHash, inPlaceOf: account.password_hash });
    // Only what could reset before a freeze by link can now: its owner is proven.
    await proveFreeze(tx, userId, at);
    await forgetDevices(tx, userId);
    const gone = await revokeSessions(tx, { userId, which: 'all', by: 'password', at });
    await recordSecurity(tx, { userId, kind: 'password-reset', place, at });
    return { answer: ok(null), ended: gone };
  });
  deps.forget(ended);
  return answer;
}

async function lockedAccount(tx: Tx, userId: UserId): Promise<AccountRow> {
  await lockAccount(tx, userId);
  const account = await findById(tx, userId);
  assert(account !== null, 'whoever has a contact has an account');
  return account;
}

/** A password change as it is asked for. */
export type PasswordChange = {
  readonly oldPassword?: string | undefined;
  readonly newPassword: string;
  readonly stepUp?: string | undefined;
};

/**
 * Whether the old password is right, where there is one. A guess is counted with those of
 * confirmations, and a wrong one stands in the log-in history.
 *
 * @failure too-many — too many were wrong
 * @throws Busy when too many are being compared
 */
async function proveOld(
  deps: PasswordDeps,
  account: AccountRow,
  { oldPassword, place }: { oldPassword: string | undefined; place: ClientOrigin },
): Promise<Result<null, Failure>> {
  if (account.password_hash === null) return ok(null);
  if (oldPassword === undefined || oldPassword === '') {
    return fail({ name: 'incomplete', field: 'oldPassword' });
  }
  const userId = account.user_id as UserId;
  const at = deps.clock.now();
  const guess = await countPasswordGuess(deps.db, { userId, at });
  if (!guess.ok) return guess;
  const forgive = (): Promise<void> =>
    deps.db.transaction((tx) => forgivePasswordGuess(tx, guess.value.hash, at));
  const compared = deps.hashing.verify(oldPassword, account.password_hash);
  const isRight = await compared.catch(async (error: unknown) => {
    // Nobody looked at it.
    await forgive();
    throw error;
  });
  if (isRight) {
    await forgive();
    return ok(null);
  }
  noteRefused(deps.db, { userId, way: 'password', place, at });
  return fail({ name: 'credentials-wrong', field: 'oldPassword' });
}

/**
 * Changes the password, or sets the first one, ends all other sessions and gives this one new tokens
 * in the place of its own. The old password is
 * the proof; with a second factor, or without an old password, a step-up as well.
 *
 * @failure credentials-wrong — the old password is not the account's
 * @failure user-status-forbids — a freeze by link holds what opens the account
 * @failure second-factor-needed — a second factor is on, or there is no old password to prove
 */
export async function changePassword(
  deps: PasswordDeps,
  asker: SignedInOwner,
  change: PasswordChange,
): Promise<Result<TokenPair, Failure>> {
  const { userId, place, sessionId } = asker;
  const { newPassword, oldPassword, stepUp } = change;
  const account = await findById(deps.db, userId);
  assert(account !== null, 'whoever has a session has an account');
  if (isWeakPassword(newPassword, account.username) || isLeaked(newPassword)) return fail(WEAK);
  const proven = await proveOld(deps, account, { oldPassword, place });
  if (!proven.ok) return proven;
  const passwordHash = await deps.hashing.hash(newPassword);
  const at = deps.clock.now();
  const inPlaceOf = account.password_hash;
  const { answer, ended } = await deps.db.transaction(async (tx) => {
    const refused = (failure: Failure) => ({ answer: fail(failure), ended: [] });
    const locked = await lockedAccount(tx, userId);
    // Another session changed it while this one was hashed: what was proven is no longer true.
    if (locked.password_hash !== inPlaceOf)
      return refused({ name: 'credentials-wrong', field: 'oldPassword' });
    if (isStopped(await findFreeze(tx, userId), at)) return refused(STOPPED);
    const means = await findMeans(tx, userId);
    const hasSecond = means !== null && (means.has_totp || means.passkeys > 0);
    if (hasSecond || inPlaceOf === null) {
      const action = 'password';
      const spent = await spendStepUp(tx, { userId, action, subject: null, stepUp, at });
      if (!spent.ok) return refused(spent.failure);
    }
    await setPassword(tx, { userId, passwordHash, inPlaceOf });
    const kind = inPlaceOf === null ? 'password-set' : 'password-changed';
    await recordSecurity(tx, { userId, kind, place, at });
    const { tokens, forgotten } = await keepOnly(tx, { userId, sessionId, by: 'password', at });
    return { answer: ok(tokens), ended: forgotten };
  });
  deps.forget(ended);
  return answer;
}
