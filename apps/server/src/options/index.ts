/**
 * options — fixed-period options: bought at a frozen rate, settled on a tick of the tape.
 * Owns: options, promised rates, the list of what runs by its end, countries with real options.
 * Announces: OptionsBought, OptionsSettled, each once per transaction.
 * Needs: market's prices and tape, contracts for the free margin, ledger, parameters, cases.
 * Refuses: real accounts where two people did not enable them, a second settlement.
 */
import type { OptionId, UnixMs, UserId } from '@candor/kernel';
import type { OptionOrder } from '@candor/protocol';
import type { TradingAccount } from '../ledger/index.ts';
import type { Database, Sql } from '../platform/postgres/db.ts';
import { type OptionCommands, createOptionCommands } from './batch/commands.ts';
import type { OptionsChanged } from './option/events.ts';
import type { Option } from './option/option.ts';
import { type OptionQueries, createOptionQueries } from './queries.ts';
import { createSettling } from './settling/settling.ts';
import { findByNumber, findOptionOwner, findOptions, findRunning } from './store/store.ts';
import { optionOrderOf } from './option/view.ts';
import type { OptionDeps } from './batch/batch-transaction.ts';

export { OPTIONS_BOUGHT, OPTIONS_SETTLED, type OptionsChanged } from './option/events.ts';
export type { Option, Settlement } from './option/option.ts';
export type { OptionMarket } from './option/offers.ts';
export { type OptionCountries, createOptionCountries } from './countries/countries.ts';
export { optionsEnabling, optionsEnding } from './countries/kinds.ts';

/** Everything options offer other capabilities. */
export type Options = {
  readonly commands: Omit<OptionCommands, 'settle'> & {
    /** Settles what is over; the engine calls it at times of its own. */
    settleExpired(now: UnixMs): Promise<void>;
  };
  readonly queries: OptionQueries;
  /** Reads every running option into memory; at start. */
  load(): Promise<void>;
  /** Takes over what was bought by whatever process. */
  watch(changed: OptionsChanged['changed']): Promise<void>;
  /** Forgets what came to its end by whatever process. */
  forget(changed: OptionsChanged['changed']): void;
  /** Options by id, running or closed. */
  byIds(ids: readonly { userId: UserId; id: OptionId }[]): Promise<Option[]>;
  /** A user’s option by its order number; null for none of theirs. */
  byNumber(params: TradingAccount & { readonly orderNo: string }): Promise<Option | null>;
  /** Whose option an order number names; null for none. */
  ownerOf(orderNo: string): Promise<UserId | null>;
  /** An option as the trader sees it now. */
  orderOf(option: Option): OptionOrder;
  /** How many options of a trading account run; asked under its lock it stays true. */
  countRunning(sql: Sql, account: TradingAccount): Promise<number>;
  /** Running options in memory. */
  size(): number;
};

/** Opens the capability. */
export function createOptions(
  given: OptionDeps & {
    /** For commands and what settles: callers never take these connections. */
    readonly acting: Database;
  },
): Options {
  const { acting, ...deps } = given;
  const { settle, ...commands } = createOptionCommands({
    ...deps,
    db: acting,
    // Known from its commit on, whatever becomes of the facts.
    tell: (bought) => bought.forEach((option) => settling.add(option)),
  });
  const settling = createSettling({ market: deps.market, commands: { settle } });
  return {
    commands: { ...commands, settleExpired: settling.settleExpired },
    queries: createOptionQueries(deps),
    async load() {
      for (const option of await findRunning(acting, null)) settling.add(option);
    },
    async watch(changed) {
      const ids = changed.map(({ userId, optionId }) => ({ userId, id: optionId }));
      const found = await findOptions(acting, ids);
      for (const option of found) if (option.settlement === null) settling.add(option);
    },
    forget(changed) {
      for (const { optionId } of changed) settling.remove(optionId);
    },
    byIds: (ids) => findOptions(deps.db, ids),
    byNumber: (params) => findByNumber(deps.db, params),
    ownerOf: (orderNo) => findOptionOwner(deps.db, orderNo),
    orderOf: (option) => optionOrderOf(option, deps.market),
    countRunning: async (sql, account) => (await findRunning(sql, account)).length,
    size: settling.size,
  };
}
