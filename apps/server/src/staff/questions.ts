import { type Result, type UnixMs, fail, plusMs } from '@candor/kernel';
import type { Failure, PasskeyAnswer, PasskeyOffer } from '@candor/protocol';
import {
  type MadePasskey,
  askOptions,
  createOptions,
  readNewPasskey,
  readPasskeyAnswer,
} from '../platform/credentials/passkeys.ts';
import { matchTotp, newTotp } from '../platform/credentials/totp.ts';
import type { Sql, Tx } from '../platform/postgres/db.ts';
import { hashSecret, newSecret } from '../platform/secrets/session.ts';
import type { StaffDeps } from './deps.ts';
import { OFFER_MS, QUESTION_MS, TRIES_MAX } from './rules.ts';
import {
  type ChallengeRow,
  type NewChallenge,
  type PasskeyRow,
  findTotp,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  putTotp,
  usePasskey,
  useTotpStep,
} from './store/factor-store.ts';

/** What proves a member beside the password. */
export type FactorAnswer = {
  readonly totp?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
};

/** A factor that was just made. */
export type FactorMade = {
  readonly totp?: string | undefined;
  readonly passkey?: PasskeyOffer | undefined;
  readonly passkeyName?: string | undefined;
};

/** What is asked for a new factor; a member finishes with the one or the other. */
export type FactorOffer = {
  challenge: string;
  totp: { secret: string; uri: string };
  passkeyOptions: Record<string, unknown>;
  expiresAt: UnixMs;
};

/** Asks for a factor a member has. */
export async function askFactor(
  sql: Sql,
  asked: { readonly memberId: string; readonly at: UnixMs },
): Promise<{
  challenge: string;
  methods: ('totp' | 'passkey')[];
  passkeyOptions?: Record<string, unknown>;
}> {
  const { memberId, at } = asked;
  const [challenge, nonce] = [newSecret(), newSecret()];
  const until = plusMs(at, QUESTION_MS);
  const hash = hashSecret(challenge);
  await insertChallenge(sql, { hash, purpose: 'sign-in', memberId, nonce, at, until });
  const [totp, passkeys] = [await findTotp(sql, memberId), await listPasskeys(sql, memberId)];
  const methods = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(totp === null ? [] : (['totp'] as const)),
  ];
  if (passkeys.length === 0) return { challenge, methods };
  return { challenge, methods, passkeyOptions: askOptions(nonce, passkeys) };
}

/** Offers a code app and a passkey to a member, or to who will be one. */
export async function offerFactor(
  deps: Pick<StaffDeps, 'db' | 'sealing'>,
  to: {
    /** Opaque handle a passkey carries away. */
    readonly handle: string;
    readonly label: string;
    readonly passkeys: readonly PasskeyRow[];
    readonly question: Omit<NewChallenge, 'hash' | 'nonce' | 'sealed' | 'until'>;
  },
): Promise<FactorOffer> {
  const { handle, label, passkeys, question } = to;
  const [challenge, nonce] = [newSecret(), newSecret()];
  const hash = hashSecret(challenge);
  const totp = newTotp(label);
  const until = plusMs(question.at, OFFER_MS);
  const sealed = deps.sealing.seal(totp.secret, hash);
  await insertChallenge(deps.db, { ...question, hash, nonce, sealed, until });
  const passkeyOptions = createOptions({ nonce, userId: handle, username: label, passkeys });
  return { challenge, totp, passkeyOptions, expiresAt: until };
}

/** A new factor that proved itself, and what keeps it. */
export type Proven = {
  keep(tx: Tx, of: { memberId: string; id: string; at: UnixMs }): Promise<boolean>;
};

/** Whether a new factor is what was offered; null when it does not fit. */
export async function proveNew(
  deps: Pick<StaffDeps, 'sealing' | 'pages'>,
  made: FactorMade,
  asked: { readonly question: ChallengeRow; readonly hash: string; readonly at: UnixMs },
): Promise<Proven | null> {
  const { question, hash, at } = asked;
  if (made.totp !== undefined) {
    const secret = deps.sealing.open(question.sealed ?? '', hash);
    const lastStep = matchTotp({ secret, code: made.totp, at, after: 0 });
    if (lastStep === null) return null;
    return {
      async keep(tx, { memberId }) {
        const sealed = deps.sealing.seal(secret, memberId);
        await putTotp(tx, { memberId, sealed, lastStep, at });
        return true;
      },
    };
  }
  if (made.passkey === undefined) return null;
  const passkey: MadePasskey | null = await readNewPasskey(made.passkey, {
    nonce: question.nonce,
    pages: deps.pages,
  });
  if (passkey === null) return null;
  const name = made.passkeyName ?? 'Passkey';
  return { keep: (tx, of) => insertPasskey(tx, { ...passkey, ...of, name }) };
}

/** Uses a factor up, in the transaction of what it opens. False when it does not fit, or did once. */
export async function takeFactor(
  tx: Tx,
  deps: Pick<StaffDeps, 'sealing' | 'pages'>,
  given: {
    readonly memberId: string;
    readonly nonce: string;
    readonly answer: FactorAnswer;
    readonly at: UnixMs;
  },
): Promise<boolean> {
  const { memberId, nonce, answer, at } = given;
  if (answer.totp !== undefined) {
    const totp = await findTotp(tx, memberId);
    if (totp === null) return false;
    const secret = deps.sealing.open(totp.sealed, memberId);
    const step = matchTotp({ secret, code: answer.totp, at, after: totp.lastStep });
    return step !== null && useTotpStep(tx, memberId, step);
  }
  if (answer.passkey === undefined) return false;
  const passkeys = await listPasskeys(tx, memberId);
  const used = await readPasskeyAnswer(answer.passkey, { nonce, pages: deps.pages, passkeys });
  return used !== null && usePasskey(tx, { memberId, ...used, at });
}

/** A wrong answer, with the tries that are left. */
export function wrongAnswer(tries: number): Result<never, Failure<'second-factor-wrong'>> {
  return fail({ name: 'second-factor-wrong', facts: { left: String(TRIES_MAX - tries) } });
}

/** A question that takes no answer any more. */
export const over = (): Result<never, Failure<'challenge-over'>> =>
  fail({ name: 'challenge-over' });
