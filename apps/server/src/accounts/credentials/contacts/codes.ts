import { createHash, randomBytes, randomInt } from 'node:crypto';
import { MINUTE_MS, SECOND_MS, type UnixMs, type UserId, plusMs } from '@candor/kernel';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { Mailer } from '../../../messaging/index.ts';
import { type BudgetDeps, type CodeCaller, takeCode } from './code-budget.ts';
import { type CodeKey, lockLastSend, putCode, tryCode } from './code-store.ts';
import { CODE_MS, COUNTED_MS, TRIES_MAX, readCode, waitForCode, BETWEEN_MS } from './rules.ts';

const DIGITS = 6;

function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

const hashCode = (salt: string, code: string): string =>
  createHash('sha256')
    .update(salt + code)
    .digest('hex');

const secondsOf = (ms: number): number => Math.ceil(ms / SECOND_MS);

/** Who gets a code, in which language. */
export type Reader = {
  readonly language: string;
  /** Whose message it is, where the reader has an account. */
  readonly userId: UserId | null;
  /** False: the target is nobody's, and the message is written down and never sent. */
  readonly isReal: boolean;
};

/** When the next code may be asked for; `isSpent`: only tomorrow. */
export type Sent = { readonly retryAfterSeconds: number; readonly isSpent: boolean };

/**
 * Sends a code unless one went to the same target a moment ago. The work is the same whether the
 * target belongs to a user or not.
 */
export async function sendCode(
  tx: Tx,
  deps: BudgetDeps & { readonly mailer: Mailer },
  code: {
    key: CodeKey;
    reader: Reader;
    /** Null: a browser the account knows, which only its own target's count holds. */
    caller: CodeCaller | null;
    at: UnixMs;
  },
): Promise<Sent> {
  const { key, reader, caller, at } = code;
  const countedSince = plusMs(at, -COUNTED_MS);
  const row = await lockLastSend(tx, key, countedSince);
  const last = {
    sentAt: row.sent_at as UnixMs | null,
    sends: row.sends,
    countedFrom: row.counted_from as UnixMs | null,
  };
  const wait = waitForCode(last, at);
  if (wait > 0) return { retryAfterSeconds: secondsOf(wait), isSpent: wait > BETWEEN_MS };
  // Counted last: what is not sent for another reason uses up nothing of the place.
  const placeWait = caller === null ? null : await takeCode(tx, deps, { caller, at });
  if (placeWait !== null) return { retryAfterSeconds: placeWait, isSpent: true };
  const digits = newCode();
  const salt = randomBytes(16).toString('hex');
  const until = plusMs(at, CODE_MS);
  await putCode(tx, key, { salt, hash: hashCode(salt, digits), at, until, countedSince });
  await deps.mailer.enqueue(tx, {
    channel: key.channel,
    to: key.target,
    template: `code-${key.purpose}`,
    language: reader.language,
    values: { code: digits, minutes: String(CODE_MS / MINUTE_MS) },
    until,
    isVoid: !reader.isReal,
    ...(reader.userId === null ? {} : { userId: reader.userId }),
  });
  return { retryAfterSeconds: secondsOf(BETWEEN_MS), isSpent: false };
}

/**
 * Uses a code up; false when it is wrong, used, too old, or was guessed at too often. The try counts
 * when the transaction commits, so a caller answers the refusal and does not throw.
 */
export function useCode(tx: Tx, key: CodeKey, typed: string, at: UnixMs): Promise<boolean> {
  // What cannot be a code counts as a try as well, and takes as long.
  const code = readCode(typed) ?? '';
  return tryCode(tx, key, { code, at, triesMax: TRIES_MAX });
}
