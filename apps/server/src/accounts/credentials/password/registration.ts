import { type Clock, type Result, type UnixMs, type UserId, fail, ok } from '@candor/kernel';
import { DEFAULT_LOCALE } from '@candor/locales';
import type { Failure } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import { type TokenPair, beginSession } from '../../sessions/index.ts';
import {
  type ClientOrigin,
  findInviter,
  insertInvitation,
  openAccount,
  sessionUserOf,
  findByName,
} from '../../account/index.ts';
import { NOBODY, useCode, findOwner, lockContact, putContact } from '../contacts/index.ts';
import { isLeaked } from '../../../platform/credentials/leaked-passwords.ts';
import { isWeakPassword } from '../../../platform/credentials/password.ts';
import { type DecidedRegistration, type Registration, decideRegistration } from './rules.ts';
import type { Parameters } from '../../../parameters/index.ts';
import type { Hashing } from '../../../platform/credentials/hashing.ts';

const TAKEN = { name: 'username-taken', field: 'username' } as const;

/** What a registration works with. */
export type RegistrationDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly parameters: Parameters;
  readonly hashing: Hashing;
};

/** Proves the mailbox or phone of a registration; null when there is none or it is proven. */
async function refuseContact(
  tx: Tx,
  contact: DecidedRegistration['contact'],
  at: UnixMs,
): Promise<Failure | null> {
  if (contact === null) return null;
  const { channel, target, code } = contact;
  const key = { channel, target, purpose: 'register', owner: NOBODY } as const;
  if (!(await useCode(tx, key, code, at))) return { name: 'code-wrong', field: 'code' };
  await lockContact(tx, contact);
  const owner = await findOwner(tx, contact);
  return owner === null ? null : { name: 'contact-taken', field: channel };
}

/** Opens an account with its demo account and first session, in one transaction. */
export async function registerUser(
  deps: RegistrationDeps,
  params: Registration,
  place: ClientOrigin,
): Promise<Result<TokenPair, Failure>> {
  const decided = decideRegistration(params, isWeakPassword);
  if (!decided.ok) return decided;
  const { username, password, contact, inviteCode } = decided.value;
  if (isLeaked(password)) return fail({ name: 'password-weak', field: 'password' });
  if ((await findByName(deps.db, username)) !== null) return fail(TAKEN);
  const inviter = inviteCode === null ? null : await findInviter(deps.db, inviteCode);
  if (inviteCode !== null && inviter === null) {
    return fail({ name: 'no-such-user', field: 'inviteCode' });
  }
  const passwordHash = await deps.hashing.hash(password);
  const at = deps.clock.now();
  const { language = DEFAULT_LOCALE } = params;
  return deps.db.transaction(async (tx) => {
    const refused = await refuseContact(tx, contact, at);
    if (refused !== null) return fail(refused);
    const account = await openAccount(tx, deps, { username, passwordHash, language, at });
    // Another user may have taken the name while the password was hashed.
    if (account === null) return fail(TAKEN);
    const userId = account.user_id as UserId;
    if (contact !== null) await putContact(tx, { resetsFrom: at, ...contact, userId, at });
    if (inviter !== null) await insertInvitation(tx, { userId, inviter, at });
    const user = sessionUserOf(account);
    return ok(await beginSession(tx, { user, way: 'password', place, at }));
  });
}
