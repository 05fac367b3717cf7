import { type Entered, beginSession } from '../../sessions/index.ts';
import {
  type SignInMethod,
  type ClientOrigin,
  lockAccount,
  findById,
  type AccountRow,
  sessionUserOf,
} from '../../account/index.ts';
import { type Result, type UnixMs, type UserId, ensure, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Tx } from '../../../platform/postgres/db.ts';
import { askSecond } from './challenges.ts';

/** Who comes in, how and from where. */
export type Entry = {
  readonly account: AccountRow;
  readonly way: SignInMethod;
  readonly place: ClientOrigin;
  readonly at: UnixMs;
  /** The account was opened for them just now. */
  readonly isOpened?: boolean;
};

/** The account as it is now; null when the password that was proven is no longer its own. */
async function stillProven(tx: Tx, { account, way }: Entry): Promise<AccountRow | null> {
  // Wallets and services are proven under locks of their own.
  if (way !== 'password') return account;
  const userId = account.user_id as UserId;
  await lockAccount(tx, userId);
  const now = ensure(await findById(tx, userId), 'who gave a proof has an account');
  return now.password_hash === account.password_hash ? now : null;
}

/**
 * Signs a user in who proved who they are. Every way in ends here, in the transaction that used up
 * the proof, so that what holds for one way holds for all.
 *
 * @failure credentials-wrong — the password was changed while it was compared
 * @failure account-disabled — switched off by an operator, or closed
 */
export async function enter(
  tx: Tx,
  entry: Entry,
): Promise<Result<Entered, Failure<'account-disabled' | 'credentials-wrong'>>> {
  const { way, place, at, isOpened = false } = entry;
  const account = await stillProven(tx, entry);
  if (account === null) return fail({ name: 'credentials-wrong' });
  if (account.status !== 'active') return fail({ name: 'account-disabled' });
  const step = await askSecond(tx, { userId: account.user_id as UserId, way, at });
  if (step !== null) return ok({ kind: 'second', step });
  const user = sessionUserOf(account);
  return ok({ kind: 'in', tokens: await beginSession(tx, { user, way, place, at }), isOpened });
}
