import {
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import type { Failure, WalletChain, WalletProof, cashierBook } from '@candor/protocol';
import type { z } from 'zod';
import { type ClientOrigin, type Wallets, recordSecurity } from '../../accounts/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import {
  type AuthorizationRow,
  findNewest,
  insertAuthorization,
  revokeAll,
} from './authorization-store.ts';
import { lockBook } from './book-store.ts';
import { AUTHORIZATION_MS, CONTRACT_MS } from './rules.ts';

type WithdrawalAuth = z.infer<typeof cashierBook.WithdrawalAuth>;

/** What authorizations are made and checked with. */
export type AuthorizationDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly wallets: Pick<Wallets, 'checkAuthorization'>;
};

const UNCONFIRMED: Failure<'sign-in-unconfirmed'> = { name: 'sign-in-unconfirmed' };

const NONE: WithdrawalAuth = {
  status: 'none',
  address: null,
  chain: null,
  expiresAt: null,
  signer: null,
};

function authFrom(row: AuthorizationRow | null, now: UnixMs): WithdrawalAuth {
  if (row === null) return NONE;
  const { chain, address, signer, expires_at: expiresAt, used_by: usedBy } = row;
  const live = usedBy !== null || expiresAt <= now ? 'expired' : 'authorized';
  const status = row.revoked_at === null ? live : 'revoked';
  return { status, address, chain, expiresAt, signer };
}

/** The authorizations of wallets. */
export function createAuthorizations({ db, clock, wallets }: AuthorizationDeps) {
  return {
    /** What a user's wallet signed last, of one chain where it is said. */
    async find(userId: UserId, chain: WalletChain | null): Promise<WithdrawalAuth> {
      return authFrom(await findNewest(db, userId, chain), clock.now());
    },
    /**
     * Takes a signature that shows that a wallet is the user's, once. A key's counts ninety days, a
     * contract's for the withdrawal that follows.
     *
     * @failure sign-in-unconfirmed — it does not fit this user, wallet, chain and moment
     */
    async authorize(given: {
      readonly userId: UserId;
      readonly proof: WalletProof;
      readonly place: ClientOrigin;
    }): Promise<Result<WithdrawalAuth, Failure<'sign-in-unconfirmed'>>> {
      const { userId, proof, place } = given;
      const checked = await wallets.checkAuthorization({ userId, proof });
      if (!checked.ok) return checked;
      const { chain, address, signer, take } = checked.value;
      const { message, signature } = proof;
      const at = clock.now();
      const expiresAt = plusMs(at, signer === 'key' ? AUTHORIZATION_MS : CONTRACT_MS);
      return db.transaction(async (tx) => {
        await lockBook(tx, userId);
        if (!(await take(tx, at))) return fail(UNCONFIRMED);
        const signed = { chain, address, signer, message, signature, at, expiresAt };
        await insertAuthorization(tx, { ...signed, userId, id: newUuid(at) });
        const facts = { chain, address };
        await recordSecurity(tx, { userId, kind: 'wallet-authorized', place, facts, at });
        return ok({ status: 'authorized', chain, address, expiresAt, signer });
      });
    },
    /**
     * Takes authorizations back, of one chain where it is said: a withdrawal asks for the next one.
     *
     * @failure not-found — none is in force
     */
    revoke(given: {
      readonly userId: UserId;
      readonly chain: WalletChain | null;
      readonly place: ClientOrigin;
    }): Promise<Result<null, Failure<'not-found'>>> {
      const { userId, chain, place } = given;
      const at = clock.now();
      return db.transaction(async (tx) => {
        await lockBook(tx, userId);
        const revoked = await revokeAll(tx, { userId, chain, at });
        for (const facts of new Map(
          revoked.map((one) => [`${one.chain} ${one.address}`, one]),
        ).values()) {
          await recordSecurity(tx, { userId, kind: 'authorization-revoked', place, facts, at });
        }
        return revoked.length === 0 ? fail({ name: 'not-found' }) : ok(null);
      });
    },
  };
}

/** The authorizations of wallets. */
export type Authorizations = ReturnType<typeof createAuthorizations>;
