import { type Result, type UnixMs, type UserId, ensure, fail, newUuid, ok } from '@candor/kernel';
import type { Failure, LinkedWallet, WalletChain, WalletProof } from '@candor/protocol';
import type { Parameters } from '../../../parameters/index.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import {
  type ClientOrigin,
  freeUsername,
  openAccount,
  type AccountRow,
  findById,
  lockSignInMethods,
  hasAnotherSignInMethod,
} from '../../account/index.ts';
import { recordSecurity } from '../../audit/index.ts';
import { enter, spendStepUp } from '../factors/index.ts';
import type { Entered } from '../../sessions/index.ts';
import { type ProofDeps, type Proved, UNCONFIRMED, checkProof } from './proofs.ts';
import { insertWallet, listWallets, lockWallet, touchWallet, unlinkWalletOf } from './store.ts';

/** What every command of this part works with. */
export type Deps = ProofDeps & { readonly parameters: Parameters };

/** Wallets one account may have. */
export const WALLETS_MAX = 10;

const NAME_PREFIX: Readonly<Record<WalletChain, string>> = { ethereum: 'eth', tron: 'tron' };

/** Opens an account without a password, which this wallet opens from now on. */
async function openByWallet(
  tx: Tx,
  deps: Deps,
  opening: { proved: Proved; language: string; at: UnixMs },
): Promise<AccountRow> {
  const { proved, language, at } = opening;
  const { chain, address } = proved;
  const username = await freeUsername(tx, NAME_PREFIX[chain]);
  const opened = await openAccount(tx, deps, { username, passwordHash: null, language, at });
  // Nobody can guess the name in the moment since it was looked for.
  const account = ensure(opened, 'a generated user name is free');
  await insertWallet(tx, {
    userId: account.user_id as UserId,
    id: newUuid(at),
    chain,
    address,
    at,
  });
  return account;
}

/**
 * Begins a session for who signed, or asks for the second factor; a wallet that opens no account
 * gets one.
 *
 * @failure sign-in-unconfirmed — the message or its signature does not fit, or came twice
 * @failure account-disabled — the wallet opens an account that is switched off or closed
 */
export async function logInByWallet(
  deps: Deps,
  params: WalletProof & { readonly language: string },
  place: ClientOrigin,
): Promise<Result<Entered, Failure>> {
  const checked = await checkProof(deps, params, { kind: 'login' });
  if (!checked.ok) return checked;
  const proved = checked.value;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    if (!(await proved.take(tx, at))) return fail(UNCONFIRMED);
    const wallet = await lockWallet(tx, proved.chain, proved.address);
    if (wallet === null) {
      const account = await openByWallet(tx, deps, { proved, language: params.language, at });
      return enter(tx, { account, way: 'wallet', place, at, isOpened: true });
    }
    const account = await findById(tx, wallet.user_id as UserId);
    await touchWallet(tx, wallet, at);
    const owner = ensure(account, 'a wallet belongs to an account');
    return enter(tx, { account: owner, way: 'wallet', place, at });
  });
}

/** Ends the transaction without any of its writes, with a refusal. */
class Undone extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.name);
    this.failure = failure;
  }
}

/** Runs an action whose refusals leave nothing behind: a step-up or a signature is not used up. */
async function allOrNothing<Value>(
  deps: Deps,
  act: (tx: Tx) => Promise<Value>,
): Promise<Result<Value, Failure>> {
  try {
    return ok(await deps.db.transaction(act));
  } catch (error) {
    if (error instanceof Undone) return fail(error.failure);
    throw error;
  }
}

/** What an owner asks of one of the account's wallets. */
export type OwnerCommand = {
  readonly userId: UserId;
  readonly stepUp: string | undefined;
  readonly place: ClientOrigin;
};

/**
 * Adds a wallet as a way into an account.
 *
 * @failure sign-in-unconfirmed — the message or its signature does not fit, or came twice
 * @failure second-factor-needed — no step-up for linking a wallet
 * @failure already-linked — the wallet opens an account, this one or another
 * @failure limit-reached — the account has as many wallets as one may have
 */
export async function linkWallet(
  deps: Deps,
  params: OwnerCommand & { readonly proof: WalletProof },
): Promise<Result<LinkedWallet, Failure>> {
  const { userId, stepUp, place } = params;
  const purpose = { kind: 'link', userId } as const;
  const checked = await checkProof(deps, params.proof, purpose);
  if (!checked.ok) return checked;
  const { chain, address, take } = checked.value;
  const at = deps.clock.now();
  return allOrNothing(deps, async (tx) => {
    if (!(await take(tx, at))) throw new Undone(UNCONFIRMED);
    const confirmed = await spendStepUp(tx, {
      userId,
      action: 'wallet-link',
      subject: null,
      stepUp,
      at,
    });
    if (!confirmed.ok) throw new Undone(confirmed.failure);
    if ((await lockWallet(tx, chain, address)) !== null) {
      throw new Undone({ name: 'already-linked' });
    }
    // A command that links another one at this moment counts after this one.
    await lockSignInMethods(tx, userId);
    if ((await listWallets(tx, userId)).length >= WALLETS_MAX) {
      const facts = { what: 'wallets', max: String(WALLETS_MAX) };
      throw new Undone({ name: 'limit-reached', facts });
    }
    const wallet = { id: newUuid(at), chain, address };
    await insertWallet(tx, { ...wallet, userId, at });
    const facts = { chain, address };
    await recordSecurity(tx, { userId, kind: 'wallet-linked', place, facts, at });
    return { ...wallet, createdAt: at };
  });
}

/**
 * Takes a wallet away as a way into an account.
 *
 * @failure not-found — not a wallet of this account
 * @failure second-factor-needed — no step-up for unlinking this wallet
 * @failure last-way-in — nothing else would let the owner in
 */
export async function unlinkWallet(
  deps: Deps,
  params: OwnerCommand & { readonly id: string },
): Promise<Result<null, Failure>> {
  const { userId, stepUp, place, id } = params;
  const at = deps.clock.now();
  return allOrNothing(deps, async (tx) => {
    const isLast = !(await hasAnotherSignInMethod(tx, userId));
    const wallet = await unlinkWalletOf(tx, { userId, id, at });
    if (wallet === null) throw new Undone({ name: 'not-found' });
    const action = 'wallet-unlink';
    const confirmed = await spendStepUp(tx, { userId, action, subject: id, stepUp, at });
    if (!confirmed.ok) throw new Undone(confirmed.failure);
    if (isLast) throw new Undone({ name: 'last-way-in' });
    const facts = { chain: wallet.chain, address: wallet.address };
    await recordSecurity(tx, { userId, kind: 'wallet-unlinked', place, facts, at });
    return null;
  });
}
