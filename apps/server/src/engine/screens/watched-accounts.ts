import { type Money, type UnixMs, zero } from '@candor/kernel';
import type { BalanceItem, PnlItem } from '@candor/protocol';
import { type AccountValue, type Contract, type ValuedAll, judge } from '../../contracts/index.ts';
import { type TradingAccount, type AccountHoldings, accountKey } from '../../ledger/index.ts';
import type { Figures } from '../../portfolio/index.ts';

/** A trading account a user looks at: what it holds and what it closed with, as last read. */
type Watched = {
  readonly account: TradingAccount;
  holdings: AccountHoldings;
  profit: Money;
  /** Something was posted since it was read, and how often that happened. */
  isDirty: boolean;
  marked: number;
  /** What was pushed last, by contract. */
  pushed: Map<string, PnlItem>;
  lastBalance: string;
};

/** A trading account that has to be read, and how often it had been marked when that was said. */
export type DirtyAccount = { readonly account: TradingAccount; readonly marked: number };

/** The trading accounts of all users who are looking. */
export type WatchedAccounts = {
  join(account: TradingAccount): void;
  /** Forgets trading accounts nobody looks at any more. */
  keepOnly(accounts: Iterable<TradingAccount>): void;
  has(account: TradingAccount): boolean;
  markDirty(account: TradingAccount): void;
  /** Some trading accounts that have to be read, those that wait longest first. */
  dirty(most: number): DirtyAccount[];
  /**
   * Takes over what was read of a trading account; what was posted meanwhile has to be read again.
   */
  setRead(dirty: DirtyAccount, read: { holdings: AccountHoldings; profit: Money }): void;
  /** Last PnL pushed for a contract, and taking a new one down. */
  lastPush(account: TradingAccount, contractId: string): PnlItem | undefined;
  pushed(account: TradingAccount, item: PnlItem): void;
  /** The balance frame of a trading account when it differs from the last one. */
  balance(
    account: TradingAccount,
    facts: {
      running: readonly Contract[];
      all: ValuedAll;
      figures: (value: AccountValue, profit: Money) => Figures;
      now: UnixMs;
    },
  ): BalanceItem | null;
};

const NOTHING: AccountHoldings = { USDT: {}, BTC: {}, ETH: {} };

/** Nobody looks yet. */
export function createWatchedAccounts(): WatchedAccounts {
  const watched = new Map<string, Watched>();
  return {
    join(account) {
      const known = watched.get(accountKey(account));
      if (known !== undefined) {
        known.isDirty = true;
        known.marked += 1;
        known.lastBalance = '';
        known.pushed.clear();
        return;
      }
      watched.set(accountKey(account), {
        account,
        holdings: NOTHING,
        profit: zero('USDT'),
        isDirty: true,
        marked: 0,
        pushed: new Map(),
        lastBalance: '',
      });
    },
    keepOnly(accounts) {
      const wanted = new Set([...accounts].map(accountKey));
      for (const key of watched.keys()) if (!wanted.has(key)) watched.delete(key);
    },
    has: (account) => watched.has(accountKey(account)),
    markDirty(account) {
      const known = watched.get(accountKey(account));
      if (known === undefined) return;
      known.isDirty = true;
      known.marked += 1;
    },
    dirty(most) {
      const found: DirtyAccount[] = [];
      for (const { account, isDirty, marked } of watched.values()) {
        if (found.length === most) break;
        if (isDirty) found.push({ account, marked });
      }
      return found;
    },
    setRead({ account, marked }, { holdings, profit }) {
      const known = watched.get(accountKey(account));
      if (known === undefined) return;
      known.holdings = holdings;
      known.profit = profit;
      known.isDirty = known.marked !== marked;
      // Behind the others, so that no trading account waits for ever behind one that always moves.
      watched.delete(accountKey(account));
      watched.set(accountKey(account), known);
    },
    lastPush: (account, id) => watched.get(accountKey(account))?.pushed.get(id),
    pushed(account, item) {
      watched.get(accountKey(account))?.pushed.set(item.orderId, item);
    },
    balance(account, { running, all, figures, now }) {
      const known = watched.get(accountKey(account));
      if (known === undefined || known.isDirty) return null;
      const { holdings, profit } = known;
      const margin = judge(holdings.USDT, all);
      const found = figures({ holdings, margin, running, valued: all.valued }, profit);
      const frame = {
        userId: account.userId,
        baseBalance: found.amount,
        floatingPnL: found.floatingPnL,
        totalAssets: found.totalAssets,
        unmarked: found.unmarked,
        loanAmount: found.loanAmount,
        bondAmount: found.bondAmount,
        profit: found.profit,
      };
      const text = JSON.stringify(frame);
      if (text === known.lastBalance) return null;
      known.lastBalance = text;
      return { ...frame, timestamp: now };
    },
  };
}
