import {
  ASSETS,
  type Asset,
  type Clock,
  type Money,
  type Result,
  type UserId,
  fail,
  formatMoney,
  money,
  ok,
} from '@candor/kernel';
import type { DepositAddress, Failure } from '@candor/protocol';
import {
  type ByPeriod,
  addToAll,
  byPeriod,
  decideLimits,
  findBrakes,
  leastLeft,
  periodStarts,
} from '../../accounts/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { listUnvalued, putWorth, sumCredited } from './worth-store.ts';

/** What a user's own deposit limits say. */
export type OwnLimit = {
  /** What was credited in each running period; null while one payment was never valued. */
  deposited(userId: UserId): Promise<ByPeriod | null>;
  /**
   * The limit of deposits that leaves least; null where none is set.
   *
   * @failure limit-reached — nothing is left of one
   * @failure not-tradable-now — a limit is set, and what arrived could not be valued yet
   */
  left(
    userId: UserId,
  ): Promise<Result<DepositAddress['limit'], Failure<'limit-reached' | 'not-tradable-now'>>>;
  /** Values what was credited while there was no price. */
  value(): Promise<void>;
};

const UNIT = money('USDT', 1n);

/** Opens what asks users' own deposit limits. */
export function createOwnLimit(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly valueOf: (amount: Money) => Money | null;
}): OwnLimit {
  const { db, clock, valueOf } = deps;

  async function deposited(userId: UserId): Promise<ByPeriod | null> {
    const sums = await sumCredited(db, { userId, since: periodStarts(clock.now()) });
    return sums === null ? null : byPeriod(sums);
  }

  return {
    deposited,
    async left(userId) {
      const now = clock.now();
      const limits = (await findBrakes(db, [userId])).get(userId)?.limits ?? [];
      if (leastLeft(limits, { kind: 'deposit', used: byPeriod([]), now }) === null) return ok(null);
      const used = await deposited(userId);
      if (used === null) return fail({ name: 'not-tradable-now', facts: { why: 'noLink' } });
      // Exactly the limit is within it, and leaves nothing: one unit more would pass it.
      const decided = decideLimits(limits, { deposit: addToAll(used, UNIT) }, now);
      if (!decided.ok) return decided;
      const least = leastLeft(limits, { kind: 'deposit', used, now });
      if (least === null) return ok(null);
      const { period, max, left, until } = least;
      return ok({ period, amount: formatMoney(max), left: formatMoney(left), until });
    },
    async value() {
      const priced = ASSETS.filter((asset: Asset) => valueOf({ asset, units: 1n }) !== null);
      const rows = await listUnvalued(db, priced);
      const valued = rows.flatMap(({ user_id: userId, id, asset, units }) => {
        const worth = valueOf({ asset: asset as Asset, units: BigInt(units) });
        return worth === null ? [] : [{ userId, id, worth }];
      });
      if (valued.length > 0) await putWorth(db, valued);
    },
  };
}
