import type { plans as protocol } from '@candor/protocol';
import type { TradingAccount } from '../../ledger/index.ts';
import { inSlices } from '../../platform/process/slices.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { findFunds } from '../plan/fund-store.ts';
import { type DatedOrder, listRunning } from '../plan/order-store.ts';
import { planOrderOf } from './view.ts';

/** Accounts whose orders are read in one turn: many come back at once after a restart. */
const READ_MAX = 500;
/** Of a slice: an order is priced with what leaving would bring, some twenty microseconds. */
const WEIGHT = 5;

/** An order as its owner sees it now. */
export type ShownOrder = { readonly account: TradingAccount; readonly order: protocol.PlanOrder };

/** Tells what plans are worth while prices move, to those who look. */
export type Showing = {
  /**
   * Running orders of these accounts whose value moved since it was last asked. Of an account that comes new its
   * orders are read once; the first answer holds them all. An account that is not named any more is forgotten.
   */
  moved(accounts: Iterable<TradingAccount>): Promise<ShownOrder[]>;
  /** Its orders changed: they are read anew. */
  forget(account: TradingAccount): void;
};

type Followed = { readonly account: TradingAccount; orders: readonly DatedOrder[] | null };

const keyOf = ({ userId, mode }: TradingAccount): string => `${userId}/${mode}`;

/** What of an order moves with prices. */
const figuresOf = ({ value, todayEarnings, leaving }: protocol.PlanOrder): string =>
  `${value} ${todayEarnings} ${leaving?.receive}`;

/** Opens the showing: what is remembered is that of accounts with an open socket. */
export function createShowing({
  db,
  clock,
  market,
}: Pick<PlanDeps, 'db' | 'clock' | 'market'>): Showing {
  const followed = new Map<string, Followed>();
  const told = new Map<string, string>();
  let isLooking = false;

  function keepOnly(accounts: Iterable<TradingAccount>): void {
    const heard = new Set<string>();
    for (const account of accounts) {
      const key = keyOf(account);
      heard.add(key);
      if (!followed.has(key)) followed.set(key, { account, orders: null });
    }
    for (const key of followed.keys()) if (!heard.has(key)) followed.delete(key);
  }

  /** Reads the orders of those that are not known yet: one statement for all of them. */
  async function readNew(): Promise<void> {
    const asked = [...followed.values()].filter(({ orders }) => orders === null).slice(0, READ_MAX);
    const found = await listRunning(
      db,
      asked.map(({ account }) => account),
    );
    const byAccount = Map.groupBy(found, ({ order }) => keyOf(order));
    for (const one of asked) one.orders = byAccount.get(keyOf(one.account)) ?? [];
  }

  async function look(): Promise<ShownOrder[]> {
    await readNew();
    const all = [...followed.values()].flatMap((one) =>
      (one.orders ?? []).map((dated) => ({ ...dated, one })),
    );
    const kept = new Set(all.map(({ order }) => order.id));
    for (const id of told.keys()) if (!kept.has(id)) told.delete(id);
    const ids = [...new Set(all.map(({ order }) => order.fundId))];
    const funds = new Map((await findFunds(db, ids)).map((fund) => [fund.id, fund]));
    const now = clock.now();
    const moved: ShownOrder[] = [];
    await inSlices(all, ({ order, day, one }) => {
      const fund = funds.get(order.fundId);
      // Amid a midnight there is nothing to tell; read anew is what is of another day than its fund, once it ended.
      if (fund === undefined || fund.phase !== 'open') return 1;
      if (fund.day !== day) {
        one.orders = null;
        return 1;
      }
      const shown = planOrderOf(order, fund, { market, now });
      const figures = figuresOf(shown);
      if (told.get(order.id) === figures) return WEIGHT;
      told.set(order.id, figures);
      moved.push({ account: one.account, order: shown });
      return WEIGHT;
    });
    return moved;
  }

  return {
    async moved(accounts) {
      // A turn that takes longer than a second is not joined by the next.
      if (isLooking) return [];
      isLooking = true;
      try {
        keepOnly(accounts);
        return await look();
      } finally {
        isLooking = false;
      }
    },
    forget(account) {
      const known = followed.get(keyOf(account));
      if (known !== undefined) known.orders = null;
    },
  };
}
