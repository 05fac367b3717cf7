import { createHash } from 'node:crypto';
import { type Result, type UnixMs, fail, ok, plusMs } from '@candor/kernel';
import type { Failure, PasskeyAnswer } from '@candor/protocol';
import { askOptions } from '../platform/credentials/passkeys.ts';
import type { Tx } from '../platform/postgres/db.ts';
import { hashSecret, newSecret } from '../platform/secrets/session.ts';
import type { StaffDeps } from './deps.ts';
import { takeFactor } from './questions.ts';
import { DECISION_MS } from './rules.ts';
import { closeChallenge, countTry, insertChallenge, listPasskeys } from './store/factor-store.ts';

/** What a passkey signs for one decision: the row as it was shown, and a number used once. */
function challengeOf(rowHash: string, nonce: string): string {
  const hash = createHash('sha256').update(Buffer.from(rowHash, 'hex'));
  return hash.update(Buffer.from(nonce, 'base64url')).digest('base64url');
}

/** A question whose answer decides; its secret comes back with the passkey. */
export type DecisionQuestion = {
  readonly challenge: string;
  readonly passkeyOptions: Record<string, unknown>;
  readonly expiresAt: UnixMs;
};

/**
 * Asks a member's passkey to sign the row that is decided on.
 *
 * @shape rowHash: SHA-256 in hex
 * @failure second-factor-needed — the member has no passkey
 */
export async function askDecision(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  asked: { readonly memberId: string; readonly rowHash: string },
): Promise<Result<DecisionQuestion, Failure<'second-factor-needed'>>> {
  const { memberId, rowHash } = asked;
  const passkeys = await listPasskeys(db, memberId);
  if (passkeys.length === 0) return fail({ name: 'second-factor-needed' });
  const at = clock.now();
  const [challenge, number] = [newSecret(), newSecret()];
  const nonce = challengeOf(rowHash, number);
  const until = plusMs(at, DECISION_MS);
  const hash = hashSecret(`${challenge} ${rowHash}`);
  await insertChallenge(db, { hash, purpose: 'decision', memberId, nonce, at, until });
  return ok({ challenge, passkeyOptions: askOptions(nonce, passkeys), expiresAt: until });
}

/**
 * Uses a signed decision up, in the transaction that decides: it fits this member and this row alone,
 * once, for two minutes.
 *
 * @failure second-factor-wrong — another row, another member's passkey, or one that was used
 */
export async function takeDecision(
  tx: Tx,
  deps: Pick<StaffDeps, 'sealing' | 'pages'>,
  given: {
    readonly memberId: string;
    readonly rowHash: string;
    readonly challenge: string;
    readonly passkey: PasskeyAnswer;
    readonly at: UnixMs;
  },
): Promise<Result<null, Failure<'second-factor-wrong'>>> {
  const { memberId, rowHash, challenge, passkey, at } = given;
  const hash = hashSecret(`${challenge} ${rowHash}`);
  const question = await countTry(tx, { hash, purpose: 'decision', max: 1, at });
  const refused = fail({ name: 'second-factor-wrong' } as const);
  if (question === null || question.member_id !== memberId) return refused;
  const { nonce } = question;
  const isRight = await takeFactor(tx, deps, { memberId, nonce, answer: { passkey }, at });
  return isRight && (await closeChallenge(tx, hash, at)) ? ok(null) : refused;
}
