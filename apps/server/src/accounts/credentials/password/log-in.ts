import { type Clock, type Result, assert, fail } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Database } from '../../../platform/postgres/db.ts';
import {
  type Entered,
  findDeviceOfName,
  giveBackLoginAttempt,
  takeLoginAttempt,
} from '../../sessions/index.ts';
import { type ClientOrigin, contactOfLogin, foldUsername } from '../../account/index.ts';
import { findByLogin } from '../contacts/index.ts';
import type { Hashing } from '../../../platform/credentials/hashing.ts';
import { decideLogin } from './rules.ts';
import { noteRefused } from '../../audit/index.ts';
import { enter } from '../factors/index.ts';

/** What a log-in works with. */
export type LogInDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly hashing: Hashing;
  /** More than 1 only on a test installation: how much oftener a name may be tried. */
  readonly throttleScale: number;
};

/**
 * Begins a session; every refusal costs one password hash, whichever name is asked for.
 *
 * @failure too-many — the name was refused too often within an hour, whether or not a user has it
 * @throws Busy when too many passwords are being compared
 */
export async function logIn(
  deps: LogInDeps,
  params: { username: string; password: string; devices?: readonly string[] },
  place: ClientOrigin,
): Promise<Result<Entered, Failure>> {
  if (params.username.trim() === '') return fail({ name: 'name-missing', field: 'username' });
  const names = {
    username: foldUsername(params.username),
    contact: contactOfLogin(params.username),
  };
  const { devices = [] } = params;
  const device = devices.length === 0 ? null : await findDeviceOfName(deps.db, devices, names);
  const tried = { names, address: place.address, device, at: deps.clock.now() };
  // Taken before it is looked at, and given back unless it was wrong: of many at once none is free.
  const wait = await takeLoginAttempt(deps, tried);
  if (wait !== null) return fail({ name: 'too-many', facts: { seconds: String(wait) } });
  const account = await findByLogin(deps.db, names);
  const compared = deps.hashing.verify(params.password, account?.password_hash ?? null);
  const right = await compared.catch(async (error: unknown) => {
    // Nobody looked at it.
    await giveBackLoginAttempt(deps.db, tried);
    throw error;
  });
  if (right) await giveBackLoginAttempt(deps.db, tried);
  const decided = decideLogin({ isPasswordRight: right, status: account?.status ?? null });
  const at = deps.clock.now();
  if (!decided.ok) {
    noteRefused(deps.db, { userId: account?.user_id ?? null, way: 'password', place, at });
    return decided;
  }
  assert(account !== null, 'a right password belongs to an account');
  return deps.db.transaction((tx) => enter(tx, { account, way: 'password', place, at }));
}
