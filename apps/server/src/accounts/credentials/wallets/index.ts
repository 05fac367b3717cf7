/** Signing in and confirming with a wallet of Ethereum or Tron. */
import type { Result, UserId } from '@candor/kernel';
import type {
  Failure,
  LinkedWallet,
  StepUpAction,
  WalletChain,
  WalletProof,
} from '@candor/protocol';
import type { ClientOrigin } from '../../account/index.ts';
import type { Entered } from '../../sessions/index.ts';
import {
  type Deps,
  linkWallet,
  logInByWallet,
  unlinkWallet,
  type OwnerCommand,
} from './commands.ts';
import {
  type ProofPurpose,
  type Proved,
  type SignatureParams,
  askSignature,
  checkProof,
} from './proofs.ts';
import { listWallets } from './store.ts';

export { createContractWallets, noContractWallets } from './contract-wallets.ts';
export { askAtPage } from './pages.ts';

/** Signing in, linking and confirming by wallet. */
export type Wallets = {
  /**
   * The text to sign. `origin` is the page that asks, one of ours.
   *
   * @failure unreadable — the address is none of its chain
   */
  ask(params: {
    chain: WalletChain;
    address: string;
    origin: string;
    purpose: ProofPurpose;
    username: string | null;
  }): Promise<Result<SignatureParams, Failure<'unreadable'>>>;
  /** Begins a session for who signed; a wallet that opens no account gets one. */
  logIn(
    params: WalletProof & { readonly language: string },
    place: ClientOrigin,
  ): Promise<Result<Entered, Failure>>;
  /** Adds a wallet as a way into an account. */
  link(
    params: OwnerCommand & { readonly proof: WalletProof },
  ): Promise<Result<LinkedWallet, Failure>>;
  /** Takes a wallet away as a way into an account. */
  unlink(params: OwnerCommand & { readonly id: string }): Promise<Result<null, Failure>>;
  /**
   * Checks a signature that confirms an action in the place of a password; the caller takes it in
   * the transaction of the command.
   *
   * @failure sign-in-unconfirmed — it does not fit, or is no wallet of this account
   */
  checkStepUp(params: {
    userId: UserId;
    action: StepUpAction;
    challenge: string;
    proof: WalletProof;
  }): Promise<Result<Proved, Failure<'sign-in-unconfirmed'>>>;
  /**
   * Checks a signature that lets withdrawals of USDT go to the wallet; the caller takes it in the
   * transaction of the command.
   *
   * @failure sign-in-unconfirmed — it does not fit this user, wallet, chain and moment
   */
  checkAuthorization(params: {
    userId: UserId;
    proof: WalletProof;
  }): Promise<Result<Proved, Failure<'sign-in-unconfirmed'>>>;
  /** Origins of our own pages; the first one is that of a caller who is on none. */
  origins(): readonly string[];
};

/** Puts the part together. */
export function createWallets(deps: Deps): Wallets {
  return {
    ask: (params) => askSignature(deps, params),
    logIn: (params, place) => logInByWallet(deps, params, place),
    link: (params) => linkWallet(deps, params),
    unlink: (params) => unlinkWallet(deps, params),
    async checkStepUp({ proof, ...asked }) {
      const purpose = { kind: 'step-up', ...asked } as const;
      const checked = await checkProof(deps, proof, purpose);
      if (!checked.ok) return checked;
      const { chain, address } = checked.value;
      const owned = await listWallets(deps.db, asked.userId);
      const isOwn = owned.some((one) => one.chain === chain && one.address === address);
      return isOwn ? checked : { ok: false, failure: { name: 'sign-in-unconfirmed' } };
    },
    checkAuthorization: ({ userId, proof }) =>
      checkProof(deps, proof, { kind: 'authorize', userId }),
    origins: () => deps.origins(),
  };
}
