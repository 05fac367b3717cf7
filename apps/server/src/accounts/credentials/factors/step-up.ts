import { type Result, type UnixMs, type UserId, fail, ok } from '@candor/kernel';
import type { Failure, StepUpAction } from '@candor/protocol';
import type { Tx } from '../../../platform/postgres/db.ts';
import { isConfirmed } from './step-ups.ts';
import { findFreeze, STOPPED, isStopped } from '../../safeguards/index.ts';

/** What a step-up must have been made for. */
export type StepUpUse = {
  readonly userId: UserId;
  readonly action: StepUpAction;
  /** What of the account it is about, an id; null where the action says all. */
  readonly subject: string | null;
  /** What the caller presents. */
  readonly stepUp: string | undefined;
  readonly at: UnixMs;
};

/** Actions that change nothing about how the account is entered. */
const OPEN: ReadonlySet<StepUpAction> = new Set(['unfreeze', 'withdrawal', 'address', 'sessions']);

/**
 * Uses a step-up, once, in the transaction of the action it allows.
 *
 * @failure second-factor-needed — none, an unknown, a used or an expired one, or one for another
 * act, subject or user
 * @failure user-status-forbids — a freeze by link holds what opens the account
 */
export async function spendStepUp(
  tx: Tx,
  use: StepUpUse,
): Promise<Result<null, Failure<'second-factor-needed' | 'user-status-forbids'>>> {
  const { userId, action, stepUp, at } = use;
  if (!OPEN.has(action) && isStopped(await findFreeze(tx, userId), at)) return fail(STOPPED);
  const isRight = stepUp !== undefined && (await isConfirmed(tx, { ...use, stepUp }));
  return isRight ? ok(null) : fail({ name: 'second-factor-needed', field: 'stepUp' });
}
