import {
  type Money,
  type Result,
  type UnixMs,
  type UserId,
  ensure,
  money,
  ok,
  plusMs,
} from '@candor/kernel';
import { type Failure, isCarried } from '@candor/protocol';
import { findWithdrawalBrakes } from '../../accounts/index.ts';
import { decideFree } from '../../exchange/index.ts';
import { type AccountHoldings, accountKey, findHoldings } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import { type AskedParams, type AskedFacts, WINDOW_MS } from './asking/rules.ts';
import type { WithdrawalDeps } from './deps.ts';
import { sumRecent } from './request-store.ts';
import { isPaid, termsNow } from './terms.ts';

type OfAsset = { readonly userId: UserId; readonly asset: Money['asset'] };

const accountOf = (userId: UserId) => ({ userId, mode: 'real' }) as const;

/** What accounts hold, and where those stand of which USDT is asked for. */
type FoundAccounts = {
  readonly holdings: ReadonlyMap<string, AccountHoldings>;
  readonly margins: Awaited<ReturnType<WithdrawalDeps['contracts']['accountMargins']>>;
};

async function readAccounts(
  deps: WithdrawalDeps,
  sql: Sql,
  asked: readonly OfAsset[],
): Promise<FoundAccounts> {
  const accounts = [...new Set(asked.map(({ userId }) => userId))].map(accountOf);
  const inUsdt = asked.filter(({ asset }) => asset === 'USDT').map(({ userId }) => userId);
  const [holdings, margins] = await Promise.all([
    findHoldings(sql, accounts),
    inUsdt.length === 0
      ? new Map()
      : deps.contracts.accountMargins(sql, [...new Set(inUsdt)].map(accountOf)),
  ]);
  return { holdings, margins };
}

/** What of an asset may leave: free margin of USDT, cash of the others. */
function decideLeaving(
  deps: WithdrawalDeps,
  { userId, asset }: OfAsset,
  { holdings, margins }: FoundAccounts,
): Result<Money, Failure> {
  const key = accountKey(accountOf(userId));
  if (asset !== 'USDT') {
    const cash = holdings.get(key)?.[asset]?.['user:cash'] ?? 0n;
    return decideFree(asset, { margin: null, cash });
  }
  const margin = margins.get(key)?.margin;
  if (margin === undefined) return ok(money('USDT', 0n));
  return deps.contracts.unjudged.watch(decideFree(asset, { margin, cash: 0n }));
}

/**
 * What of an asset may leave an account: free margin of USDT, cash of the others.
 *
 * @failure not-tradable-now — why: unjudgeable · codes: contracts of these have no price
 */
export async function freeToLeave(
  deps: WithdrawalDeps,
  sql: Sql,
  of: OfAsset,
): Promise<Result<Money, Failure>> {
  return decideLeaving(deps, of, await readAccounts(deps, sql, [of]));
}

function owedOf(held: AccountHoldings | undefined): ReadonlyMap<string, bigint> {
  const owed = Object.entries(held ?? {}).map(
    ([asset, one]) => [asset, -(one['user:reversed'] ?? 0n)] as const,
  );
  return new Map(owed.filter(([, units]) => units > 0n));
}

/**
 * What users owe of deposits a chain took back, by asset: staff look at withdrawals until it is settled.
 *
 * @units units of each asset
 */
export async function findOwedOf(
  sql: Sql,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, ReadonlyMap<string, bigint>>> {
  const held = await findHoldings(sql, userIds.map(accountOf));
  return new Map(
    userIds.map((userId) => [userId, owedOf(held.get(accountKey(accountOf(userId))))]),
  );
}

/** The same of one user. @units units of each asset */
export async function findOwed(sql: Sql, userId: UserId): Promise<ReadonlyMap<string, bigint>> {
  return ensure((await findOwedOf(sql, [userId])).get(userId), 'every user asked for is answered');
}

/** Whether more is owed now than was known. */
export function owesMore(
  owed: ReadonlyMap<string, bigint>,
  known: ReadonlyMap<string, bigint>,
): boolean {
  return [...owed].some(([asset, units]) => units > (known.get(asset) ?? 0n));
}

/** The same as one text, as it is kept. */
export function owedText(owed: ReadonlyMap<string, bigint>): string {
  return [...owed]
    .map(([asset, units]) => `${asset}:${units}`)
    .toSorted()
    .join(' ');
}

/** What was kept. @units units of each asset */
export function readOwed(text: string): ReadonlyMap<string, bigint> {
  const parts = text.split(' ').filter((part) => part !== '');
  return new Map(
    parts.map((part) => {
      const [asset = '', units = '0'] = part.split(':');
      return [asset, BigInt(units)];
    }),
  );
}

/** What is known of who asks, and whether a chain took back what they were credited. */
export type ReadFacts = AskedFacts & { readonly isReversed: boolean };

/** Reads what withdrawals are judged by, of all that are asked for at once, in their order. */
export async function readAsked(
  deps: WithdrawalDeps,
  sql: Sql,
  asked: readonly Pick<AskedParams, 'userId' | 'body'>[],
  at: UnixMs,
): Promise<readonly ReadFacts[]> {
  const userIds = [...new Set(asked.map(({ userId }) => userId))];
  const wanted = asked.map(({ userId, body }) => ({ userId, asset: body.asset }));
  // None of these needs another's answer: they travel together.
  const [entries, brakes, recents, found] = await Promise.all([
    deps.book.findEntries(
      sql,
      asked.map(({ userId, body }) => ({ userId, id: body.addressId })),
    ),
    findWithdrawalBrakes(sql, { userIds, at }),
    sumRecent(sql, { userIds, since: plusMs(at, -WINDOW_MS) }),
    readAccounts(deps, sql, wanted),
  ]);
  return asked.map(({ userId, body }, index): ReadFacts => {
    const { asset, network } = body;
    const { freeze, hasSecondFactor } = ensure(brakes.get(userId), 'every owner is answered');
    return {
      terms: isCarried(network, asset) ? termsNow(deps.parameters, { network, asset }) : null,
      isPaid: isPaid(deps, network),
      entry: entries[index] ?? null,
      freeze,
      hasSecondFactor,
      recent: ensure(recents.get(userId), 'every owner is answered'),
      free: () => decideLeaving(deps, { userId, asset }, found),
      isReversed: owedOf(found.holdings.get(accountKey(accountOf(userId)))).size > 0,
    };
  });
}
