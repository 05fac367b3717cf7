import {
  type Money,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  formatMoney,
  money,
  ok,
  parseMoney,
  plusMs,
} from '@candor/kernel';
import { type WithdrawalTerms, leastWithdrawal, refuseWithdrawal } from '@candor/pricing';
import { type Failure, type WithdrawBody, isCarried } from '@candor/protocol';
import { findWithdrawalBrakes } from '../../accounts/index.ts';
import { decideFree } from '../../exchange/index.ts';
import { accountKey, findHoldings } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { WithdrawalAddress, WithdrawalDeps } from './deps.ts';
import { PER_DAY_MAX, WINDOW_MS } from './rules.ts';
import { type Recent, sumRecent } from './request-store.ts';
import { isPaid, termsNow } from './terms.ts';

/** What is asked for, once it may be. */
export type JudgedRequest = {
  readonly entry: WithdrawalAddress;
  readonly amount: Money;
  readonly terms: WithdrawalTerms;
  /** What its owner asked for within a day before. */
  readonly recent: Recent;
};

type Body = Pick<WithdrawBody, 'asset' | 'network' | 'addressId' | 'amount'>;

type OfAsset = { readonly userId: UserId; readonly asset: Money['asset'] };

/** Reads what of an asset may leave; what it answers says so, and is asked where that is what decides. */
async function readFree(
  deps: WithdrawalDeps,
  sql: Sql,
  { userId, asset }: OfAsset,
): Promise<() => Result<Money, Failure>> {
  const account = { userId, mode: 'real' } as const;
  const key = accountKey(account);
  if (asset !== 'USDT') {
    const held = (await findHoldings(sql, [account])).get(key)?.[asset]?.['user:cash'] ?? 0n;
    return () => decideFree(asset, { margin: null, cash: held });
  }
  const margin = (await deps.contracts.accountMargins(sql, [account])).get(key)?.margin;
  return () =>
    margin === undefined
      ? ok(money('USDT', 0n))
      : deps.contracts.unjudged.watch(decideFree(asset, { margin, cash: 0n }));
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
  return (await readFree(deps, sql, of))();
}

/**
 * What a user owes of deposits a chain took back, by asset: staff look at withdrawals until it is settled.
 *
 * @units units of each asset
 */
export async function findOwed(sql: Sql, userId: UserId): Promise<ReadonlyMap<string, bigint>> {
  const account = { userId, mode: 'real' } as const;
  const held = (await findHoldings(sql, [account])).get(accountKey(account));
  const owed = Object.entries(held ?? {}).map(
    ([asset, one]) => [asset, -(one['user:reversed'] ?? 0n)] as const,
  );
  return new Map(owed.filter(([, units]) => units > 0n));
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

/** Whether a user owes any of it. */
export async function hasReversed(sql: Sql, userId: UserId): Promise<boolean> {
  return (await findOwed(sql, userId)).size > 0;
}

/** Whether an address of the user may be paid now. */
function decideDestination(
  entry: WithdrawalAddress | null,
  asked: { readonly userId: UserId; readonly body: Body; readonly at: UnixMs },
): Result<WithdrawalAddress, Failure> {
  const { userId, body, at } = asked;
  const isTheirs =
    entry !== null &&
    entry.userId === userId &&
    entry.asset === body.asset &&
    entry.network === body.network;
  if (!isTheirs) return fail({ name: 'not-found', field: 'addressId' });
  if (entry.needsProof) return fail({ name: 'wallet-authorization-first', field: 'addressId' });
  if (entry.usableAt <= at) return ok(entry);
  const facts = { until: String(entry.usableAt) };
  return fail({ name: 'address-not-usable-yet', field: 'addressId', facts });
}

/** Whether an amount may leave, with what its sentence needs. */
function decideAmount(
  amount: Money,
  { free, terms }: { readonly free: Money; readonly terms: WithdrawalTerms },
): Result<null, Failure> {
  const why = refuseWithdrawal({ amount, free }, terms);
  if (why === null) return ok(null);
  const field = 'amount';
  if (why === 'short') {
    const facts = { need: formatMoney(amount), have: formatMoney(free) };
    return fail({ name: 'free-margin-short', field, facts });
  }
  const least = formatMoney(leastWithdrawal(terms));
  return fail({ name: 'quantity-refused', field, facts: { why, least, all: formatMoney(free) } });
}

/**
 * Whether a withdrawal may be asked for now.
 *
 * @failure method-missing — the network does not carry the asset
 * @failure not-yet-open — the operator reads no node of the network, or no wallet pays there
 * @failure second-factor-needed — why: none · the owner has none
 * @failure not-found — no address of this user for this asset and network
 * @failure wallet-authorization-first · address-not-usable-yet — of the address
 * @failure user-status-forbids — the owner's own freeze is in force
 * @failure limit-reached — so many were asked for within a day
 * @failure quantity-refused — finer than the asset, or why: minimum, costs, dust
 * @failure not-tradable-now — an open contract has no price
 * @failure free-margin-short — more than may leave
 */
export async function judgeAsked(
  deps: WithdrawalDeps,
  sql: Sql,
  asked: {
    readonly userId: UserId;
    readonly body: Body;
    readonly at: UnixMs;
    /** It leaves by this, and no quote alone is made: its owner needs a second factor. */
    readonly isFinal?: boolean;
  },
): Promise<Result<JudgedRequest, Failure>> {
  const { userId, body, at } = asked;
  const { asset, network } = body;
  const terms = termsNow(deps.parameters, { network, asset });
  if (terms === null || !isCarried(network, asset)) {
    return fail({ name: 'method-missing', field: 'network' });
  }
  if (!isPaid(deps, network)) return fail({ name: 'not-yet-open' });
  // None of these needs another's answer: they travel together.
  const [found, brakes, recent, readsFree] = await Promise.all([
    deps.book.findEntry(sql, { userId, id: body.addressId }),
    findWithdrawalBrakes(sql, { userId, at }),
    sumRecent(sql, { userId, since: plusMs(at, -WINDOW_MS) }),
    readFree(deps, sql, { userId, asset }),
  ]);
  const { freeze, hasSecondFactor } = brakes;
  if (asked.isFinal === true && !hasSecondFactor) {
    return fail({ name: 'second-factor-needed', field: 'stepUp', facts: { why: 'none' } });
  }
  const entry = decideDestination(found, asked);
  if (!entry.ok) return entry;
  if (freeze !== null) {
    const facts = { why: 'freeze', until: freeze.until === null ? 'none' : String(freeze.until) };
    return fail({ name: 'user-status-forbids', facts });
  }
  if (recent.asked >= PER_DAY_MAX) {
    const until = String(plusMs(recent.firstAt ?? at, WINDOW_MS));
    const facts = { what: 'withdrawals', max: String(PER_DAY_MAX), until };
    return fail({ name: 'limit-reached', facts });
  }
  const amount = parseMoney(body.amount, asset);
  if (amount === null) {
    return fail({ name: 'quantity-refused', field: 'amount', facts: { why: 'decimals' } });
  }
  const free = readsFree();
  if (!free.ok) return free;
  const may = decideAmount(amount, { free: free.value, terms });
  return may.ok ? ok({ entry: entry.value, amount, terms, recent }) : may;
}
