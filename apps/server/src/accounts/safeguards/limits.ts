import {
  type Clock,
  type Money,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  formatMoney,
  ok,
  parseMoney,
} from '@candor/kernel';
import type { Failure, Pause as SaidPause, SelfLimit as SaidLimit } from '@candor/protocol';
import type { Database } from '../../platform/postgres/db.ts';
import type { ClientOrigin } from '../account/index.ts';
import { recordSecurity } from '../audit/index.ts';
import { findLimits, putLimit } from './limit-store.ts';
import { findPauses, holdRisk, putPause } from './pause-store.ts';
import { findRealFlows } from './brakes.ts';
import {
  type ByPeriod,
  LIMITABLE,
  type LimitKind,
  type LimitPeriod,
  type OwnPause,
  type SelfLimit,
  amountAt,
  changedLimit,
  decidePause,
  isOwners,
  lossOf,
  pausesAt,
  periodEnd,
  periodStarts,
} from './rules.ts';

/** What is known of a user's real contracts where contracts are kept. */
export type RealRisk = {
  /** Size of what was opened since each of some moments. @units USDT units */
  opened(params: { userId: UserId; since: readonly UnixMs[] }): Promise<ByPeriod>;
  /** What open contracts are worth now; null while one has no price. @units USDT units */
  floating(userId: UserId): Promise<Money | null>;
};

/** What is known above of a user's real money: contracts, and what was paid in. */
export type RealUse = RealRisk & {
  /** What was credited in each running period; null while it could not be valued. @units USDT units */
  deposited(userId: UserId): Promise<ByPeriod | null>;
};

/** Limits and pauses a user sets themselves. */
export type Limits = {
  /** Every kind and period, set or not, with what is used of it. */
  list(userId: UserId, risk: RealUse): Promise<SaidLimit[]>;
  /** Sets a limit; answers from when it holds. @failure unreadable — finer than a unit */
  set(
    params: { userId: UserId; kind: LimitKind; period: LimitPeriod; amount: string | null },
    place: ClientOrigin | null,
  ): Promise<Result<{ effectiveAt: UnixMs }, Failure<'unreadable'>>>;
  /** What keeps a user from new risk now. */
  pauses(userId: UserId): Promise<SaidPause[]>;
  /** Begins, prolongs or shortens a pause; answers when it ends. @failure unreadable — see rules */
  pause(
    params: { userId: UserId; kind: OwnPause['kind']; until: UnixMs },
    place: ClientOrigin | null,
  ): Promise<Result<{ until: UnixMs }, Failure<'unreadable'>>>;
};

const unset = (kind: LimitKind, period: LimitPeriod): SelfLimit => ({
  kind,
  period,
  amount: null,
  next: null,
});

const find = (
  limits: readonly SelfLimit[],
  { kind, period }: Pick<SelfLimit, 'kind' | 'period'>,
): SelfLimit =>
  limits.find((limit) => limit.kind === kind && limit.period === period) ?? unset(kind, period);

const textOf = (amount: Money | null): string => (amount === null ? 'none' : formatMoney(amount));

function sayLimit(limit: SelfLimit, used: Money | null, now: UnixMs): SaidLimit {
  const { kind, period, next } = limit;
  const amount = amountAt(limit, now);
  const pending = next === null || next.at <= now ? null : next;
  return {
    kind,
    period,
    used: used === null ? null : formatMoney(used),
    endsAt: periodEnd(period, now),
    ...(amount === null ? {} : { amount: formatMoney(amount) }),
    ...(pending === null
      ? {}
      : {
          pending: {
            amount: pending.amount === null ? null : formatMoney(pending.amount),
            effectiveAt: pending.at,
          },
        }),
  };
}

async function listLimits(
  deps: { db: Database; clock: Clock },
  userId: UserId,
  risk: RealUse,
): Promise<SaidLimit[]> {
  const { db } = deps;
  const now = deps.clock.now();
  const [found, flows, opened, floating, deposit] = await Promise.all([
    findLimits(db, [userId]),
    findRealFlows(db, userId, now),
    risk.opened({ userId, since: periodStarts(now) }),
    risk.floating(userId),
    risk.deposited(userId),
  ]);
  const used: Record<LimitKind, ByPeriod | null> = {
    deposit,
    loss: floating === null ? null : lossOf(flows.brought, floating),
    turnover: opened,
  };
  const own = found.get(userId) ?? [];
  return LIMITABLE.map((params) =>
    sayLimit(find(own, params), used[params.kind]?.[params.period] ?? null, now),
  );
}

/** Makes the limits of one process. */
export function createLimits(deps: { db: Database; clock: Clock }): Limits {
  const { db, clock } = deps;
  return {
    list: (userId, risk) => listLimits(deps, userId, risk),
    async set({ userId, kind, period, amount }, place) {
      const asked = amount === null ? null : parseMoney(amount, 'USDT');
      if (amount !== null && asked === null) return fail({ name: 'unreadable', field: 'amount' });
      return db.transaction(async (tx) => {
        await holdRisk(tx, userId);
        const at = clock.now();
        const held = find((await findLimits(tx, [userId])).get(userId) ?? [], { kind, period });
        const { limit, effectiveAt } = changedLimit(held, asked, at);
        await putLimit(tx, userId, limit);
        const facts = {
          kind,
          period,
          from: textOf(amountAt(held, at)),
          to: textOf(asked),
          effectiveAt: String(effectiveAt),
        };
        await recordSecurity(tx, { userId, kind: 'limit-changed', place, facts, at });
        return ok({ effectiveAt });
      });
    },
    async pauses(userId) {
      const found = (await findPauses(db, [userId])).get(userId) ?? [];
      return pausesAt(found, clock.now())
        .filter(isOwners)
        .map(({ kind, since, until }) => ({ kind, since, until }));
    },
    pause({ userId, kind, until }, place) {
      return db.transaction(async (tx) => {
        await holdRisk(tx, userId);
        const now = clock.now();
        const pauses = (await findPauses(tx, [userId])).get(userId) ?? [];
        const decided = decidePause(kind, until, { pauses, now });
        if (!decided.ok) return decided;
        const pause = decided.value;
        await putPause(tx, userId, pause);
        const said = kind === 'timeout' ? ('timed-out' as const) : ('self-excluded' as const);
        const facts = { until: String(pause.until) };
        await recordSecurity(tx, { userId, kind: said, place, facts, at: now });
        return ok({ until: pause.until });
      });
    },
  };
}
