import type { UnixMs, UserId } from '@candor/kernel';
import { selfLimits as protocol } from '@candor/protocol';
import { type EntryKind, type Flow, sumFlows } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import { sumGiven } from './given-store.ts';
import { findLimits } from './limit-store.ts';
import { findPauses } from './pause-store.ts';
import {
  type ByPeriod,
  type Pause,
  type SelfLimit,
  addEach,
  amountAt,
  byPeriod,
  periodStarts,
} from './rules.ts';

/** What a user may not begin: the newest word on pauses, and the limits of real money. */
export type Brakes = {
  readonly pauses: readonly Pause[];
  readonly limits: readonly SelfLimit[];
};

const NONE: Brakes = { pauses: [], limits: [] };

/**
 * What restricts these users. Asked under the lock of one of a user's trading accounts it stays
 * true until the transaction ends: a transaction that changes it holds both.
 */
export async function findBrakes(
  sql: Sql,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, Brakes>> {
  const [pauses, limits] = await Promise.all([findPauses(sql, users), findLimits(sql, users)]);
  return new Map(
    users.map((userId) => {
      const own = { pauses: pauses.get(userId) ?? [], limits: limits.get(userId) ?? [] };
      return [userId, own.pauses.length + own.limits.length === 0 ? NONE : own];
    }),
  );
}

/** Whether a limit of real money holds, so that what was done so far has to be known. */
export function isLimited(brakes: Brakes, now: UnixMs): boolean {
  return brakes.limits.some((limit) => amountAt(limit, now) !== null);
}

/** Kinds of entries whose payments between a user and the house are what trading brought. */
const TRADING: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'contract-open',
  'contract-close',
  'contract-void',
  'financing',
  'protection',
  'option-settle',
  // Settled days of plans with the share of the house, and what leaving early costs.
  'plan-settle',
  'plan-exit',
]);

/** What a payment brings a user of what is the house's: in, out, or nothing. */
function gainOf({ from, to }: Flow): bigint {
  if (from.startsWith('house:') && to.startsWith('user:')) return 1n;
  if (to.startsWith('house:') && from.startsWith('user:')) return -1n;
  return 0n;
}

const sumOf = (flows: readonly Flow[], sign: (flow: Flow) => bigint): ByPeriod =>
  byPeriod(
    protocol.LIMIT_PERIODS.map((_, place) =>
      flows.reduce((sum, flow) => sum + sign(flow) * (flow.sums[place] ?? 0n), 0n),
    ),
  );

/** What the books say of the running periods of a user's real money. */
export type RealFlows = {
  /**
   * What trading brought after costs, contracts still open not counted, less what was given for tokens; below zero:
   * lost.
   */
  readonly brought: ByPeriod;
  /** What was given for tokens: bids that lead, and those that have bought, at the time of the bid. */
  readonly given: ByPeriod;
};

/** Adds up what a user's real account was paid in the running day, week and month. */
export async function findRealFlows(sql: Sql, userId: UserId, now: UnixMs): Promise<RealFlows> {
  const since = periodStarts(now);
  const [flows, given] = await Promise.all([
    sumFlows(sql, { userId, mode: 'real', asset: 'USDT', since }),
    sumGiven(sql, { userId, since }),
  ]);
  const traded = sumOf(flows, (flow) => (TRADING.has(flow.kind) ? gainOf(flow) : 0n));
  // What is given for a token does not come back by trading.
  const lost = byPeriod(given.map((units) => -units));
  return { brought: addEach(traded, lost), given: byPeriod(given) };
}
