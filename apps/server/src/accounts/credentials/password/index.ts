/**
 * Registering and signing in with a password; setting, changing and checking one. A password is
 * compared slowly on purpose, and none that is known to many is taken.
 */
import type { Clock, Result, SessionId, UserId } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Database } from '../../../platform/postgres/db.ts';
import {
  findById,
  type ClientOrigin,
  type SignedInOwner,
  type TypedContact,
} from '../../account/index.ts';
import type { TokenPair } from '../../sessions/index.ts';
import type { Hashing } from '../../../platform/credentials/hashing.ts';
import {
  type PasswordChange,
  type PasswordDeps,
  changePassword,
  resetPassword,
} from './passwords.ts';

export { logIn } from './log-in.ts';
export { registerUser } from './registration.ts';
export type { Registration } from './rules.ts';

/** Passwords of accounts there are. */
export type Passwords = {
  /** Sets a new password with a code, and ends every session of the account. */
  reset(
    params: TypedContact & { code: string; newPassword: string; devices?: readonly string[] },
    place: ClientOrigin,
  ): Promise<Result<null, Failure>>;
  /** Changes the password, or sets the first one, ends the other sessions and renews this one. */
  change(owner: SignedInOwner, change: PasswordChange): Promise<Result<TokenPair, Failure>>;
  /** Whether it is the password of an account; what that says is for the caller to count. */
  isRight(userId: UserId, password: string): Promise<boolean>;
};

/** Puts the part together. */
export function createPasswords(options: {
  db: Database;
  clock: Clock;
  hashing: Hashing;
  forget(sessionId: SessionId): void;
}): Passwords {
  const { db, hashing } = options;
  const forget: PasswordDeps['forget'] = (ids) => ids.forEach(options.forget);
  const deps: PasswordDeps = { ...options, forget };
  return {
    reset: (params, place) => resetPassword(deps, params, place),
    change: (owner, change) => changePassword(deps, owner, change),
    async isRight(userId, password) {
      const account = await findById(db, userId);
      return hashing.verify(password, account?.password_hash ?? null);
    },
  };
}
