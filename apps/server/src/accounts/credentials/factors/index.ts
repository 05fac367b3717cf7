/** Second factors, confirmations of actions, and the sign-in that asks for them. */
import type { Result, SessionId, UserId, UnixMs } from '@candor/kernel';
import type { Failure, PasskeyOffer, StepUpAction, WalletProof } from '@candor/protocol';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { TokenPair } from '../../sessions/index.ts';
import type { ClientOrigin, SignedInOwner } from '../../account/index.ts';
import type { FactorAnswer } from './challenges.ts';
import {
  type Deps,
  beginPasskey,
  beginTotp,
  confirmTotp,
  finishPasskey,
  finishSecond,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from './commands.ts';
import {
  type Proof,
  type StepUp,
  type StepUpQuestion,
  askStepUp,
  findAction,
  proveStepUp,
} from './step-ups.ts';
export { haveStepUps, spendStepUp, spendStepUps } from './step-up.ts';
export { enter } from './sign-in.ts';
export { countPasswordGuess, forgivePasswordGuess, type FactorAnswer } from './challenges.ts';
export { findMeans, findMeansOf } from './factors-store.ts';

/** What an owner may confirm an action with. */
export type ProofGiven =
  | FactorAnswer
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'wallet'; readonly proof: WalletProof }
  | { readonly kind: 'social' };

/** Proofs that other parts of the capability keep. */
export type OtherProofs = {
  /** Whether it is the password of this account. */
  checkPassword(userId: UserId, password: string): Promise<boolean>;
  /**
   * Checks that a wallet of this account signed for this question; `take` uses the signature up.
   *
   * @failure sign-in-unconfirmed — it does not fit, or is no wallet of this account
   */
  checkWallet(params: {
    userId: UserId;
    action: StepUpAction;
    challenge: string;
    proof: WalletProof;
  }): Promise<
    Result<{ take(tx: Tx, at: UnixMs): Promise<boolean> }, Failure<'sign-in-unconfirmed'>>
  >;
  /** Uses up that the session began by a fresh sign-in elsewhere; false when it did not. */
  takeFreshSocial(
    tx: Tx,
    of: { userId: UserId; sessionId: SessionId; at: UnixMs },
  ): Promise<boolean>;
};

type Confirmed = SignedInOwner & { readonly stepUp: string | undefined };

/** Second factors and confirmations. */
export type Factors = {
  /** Begins the session whose first proof was given, for one right answer. */
  second(given: {
    challenge: string;
    answer: FactorAnswer;
    place: ClientOrigin;
  }): Promise<Result<TokenPair, Failure>>;
  /** Asks the owner to confirm one action with the strongest proof there is. */
  askStepUp(params: {
    userId: UserId;
    action: StepUpAction;
    subject: string | null;
  }): Promise<StepUpQuestion>;
  /** Takes that proof and answers the confirmation. */
  proveStepUp(
    given: SignedInOwner & { challenge: string; proof: ProofGiven },
  ): Promise<Result<StepUp, Failure>>;
  /** The secret of a new code app. */
  beginTotp(who: Confirmed): ReturnType<typeof beginTotp>;
  /** Turns that app on; answers recovery codes where the account had none. */
  confirmTotp(who: SignedInOwner & { code: string }): ReturnType<typeof confirmTotp>;
  removeTotp(who: Confirmed): ReturnType<typeof removeTotp>;
  beginPasskey(who: Confirmed): ReturnType<typeof beginPasskey>;
  finishPasskey(
    who: SignedInOwner & { challenge: string; name: string; offer: PasskeyOffer },
  ): ReturnType<typeof finishPasskey>;
  removePasskey(who: Confirmed & { id: string }): ReturnType<typeof removePasskey>;
  renewRecoveryCodes(who: Confirmed): ReturnType<typeof renewRecoveryCodes>;
};

/** Puts the part together; `pages` are our own, `sealing` keeps the secrets of code apps. */
export function createFactors(deps: Deps & { readonly others: OtherProofs }): Factors {
  const { db, clock, others } = deps;

  /** Checks what is slow about a proof before anything is locked. */
  async function checked(
    who: SignedInOwner,
    { challenge, proof }: { challenge: string; proof: ProofGiven },
  ): Promise<Proof> {
    const { userId, sessionId } = who;
    if (proof.kind === 'password') {
      return { kind: 'password', isRight: await others.checkPassword(userId, proof.password) };
    }
    if (proof.kind === 'wallet') {
      const action = await findAction(db, { challenge, userId, at: clock.now() });
      const signed =
        action === null
          ? null
          : await others.checkWallet({ userId, action, challenge, proof: proof.proof });
      const take = signed?.ok === true ? signed.value.take : async () => false;
      return { kind: 'wallet', take };
    }
    if (proof.kind === 'social') {
      const take: (tx: Tx, at: UnixMs) => Promise<boolean> = (tx, at) =>
        others.takeFreshSocial(tx, { userId, sessionId, at });
      return { kind: 'social', take };
    }
    return proof;
  }

  return {
    second: (given) => finishSecond(deps, given),
    askStepUp: (params) => askStepUp(db, { ...params, at: clock.now() }),
    async proveStepUp(given) {
      const proof = await checked(given, given);
      return proveStepUp(deps, { ...given, proof, at: clock.now() });
    },
    beginTotp: (who) => beginTotp(deps, who),
    confirmTotp: (who) => confirmTotp(deps, who),
    removeTotp: (who) => removeTotp(deps, who),
    beginPasskey: (who) => beginPasskey(deps, who),
    finishPasskey: (who) => finishPasskey(deps, who),
    removePasskey: (who) => removePasskey(deps, who),
    renewRecoveryCodes: (who) => renewRecoveryCodes(deps, who),
  };
}
