import {
  type Asset,
  type Result,
  type UnixMs,
  type UserId,
  ensure,
  fail,
  ok,
} from '@candor/kernel';
import type { MarginJudgement } from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import { decidePaused, findBrakes, pausesIn } from '../../accounts/index.ts';
import { type AccountHoldings, accountKey, findHoldings } from '../../ledger/index.ts';
import { type Verification, holdVerification } from '../../identity/index.ts';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { LoanDeps } from '../loan/deps.ts';

/** A borrower's account as a loan is decided on. */
export type BorrowerAccount = {
  readonly holdings: AccountHoldings;
  readonly margin: MarginJudgement;
  readonly cash: (asset: Asset) => bigint;
};

/** A borrower's real account as it is now; asked under its lock it stays true. */
export async function findAccount(
  sql: Sql,
  deps: LoanDeps,
  userId: UserId,
): Promise<BorrowerAccount> {
  const account = { userId, mode: 'real' } as const;
  const key = accountKey(account);
  const [found, margins] = await Promise.all([
    findHoldings(sql, [account]),
    deps.contracts.accountMargins(sql, [account]),
  ]);
  const holdings = ensure(found.get(key), 'the account is answered');
  return {
    holdings,
    margin: ensure(margins.get(key), 'the account is answered').margin,
    cash: (asset) => holdings[asset]['user:cash'] ?? 0n,
  };
}

/**
 * Whether a user was identified far enough to borrow.
 *
 * @failure identification-state-forbids — it waits to be looked at
 * @failure identity-not-verified
 * @source  PRODUCT 7; RELIABILITY L1
 */
function decideIdentified({
  state,
  level,
}: Pick<Verification, 'state' | 'level'>): Result<1 | 2, Failure> {
  if (state === 'pending') return fail({ name: 'identification-state-forbids' });
  if (state !== 'verified' || level === 0) return fail({ name: 'identity-not-verified' });
  return ok(level);
}

/**
 * Whether a user may begin a loan: identified, and not paused.
 *
 * @failure pauses and identification as they are refused there
 */
export async function decideBorrower(
  tx: Tx,
  { userId, now }: { readonly userId: UserId; readonly now: UnixMs },
): Promise<Result<1 | 2, Failure>> {
  const identified = decideIdentified(await holdVerification(tx, userId));
  if (!identified.ok) return identified;
  const brakes = await findBrakes(tx, [userId]);
  const paused = decidePaused(pausesIn('real', brakes.get(userId)?.pauses ?? []), now);
  return paused.ok ? identified : paused;
}
