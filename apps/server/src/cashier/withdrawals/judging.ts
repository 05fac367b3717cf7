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
import { sumRecent } from './store.ts';
import { isPaid, termsNow } from './terms.ts';

/** What is asked for, once it may be. */
export type JudgedRequest = {
  readonly entry: WithdrawalAddress;
  readonly amount: Money;
  readonly terms: WithdrawalTerms;
};

type Body = Pick<WithdrawBody, 'asset' | 'network' | 'addressId' | 'amount'>;

/**
 * What of an asset may leave an account: free margin of USDT, cash of the others.
 *
 * @failure not-tradable-now — why: unjudgeable · codes: contracts of these have no price
 */
export async function freeToLeave(
  deps: WithdrawalDeps,
  sql: Sql,
  { userId, asset }: { readonly userId: UserId; readonly asset: Money['asset'] },
): Promise<Result<Money, Failure>> {
  const account = { userId, mode: 'real' } as const;
  const key = accountKey(account);
  if (asset !== 'USDT') {
    const held = (await findHoldings(sql, [account])).get(key)?.[asset]?.['user:cash'] ?? 0n;
    return decideFree(asset, { margin: null, cash: held });
  }
  const margin = (await deps.contracts.accountMargins(sql, [account])).get(key)?.margin;
  if (margin === undefined) return ok(money('USDT', 0n));
  return deps.contracts.unjudged.watch(decideFree(asset, { margin, cash: 0n }));
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
async function findDestination(
  deps: WithdrawalDeps,
  sql: Sql,
  asked: { readonly userId: UserId; readonly body: Body; readonly at: UnixMs },
): Promise<Result<WithdrawalAddress, Failure>> {
  const { userId, body, at } = asked;
  const entry = await deps.book.findEntry(sql, { userId, id: body.addressId });
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
  asked: { readonly userId: UserId; readonly body: Body; readonly at: UnixMs },
): Promise<Result<JudgedRequest, Failure>> {
  const { userId, body, at } = asked;
  const { asset, network } = body;
  const terms = termsNow(deps.parameters, { network, asset });
  if (terms === null || !isCarried(network, asset)) {
    return fail({ name: 'method-missing', field: 'network' });
  }
  if (!isPaid(deps, network)) return fail({ name: 'not-yet-open' });
  const entry = await findDestination(deps, sql, asked);
  if (!entry.ok) return entry;
  const { freeze } = await findWithdrawalBrakes(sql, { userId, at });
  if (freeze !== null) {
    const facts = { why: 'freeze', until: freeze.until === null ? 'none' : String(freeze.until) };
    return fail({ name: 'user-status-forbids', facts });
  }
  const recent = await sumRecent(sql, { userId, since: plusMs(at, -WINDOW_MS) });
  if (recent.asked >= PER_DAY_MAX) {
    const until = String(plusMs(recent.firstAt ?? at, WINDOW_MS));
    const facts = { what: 'withdrawals', max: String(PER_DAY_MAX), until };
    return fail({ name: 'limit-reached', facts });
  }
  const amount = parseMoney(body.amount, asset);
  if (amount === null) {
    return fail({ name: 'quantity-refused', field: 'amount', facts: { why: 'decimals' } });
  }
  const free = await freeToLeave(deps, sql, { userId, asset });
  if (!free.ok) return free;
  const may = decideAmount(amount, { free: free.value, terms });
  return may.ok ? ok({ entry: entry.value, amount, terms }) : may;
}
