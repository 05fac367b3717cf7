import {
  type Result,
  SECOND_MS,
  type UnixMs,
  type UserId,
  ensure,
  fail,
  ok,
  plusMs,
} from '@candor/kernel';
import type { Failure, PasskeyAnswer, ProofMethod, SecondStep } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/session.ts';
import { type ClientOrigin, type SignInMethod, lockAccount } from '../../account/index.ts';
import { recordSecurity } from '../../audit/index.ts';
import {
  type ChallengeRow,
  type Purpose,
  closeChallenge,
  countTry,
  countWrong,
  findChallenge,
  insertChallenge,
  lockChallenge,
} from './challenge-store.ts';
import {
  countCode,
  countWrongCodes,
  findMeans,
  findTotp,
  forgetWrongCodes,
  listPasskeys,
  usePasskey,
  useRecoveryCode,
  useTotpStep,
} from './factors-store.ts';
import {
  type Pages,
  askOptions,
  readPasskeyAnswer,
} from '../../../platform/credentials/passkeys.ts';
import { hashRecoveryCode } from './recovery.ts';
import {
  CHALLENGE_MS,
  TRIES_MAX,
  WRONG_WINDOW_MS,
  isClosedToCodes,
  isTriedTooOften,
  secondMethods,
  wrongCodesKind,
} from './rules.ts';
import type { Sealing } from '../../../platform/credentials/sealing.ts';
import { matchTotp } from '../../../platform/credentials/totp.ts';

/** A question as its reader gets it: its secret, and what a passkey would sign. */
export type ChallengeParams = {
  readonly challenge: string;
  readonly nonce: string;
  readonly until: UnixMs;
};

/** Asks a question; only a hash of its secret is kept. */
export async function ask(
  tx: Tx,
  question: { readonly userId: UserId; readonly for: Purpose; readonly at: UnixMs },
): Promise<ChallengeParams> {
  const challenge = newSecret();
  const nonce = newSecret();
  const until = plusMs(question.at, CHALLENGE_MS);
  await insertChallenge(tx, { ...question, hash: hashSecret(challenge), nonce, until });
  return { challenge, nonce, until };
}

/** The question for a second factor of a user who gave a first proof; null: none is on. */
export async function askSecond(
  tx: Tx,
  entry: { readonly userId: UserId; readonly way: SignInMethod; readonly at: UnixMs },
): Promise<SecondStep | null> {
  const { userId, way, at } = entry;
  const means = ensure(await findMeans(tx, userId), 'who gave a proof has an account');
  const methods = secondMethods({
    hasTotp: means.has_totp,
    passkeys: means.passkeys,
    recoveryLeft: means.recovery_left,
  });
  if (methods.length === 0) return null;
  const { challenge, nonce } = await ask(tx, { userId, for: { purpose: 'sign-in', way }, at });
  if (!methods.includes('passkey')) return { challenge, methods };
  const passkeys = await listPasskeys(tx, userId);
  return { challenge, methods, passkeyOptions: askOptions(nonce, passkeys) };
}

/** What a user answers with: exactly one. */
export type FactorAnswer =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }
  | { readonly kind: 'passkey'; readonly passkey: PasskeyAnswer };

/** What checking a factor needs. */
export type FactorDeps = { readonly sealing: Sealing; readonly pages: Pages };

async function takeTotp(
  tx: Tx,
  { sealing }: FactorDeps,
  given: { userId: UserId; code: string; at: UnixMs },
): Promise<boolean> {
  const { userId, code, at } = given;
  const totp = await findTotp(tx, userId);
  if (totp === null) return false;
  const secret = sealing.open(totp.sealed, userId);
  const step = matchTotp({ secret, code, at, after: totp.lastStep });
  return step !== null && useTotpStep(tx, userId, step);
}

async function takeRecoveryCode(
  tx: Tx,
  given: { userId: UserId; code: string; place: ClientOrigin; at: UnixMs },
): Promise<boolean> {
  const { userId, place, at } = given;
  const hash = hashRecoveryCode(given.code);
  if (hash === null || !(await useRecoveryCode(tx, { userId, hash, at }))) return false;
  await recordSecurity(tx, { userId, kind: 'recovery-code-used', place, at });
  return true;
}

/**
 * Uses a second factor up, in the transaction of what it opens: a code's step, a recovery code, a
 * passkey's counter. False when it does not fit, or did once.
 */
export async function takeFactor(
  tx: Tx,
  deps: FactorDeps,
  given: {
    readonly userId: UserId;
    readonly answer: FactorAnswer;
    readonly nonce: string;
    readonly place: ClientOrigin;
    readonly at: UnixMs;
  },
): Promise<boolean> {
  const { userId, answer, nonce, place, at } = given;
  if (answer.kind === 'totp') return takeTotp(tx, deps, { userId, code: answer.code, at });
  if (answer.kind === 'recovery') {
    return takeRecoveryCode(tx, { userId, code: answer.code, place, at });
  }
  const passkeys = await listPasskeys(tx, userId);
  const used = await readPasskeyAnswer(answer.passkey, { nonce, pages: deps.pages, passkeys });
  return used !== null && usePasskey(tx, { userId, ...used, at });
}

/** Why an answer to a question led nowhere. */
export type AnswerRefusal = Failure<
  'second-factor-wrong' | 'codes-closed' | 'challenge-over' | 'too-many'
>;

const over = (): Result<never, AnswerRefusal> => fail({ name: 'challenge-over' });

/** What a user answers with. */
export type AnswerKind = ProofMethod | 'new-passkey';

/** Whether guessing could ever lead to it: a signature is not guessed. */
const GUESSED: ReadonlySet<AnswerKind> = new Set(['totp', 'recovery', 'password']);
/** What is counted over the account's life. */
const CODES: ReadonlySet<AnswerKind> = new Set(['totp', 'recovery']);
/** What proves that the owner is there, so that wrong codes are counted anew. */
const FACTORS: ReadonlySet<AnswerKind> = new Set(['totp', 'recovery', 'passkey']);

/** An answer that is about to be checked. */
export type Answering<Opened> = {
  readonly challenge: string;
  readonly purpose: Purpose['purpose'];
  /** Whose question it must be; null when only the secret says so. */
  readonly userId: UserId | null;
  readonly kind: AnswerKind;
  readonly place: ClientOrigin;
  readonly at: UnixMs;
  /** Checks the answer and uses it up. */
  take(tx: Tx, question: ChallengeRow): Promise<boolean>;
  /** What the right answer opens, in the same transaction. */
  open(tx: Tx, question: ChallengeRow): Promise<Opened>;
};

/** Why no more guesses of one purpose are taken now; null: one may be. The account is locked. */
async function guessWait(
  tx: Tx,
  of: { readonly userId: UserId; readonly purpose: Purpose['purpose']; readonly at: UnixMs },
): Promise<Failure<'too-many'> | null> {
  const since = plusMs(of.at, -WRONG_WINDOW_MS);
  if (!isTriedTooOften(await countWrong(tx, { ...of, since }))) return null;
  return { name: 'too-many', facts: { seconds: String(WRONG_WINDOW_MS / SECOND_MS) } };
}

/**
 * Counts a guess of the old password with the confirmations of the account, before it is looked at:
 * the holder of a session has no second budget for the same secret. What is answered takes the
 * guess out of the count when it was right.
 *
 * @failure too-many — wrong confirmations of the account within a quarter hour
 */
export function countPasswordGuess(
  db: Database,
  guess: { readonly userId: UserId; readonly at: UnixMs },
): Promise<Result<{ readonly hash: string }, Failure<'too-many'>>> {
  const { userId, at } = guess;
  return db.transaction(async (tx): Promise<Result<{ hash: string }, Failure<'too-many'>>> => {
    await lockAccount(tx, userId);
    const wait = await guessWait(tx, { userId, purpose: 'step-up', at });
    if (wait !== null) return fail(wait);
    const purpose = { purpose: 'step-up', action: 'password', subject: null } as const;
    // Nobody is told its secret: it is a question only for being counted as one.
    const { challenge } = await ask(tx, { userId, for: purpose, at });
    const hash = hashSecret(challenge);
    await countTry(tx, hash, at);
    return ok({ hash });
  });
}

/** Takes a guess that was right out of the count of wrong ones. */
export async function forgivePasswordGuess(tx: Tx, hash: string, at: UnixMs): Promise<void> {
  await closeChallenge(tx, hash, at);
}

/** How often an answer's question was answered, and how many codes in a row it makes. */
type Counted = { readonly tries: number; readonly inARow: number };

/** Counts an answer, one of an account after the other: many sent at once are counted too. */
function countAnswer(
  db: Database,
  answer: {
    readonly hash: string;
    readonly userId: UserId;
    readonly purpose: Purpose['purpose'];
    readonly kind: AnswerKind;
    readonly at: UnixMs;
  },
): Promise<Result<Counted, AnswerRefusal>> {
  const { hash, userId, purpose, kind, at } = answer;
  return db.transaction(async (tx): Promise<Result<Counted, AnswerRefusal>> => {
    await lockAccount(tx, userId);
    if (GUESSED.has(kind)) {
      const wait = await guessWait(tx, { userId, purpose, at });
      if (wait !== null) return fail(wait);
    }
    if (kind === 'totp' && isClosedToCodes(await countWrongCodes(tx, userId))) {
      return fail({ name: 'codes-closed' });
    }
    const tries = await countTry(tx, hash, at);
    if (tries === null) return over();
    return ok({ tries, inARow: CODES.has(kind) ? await countCode(tx, userId) : 0 });
  });
}

/**
 * Answers a question. The try is counted and committed before it is looked at, so that answers
 * sent at once are five at most; the question's row is locked while one is checked, so that one
 * right answer opens one thing.
 *
 * @failure challenge-over — unknown, another user's, answered, five times tried, or too late
 * @failure too-many — wrong answers to several questions of the account within a quarter hour
 * @failure codes-closed — a code of the app after a hundred wrong ones in a row
 * @failure second-factor-wrong — it does not fit, or did once; with the tries that are left
 */
export async function answerQuestion<Opened>(
  db: Database,
  answering: Answering<Opened>,
): Promise<Result<Opened, AnswerRefusal>> {
  const { challenge, purpose, at } = answering;
  const hash = hashSecret(challenge);
  const found = await findChallenge(db, { hash, purpose, at });
  if (found === null) return over();
  const userId = found.user_id as UserId;
  if (answering.userId !== null && answering.userId !== userId) return over();
  const counted = await countAnswer(db, { ...answering, hash, userId });
  if (!counted.ok) return counted;
  const { tries, inARow } = counted.value;
  return db.transaction(async (tx): Promise<Result<Opened, AnswerRefusal>> => {
    // The account before the question, as the command does that ends all questions of an account.
    await lockAccount(tx, userId);
    if (!(await lockChallenge(tx, hash, at))) return over();
    const question = { ...found, tries };
    if (await answering.take(tx, question)) {
      await closeChallenge(tx, hash, at);
      if (FACTORS.has(answering.kind)) await forgetWrongCodes(tx, userId);
      return ok(await answering.open(tx, question));
    }
    const told = wrongCodesKind(inARow);
    if (told !== null) {
      await recordSecurity(tx, { userId, kind: told, place: answering.place, at });
    }
    return fail({ name: 'second-factor-wrong', facts: { left: String(TRIES_MAX - tries) } });
  });
}
