import { type Result, type UnixMs, type UserId, ensure, plusMs } from '@candor/kernel';
import type { ProofMethod, StepUpAction } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/session.ts';
import { type ClientOrigin, lockSignInMethods } from '../../account/index.ts';
import { noteRefused } from '../../audit/index.ts';
import { type ChallengeRow, findChallenge, insertStepUp, takeStepUp } from './challenge-store.ts';
import {
  type AnswerRefusal,
  type FactorAnswer,
  type FactorDeps,
  answerQuestion,
  ask,
  takeFactor,
} from './challenges.ts';
import { findMeans, listPasskeys } from './factors-store.ts';
import { askOptions } from '../../../platform/credentials/passkeys.ts';
import { type Means, STEP_UP_MS, proofMethods } from './rules.ts';

/** What a confirmation is asked for. */
export type StepUpParams = {
  readonly userId: UserId;
  readonly action: StepUpAction;
  readonly subject: string | null;
  readonly at: UnixMs;
};

/** The question, and what may answer it. */
export type StepUpQuestion = {
  readonly challenge: string;
  readonly methods: ProofMethod[];
  readonly passkeyOptions?: Record<string, unknown>;
  readonly expiresAt: UnixMs;
};

/** What an account has to prove its owner with. */
async function meansOf(tx: Tx, userId: UserId): Promise<Means> {
  const row = ensure(await findMeans(tx, userId), 'who is signed in has an account');
  const { hasPassword, wallets, services } = await lockSignInMethods(tx, userId);
  return {
    hasTotp: row.has_totp,
    passkeys: row.passkeys,
    recoveryLeft: row.recovery_left,
    hasPassword,
    hasWallet: wallets > 0,
    hasSocial: services > 0,
  };
}

/** Asks the owner to confirm one action, with the strongest proof the account has. */
export function askStepUp(db: Database, params: StepUpParams): Promise<StepUpQuestion> {
  const { userId, action, subject, at } = params;
  return db.transaction(async (tx) => {
    const methods = proofMethods(await meansOf(tx, userId), action);
    const purpose = { purpose: 'step-up', action, subject } as const;
    const { challenge, nonce, until } = await ask(tx, { userId, for: purpose, at });
    const question = { challenge, methods, expiresAt: until };
    if (!methods.includes('passkey')) return question;
    const passkeys = await listPasskeys(tx, userId);
    return { ...question, passkeyOptions: askOptions(nonce, passkeys) };
  });
}

/** The action a question of this user is about; null when it waits no more. */
export async function findAction(
  db: Database,
  params: { readonly challenge: string; readonly userId: UserId; readonly at: UnixMs },
): Promise<StepUpAction | null> {
  const { challenge, userId, at } = params;
  const hash = hashSecret(challenge);
  const question = await findChallenge(db, { hash, purpose: 'step-up', at });
  return question?.user_id === userId ? question.action : null;
}

/** A confirmation, as its owner gets it once. */
export type StepUp = { readonly stepUp: string; readonly expiresAt: UnixMs };

async function giveStepUp(tx: Tx, question: ChallengeRow, at: UnixMs): Promise<StepUp> {
  const stepUp = newSecret();
  const until = plusMs(at, STEP_UP_MS);
  await insertStepUp(tx, {
    hash: hashSecret(stepUp),
    userId: question.user_id as UserId,
    action: ensure(question.action, 'a confirmation is of an act'),
    subject: question.subject,
    at,
    until,
  });
  return { stepUp, expiresAt: until };
}

/** What the owner confirms with; what is slow about it was checked before. */
export type Proof =
  | FactorAnswer
  | { readonly kind: 'password'; readonly isRight: boolean }
  /** A wallet's signature, or a fresh sign-in; `take` uses it up, in the transaction. */
  | {
      readonly kind: 'wallet' | 'social';
      take(tx: Tx, at: UnixMs): Promise<boolean>;
    };

/**
 * Takes the proof of a confirmation and gives the confirmation for it. A proof weaker than the
 * strongest one of the account counts as a wrong one.
 *
 * @failure second-factor-wrong — it does not fit, or is not what was asked for
 * @failure challenge-over — not this user's, answered, five times tried, or too late
 * @failure codes-closed — a code of the app after a hundred wrong ones in a row
 * @failure too-many — too many wrong ones
 */
export function proveStepUp(
  deps: FactorDeps & { readonly db: Database },
  given: {
    readonly userId: UserId;
    readonly challenge: string;
    readonly proof: Proof;
    readonly place: ClientOrigin;
    readonly at: UnixMs;
  },
): Promise<Result<StepUp, AnswerRefusal>> {
  const { userId, challenge, proof, place, at } = given;
  return answerQuestion(deps.db, {
    challenge,
    purpose: 'step-up',
    userId,
    kind: proof.kind,
    place,
    at,
    async take(tx, { nonce, action }) {
      const asked = ensure(action, 'a confirmation is of an act');
      const methods = proofMethods(await meansOf(tx, userId), asked);
      if (!methods.includes(proof.kind)) return false;
      if (proof.kind === 'password') {
        // The guesser holds a session of the account: its owner finds the try in the history.
        if (!proof.isRight) noteRefused(deps.db, { userId, way: 'password', place, at });
        return proof.isRight;
      }
      if ('take' in proof) return proof.take(tx, at);
      return takeFactor(tx, deps, { userId, answer: proof, nonce, place, at });
    },
    open: (tx, question) => giveStepUp(tx, question, at),
  });
}

/** Whether a confirmation is of this action; it is gone then. */
export function isConfirmed(
  tx: Tx,
  use: StepUpParams & { readonly stepUp: string },
): Promise<boolean> {
  const { userId, action, subject, stepUp, at } = use;
  return takeStepUp(tx, { hash: hashSecret(stepUp), userId, action, subject, at });
}
