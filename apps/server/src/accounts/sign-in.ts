import { type Result, type UnixMs, type UserId, fail, ok } from '@candor/kernel';
import type { Failure, SecondStep } from '@candor/protocol';
import type { Tx } from '../platform/db.ts';
import { askSecond } from './factors/challenges.ts';
import { type Grant, type Place, type Way, beginSession } from './grants.ts';
import { sessionUserOf } from './open-account.ts';
import type { AccountRow } from './store.ts';

/** What a proof of identity led to: a session, or the question for a second factor. */
export type Entered =
  | { readonly kind: 'in'; readonly grant: Grant }
  | { readonly kind: 'second'; readonly step: SecondStep };

/** Who comes in, how and from where. */
export type Entry = {
  readonly account: AccountRow;
  readonly way: Way;
  readonly place: Place;
  readonly at: UnixMs;
};

/**
 * Lets somebody in who proved who they are. Every way in ends here, in the transaction that used
 * up the proof, so that what holds for one way holds for all.
 *
 * @failure account-disabled — switched off by an operator, or closed
 */
export async function enter(
  tx: Tx,
  { account, way, place, at }: Entry,
): Promise<Result<Entered, Failure<'account-disabled'>>> {
  if (account.status !== 'active') return fail({ name: 'account-disabled' });
  const step = await askSecond(tx, { userId: account.user_id as UserId, way, at });
  if (step !== null) return ok({ kind: 'second', step });
  const user = sessionUserOf(account);
  return ok({ kind: 'in', grant: await beginSession(tx, { user, way, place, at }) });
}
