import type { Clock, ContractId, InstrumentCode } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { type AnyOrder, isContract, orderOf, valueContract } from '../../contracts/index.ts';
import { type TradingAccount, accountKey } from '../../ledger/index.ts';
import type { Live } from '../../live/index.ts';
import type { Portfolio } from '../../portfolio/index.ts';
import { createWatchedAccounts } from './watched-accounts.ts';
import { inSlices } from '../../platform/process/slices.ts';
import { type PushDeps, type PushMarket, pushBalances, pushPnl, pushQuotes } from './push.ts';

/**
 * Trading accounts read for those who look at them, in one statement: its answer is read in one go.
 */
const READ_MAX = 100;
/** Statements of one push; what is left is read by the next. */
const READS_MAX = 10;

/** What screens are told, and from what. */
export type ScreensDeps = {
  readonly clock: Clock;
  readonly market: PushMarket;
  readonly live: Live;
  readonly portfolio: Portfolio;
  /** Running contracts of a trading account. */
  readonly ofAccount: PushDeps['ofAccount'];
};

/** Everything that is only shown. Nothing that acts waits for any of it. */
export type Screens = {
  /** Hears of prices that came. */
  ticked(quotes: readonly Quote[]): void;
  /** Hears that an order became something else. */
  changed(order: AnyOrder): void;
  /** Hears that a trading account was posted to. */
  posted(account: TradingAccount): void;
  /** Hears that a user looks at a trading account from now on. */
  joined(account: TradingAccount): void;
  /** Tells users who look what became of orders, what contracts are worth, and the prices. */
  pushPrices(): Promise<void>;
  /** Reads trading accounts that moved, some at once, and tells users who look their figures. */
  pushFigures(): Promise<void>;
};

/** Makes what tells screens; nobody looks yet. */
export function createScreens(deps: ScreensDeps): Screens {
  const { clock, market, live, portfolio } = deps;
  const accounts = createWatchedAccounts();
  const push: PushDeps = { ...deps, accounts };
  /**
   * What changed since it was told last: instruments, orders of users who look, values of
   * trading accounts.
   */
  const ticked = new Set<InstrumentCode>();
  const changed = new Map<ContractId, AnyOrder>();
  const moved = new Map<string, TradingAccount>();

  function publishOrders(): Promise<void> {
    return inSlices(changed, ([id, order]) => {
      changed.delete(id);
      const isRunning = isContract(order) && order.status === 'running';
      const valued = isRunning ? valueContract(order, market) : null;
      live.publishOrder(order, orderOf(order, { market, valued }));
      return 1;
    });
  }

  /** Reads some of the trading accounts that have to be read; they stay so when that fails. */
  async function readAccounts(): Promise<TradingAccount[]> {
    const dirty = accounts.dirty(READ_MAX);
    if (dirty.length === 0) return [];
    const asked = dirty.map(({ account }) => account);
    const read = await portfolio.readAccounts(asked);
    for (const one of dirty) {
      const found = read.get(accountKey(one.account));
      if (found !== undefined) accounts.setRead(one, found);
    }
    return asked;
  }

  return {
    ticked(quotes) {
      for (const { code } of quotes) ticked.add(code);
    },
    changed(order) {
      if (accounts.has(order)) changed.set(order.id, order);
    },
    posted: (account) => accounts.markDirty(account),
    joined: (account) => accounts.join(account),
    async pushPrices() {
      const codes = new Set(ticked);
      ticked.clear();
      await publishOrders();
      const quotes = [...codes].flatMap((code) => market.latest(code) ?? []);
      pushQuotes(push, quotes, clock.now());
      for (const [key, account] of await pushPnl(push, codes)) moved.set(key, account);
    },
    async pushFigures() {
      accounts.keepOnly(live.connectedAccounts());
      for (let reads = 0; reads < READS_MAX; reads += 1) {
        const read = await readAccounts();
        for (const account of read) moved.set(accountKey(account), account);
        const told = [...moved.values()];
        moved.clear();
        await pushBalances(push, told, clock.now());
        if (read.length < READ_MAX) return;
      }
    },
  };
}
