import { type Result, type UnixMs, type UserId, assert, fail, ok } from '@candor/kernel';
import type { Failure, StepUpAction } from '@candor/protocol';
import type { Sql, Tx } from '../../../platform/postgres/db.ts';
import { hashSecret } from '../../../platform/secrets/session.ts';
import { type StepUpScope, areStepUps, takeStepUps } from './challenge-store.ts';
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

/** A step-up that is presented for an action which no freeze stops. */
export type StepUpGiven = {
  readonly userId: UserId;
  readonly action: StepUpAction;
  readonly subject: string | null;
  readonly stepUp: string | undefined;
};

/** No confirmation has this hash. */
const NO_HASH = '';

function scopesOf(given: readonly StepUpGiven[]): StepUpScope[] {
  return given.map(({ userId, action, subject, stepUp }) => {
    assert(OPEN.has(action), 'what a freeze by link stops is confirmed by itself');
    const hash = stepUp === undefined ? NO_HASH : hashSecret(stepUp);
    return { userId, action, subject, hash };
  });
}

/** Whether each of these has its step-up, in their order; nothing is used up. */
export function haveStepUps(
  sql: Sql,
  given: readonly StepUpGiven[],
  at: UnixMs,
): Promise<readonly boolean[]> {
  return areStepUps(sql, scopesOf(given), at);
}

/**
 * Uses the step-ups of these, each once, in the transaction of the actions they allow; false where one of
 * them was used or went since it was found, and then nothing of them may stand.
 */
export async function spendStepUps(
  tx: Tx,
  given: readonly StepUpGiven[],
  at: UnixMs,
): Promise<boolean> {
  return (await takeStepUps(tx, scopesOf(given), at)) === given.length;
}
