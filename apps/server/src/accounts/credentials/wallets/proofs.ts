import { createHash, randomBytes } from 'node:crypto';
import {
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  ok,
  plusMs,
} from '@candor/kernel';
import type { Failure, StepUpAction, WalletChain, WalletProof } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import type { ContractWallets } from './contract-wallets.ts';
import { canonicalAddress, signerOf, signingHash } from './crypto.ts';
import { NONCE_MS, decideMessage, messageFor, statementOf } from './rules.ts';
import { composeSignInMessage, parseSignInMessage } from './sign-in-message.ts';
import {
  type NonceKey,
  insertKeyAddress,
  insertNonce,
  isKeyAddress,
  isNonceWaiting,
  takeNonce,
} from './store.ts';

/** What proofs are made and checked with. */
export type ProofDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly contractWallets: ContractWallets;
  /** Origins of our own pages; a message made for any other place is refused. */
  origins(): readonly string[];
};

/** Who signs, and what for; the account it is about where there is one. */
export type ProofPurpose =
  | { readonly kind: 'login' }
  | { readonly kind: 'link' | 'authorize'; readonly userId: UserId }
  | {
      readonly kind: 'step-up';
      readonly userId: UserId;
      readonly action: StepUpAction;
      readonly challenge: string;
    };

/** The text to sign, and until when. */
export type SignatureParams = {
  readonly message: string;
  readonly nonce: string;
  readonly expiresAt: UnixMs;
};

/** A signature that fits, before it was used up. */
export type Proved = {
  readonly chain: WalletChain;
  readonly address: string;
  /** What signed: the address's own key, or a contract that says the signature is good. */
  readonly signer: 'key' | 'contract';
  /** Uses it up, in the transaction of the action it allows: of all who try, one is told true. */
  take(tx: Tx, at: UnixMs): Promise<boolean>;
};

type Unconfirmed = Failure<'sign-in-unconfirmed'>;

/** One refusal for whatever does not fit: who forges learns nothing of how far it came. */
export const UNCONFIRMED: Unconfirmed = { name: 'sign-in-unconfirmed' };

/** Letters and digits, as the grammar of a nonce asks for; 128 bits. @source RELIABILITY P27 */
const NONCE_BYTES = 16;
const newNonce = (): string => randomBytes(NONCE_BYTES).toString('hex');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

function keyOf(
  purpose: ProofPurpose,
  text: { chain: WalletChain; address: string; nonce: string; message: string },
): NonceKey {
  return {
    hash: sha256(text.nonce),
    purpose: purpose.kind,
    userId: purpose.kind === 'login' ? null : purpose.userId,
    // The action is part of it: a signature for one action confirms no other.
    challengeHash:
      purpose.kind === 'step-up' ? sha256(`${purpose.action} ${purpose.challenge}`) : null,
    chain: text.chain,
    address: text.address,
    messageHash: sha256(text.message),
  };
}

/**
 * Writes the text a wallet is to sign, and remembers it until it is signed or over.
 *
 * @failure unreadable — the address is none of its chain
 */
export async function askSignature(
  deps: ProofDeps,
  params: {
    readonly chain: WalletChain;
    readonly address: string;
    readonly origin: string;
    readonly purpose: ProofPurpose;
    /** Of the account it is about; null before a user logs in. */
    readonly username: string | null;
  },
): Promise<Result<SignatureParams, Failure<'unreadable'>>> {
  const { chain, origin, purpose, username } = params;
  const address = await canonicalAddress(chain, params.address);
  if (address === null) return fail({ name: 'unreadable', field: 'address' });
  const issuedAt = deps.clock.now();
  const nonce = newNonce();
  const statement = statementOf(purpose, username ?? '');
  const fields = messageFor({ chain, address, statement, origin, nonce, issuedAt });
  const message = composeSignInMessage(fields);
  const expiresAt = plusMs(issuedAt, NONCE_MS);
  const key = keyOf(purpose, { chain, address, nonce, message });
  await deps.db.transaction((tx) => insertNonce(tx, key, { at: issuedAt, expiresAt }));
  return ok({ message, nonce, expiresAt });
}

/**
 * Uses up a signature of the address's own key, and remembers that it has one: a node that
 * later answers for the chain, and was taken over, opens nothing in that address's name.
 */
async function takeByKey(tx: Tx, key: NonceKey, at: UnixMs): Promise<boolean> {
  if (!(await takeNonce(tx, key, at))) return false;
  if (key.chain === 'ethereum') await insertKeyAddress(tx, key.address, at);
  return true;
}

/**
 * Whether a signature proves that a wallet is its owner's: the text is one of ours for this
 * purpose, account, site, chain and moment, unchanged, and the wallet signed it.
 *
 * @failure sign-in-unconfirmed — anything that does not fit
 */
export async function checkProof(
  deps: ProofDeps,
  proof: WalletProof,
  purpose: ProofPurpose,
): Promise<Result<Proved, Unconfirmed>> {
  const { chain, message: text, signature } = proof;
  const message = parseSignInMessage(chain, text);
  if (message === null) return fail(UNCONFIRMED);
  const now = deps.clock.now();
  if (!decideMessage(message, { origins: deps.origins(), now }).ok) return fail(UNCONFIRMED);
  const { address, nonce } = message;
  if ((await canonicalAddress(chain, address)) !== address) return fail(UNCONFIRMED);
  const key = keyOf(purpose, { chain, address, nonce, message: text });
  // Before the chain is asked: nobody makes us ask it about a text that is none of ours.
  if (!(await isNonceWaiting(deps.db, key, now))) return fail(UNCONFIRMED);
  const proved = { chain, address };
  if ((await signerOf(chain, { message: text, signature })) === address) {
    return ok({ ...proved, signer: 'key', take: (tx, at) => takeByKey(tx, key, at) });
  }
  if (chain !== 'ethereum' || (await isKeyAddress(deps.db, address))) return fail(UNCONFIRMED);
  const hash = await signingHash(chain, text);
  const isAccepted = await deps.contractWallets.accepts({ address, hash, signature });
  if (!isAccepted) return fail(UNCONFIRMED);
  return ok({
    ...proved,
    signer: 'contract',
    // Its key may have signed while the node was asked.
    take: async (tx, at) => !(await isKeyAddress(tx, address)) && takeNonce(tx, key, at),
  });
}
