import {
  ASSETS,
  type Clock,
  type Result,
  type SessionId,
  type UnixMs,
  type UserId,
  fail,
  formatMoney,
  money,
  ok,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import { type AccountHoldings, accountKey, findHoldings } from '../../../ledger/index.ts';
import type { Database, Sql, Tx } from '../../../platform/postgres/db.ts';
import { revokeSessions } from '../../sessions/index.ts';
import { holdRisk } from '../../safeguards/index.ts';
import { recordSecurity } from '../../audit/index.ts';
import { spendStepUp } from '../../credentials/factors/index.ts';
import { insertClosing, setStatus } from './closing-store.ts';
import type { SignedInOwner } from '../../account/index.ts';
import { type OpenThings, stillOpen } from '../changes/rules.ts';

/** What closing an account needs. */
export type ClosingDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Running contracts and options, orders that wait, of both trading accounts, and tokens that are not through. */
  readonly openOrders: (tx: Tx, userId: UserId) => Promise<Omit<OpenThings, 'money'>>;
  /** Tells who keeps documents that the relationship ended, in the transaction that ends it. */
  readonly onClosed: (tx: Tx, userId: UserId, at: UnixMs) => Promise<void>;
};

/** The first asset of which there is something, "12.5 USDT" without its name; null for nothing. */
function heldText(holdings: AccountHoldings | undefined): string | null {
  for (const asset of ASSETS) {
    const units = Object.values(holdings?.[asset] ?? {}).find(
      (one) => one !== undefined && one !== 0n,
    );
    if (units !== undefined) return `${formatMoney(money(asset, units))} ${asset}`;
  }
  return null;
}

/** What a real account holds, free or bound: "12.5 USDT"; null for nothing. */
export async function findRealMoney(sql: Sql, userId: UserId): Promise<string | null> {
  const real = { userId, mode: 'real' } as const;
  return heldText((await findHoldings(sql, [real])).get(accountKey(real)));
}

/**
 * Under the locks of both trading accounts: what is not open now is not opened before the commit.
 */
async function whatIsOpen(deps: ClosingDeps, tx: Tx, userId: UserId): Promise<OpenThings> {
  await holdRisk(tx, userId);
  const orders = await deps.openOrders(tx, userId);
  return { ...orders, money: await findRealMoney(tx, userId) };
}

/**
 * Closes an account for good: nobody enters it again, its sessions end, its books and records are
 * kept. Answers which sessions ended.
 *
 * @failure still-open — positions, orders that wait, tokens, or money in the real account
 * @failure second-factor-needed — no step-up made for this
 */
export function closeAccount(
  deps: ClosingDeps,
  params: SignedInOwner & { readonly stepUp: string | undefined; readonly reason: string },
): Promise<
  Result<SessionId[], Failure<'still-open' | 'second-factor-needed' | 'user-status-forbids'>>
> {
  const { userId, place, stepUp, reason } = params;
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const refusal = stillOpen(await whatIsOpen(deps, tx, userId));
    if (refusal !== null) return fail(refusal);
    const use = { userId, action: 'close-account', subject: null, stepUp, at } as const;
    const spent = await spendStepUp(tx, use);
    if (!spent.ok) return spent;
    // Of two askers at once the second finds it closed: both get what they asked for.
    if (await setStatus(tx, userId, 'closed')) {
      await insertClosing(tx, { userId, at, reason });
      await recordSecurity(tx, { userId, kind: 'account-closed', place, at });
      await deps.onClosed(tx, userId, at);
    }
    return ok(await revokeSessions(tx, { userId, which: 'all', by: 'closed', at }));
  });
}
