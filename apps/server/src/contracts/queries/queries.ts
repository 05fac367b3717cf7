import {
  type ContractId,
  type Mode,
  type RequestId,
  type UserId,
  ensure,
  formatDecimal,
  formatMoney,
  ok,
} from '@candor/kernel';
import type { MarginJudgement } from '@candor/pricing';
import { type Order, type OrderDetail, contracts as protocol } from '@candor/protocol';
import {
  type TradingAccount,
  type AccountHoldings,
  accountKey,
  findHoldings,
} from '../../ledger/index.ts';
import type { Database, Sql } from '../../platform/postgres/db.ts';
import { envelopeText } from '../../platform/http/http.ts';
import { findKept, isAnnulled, keptFor } from '../../platform/commit/idempotency.ts';
import { type AnyOrder, type Contract, isContract } from '../order/contract.ts';
import { eventsOf } from './history.ts';
import { findHistory } from './history-store.ts';
import type { MarketView } from '../order/market-view.ts';
import { type OrderFilter, listContracts } from './order-list-store.ts';
import { findClosings } from './receipt-store.ts';
import { findByIds, findOrder, findRunning } from '../store/store.ts';
import {
  type Valued,
  closeOutPriceOf,
  judge,
  valueAll,
  valueContract,
} from '../order/valuation.ts';
import { orderOf } from '../order/view.ts';

/** One user's trading account of one mode with its contracts at current marks. */
export type AccountValue = {
  readonly holdings: AccountHoldings;
  readonly margin: MarginJudgement;
  readonly running: readonly Contract[];
  readonly valued: readonly Valued[];
};

/** Loads and values one trading account. */
async function valueAccount(
  sql: Sql,
  account: TradingAccount,
  market: MarketView,
): Promise<AccountValue> {
  const [holdings, running] = await Promise.all([
    findHoldings(sql, [account]),
    findRunning(sql, [account]),
  ]);
  const own = holdings.get(accountKey(account)) ?? { USDT: {}, BTC: {}, ETH: {} };
  const all = valueAll(running, market);
  return { holdings: own, margin: judge(own.USDT, all), running, valued: all.valued };
}

/** A request that is repeated after its answer was let go, and the order it was about. */
export type Replayed = {
  readonly userId: UserId;
  readonly requestId: string;
  readonly call: string;
  readonly made: string;
};

/** What others may ask about contracts. */
export type ContractQueries = {
  list(filter: OrderFilter): Promise<{ records: Order[]; total: number }>;
  /** One order with everything that happened to it; null when it is not there. */
  get(params: { userId: UserId; mode: Mode; id: ContractId }): Promise<OrderDetail | null>;
  /** What became of a request. */
  outcome(params: {
    userId: UserId;
    requestId: RequestId;
  }): Promise<{ state: 'none' | 'done'; answer?: string }>;
  /** The answer to a request whose bytes are no longer kept: the record it made, as it is now. */
  replay(params: Replayed): Promise<string>;
  /** One trading account at current marks; asked within a snapshot, as it was then. */
  accountValue(account: TradingAccount, sql?: Sql): Promise<AccountValue>;
};

/** Makes the queries of one process. */
export function createContractQueries(deps: { db: Database; market: MarketView }): ContractQueries {
  const { db, market } = deps;

  /**
   * A running contract as it stands among the others of its trading account, anything else as it
   * is.
   */
  function shown(order: AnyOrder, account: AccountValue | null): Order {
    if (!isContract(order) || order.status !== 'running' || account === null) {
      return orderOf(order, { market, valued: null });
    }
    const valued = valueContract(order, market);
    const { margin, running } = account;
    // Where an account is closed out cannot be said while it cannot be judged.
    if (!margin.isJudged) return orderOf(order, { market, valued });
    const { marginState } = margin;
    const closeOutPrice = closeOutPriceOf({
      marginState,
      contracts: running,
      code: order.code,
      market,
    });
    return orderOf(order, { market, valued, closeOutPrice });
  }

  const isAlive = ({ status }: AnyOrder): boolean => status === 'running';

  async function replay({ userId, requestId, call, made }: Replayed): Promise<string> {
    const id = made as ContractId;
    const [found, closings] = await Promise.all([
      findByIds(db, [{ userId, id }]),
      call === protocol.closeContract.name ? findClosings(db, [{ userId, id }]) : [],
    ]);
    const order = ensure(found[0], 'what an act made stays');
    const present = shown(order, isAlive(order) ? await valueAccount(db, order, market) : null);
    if (call === protocol.openContract.name) {
      return envelopeText(protocol.openContract, ok({ ...present, replayed: true }));
    }
    const own = ensure(
      closings.find((closing) => closing.requestId === requestId),
      'a closing names its request',
    );
    const price = formatDecimal(
      ensure(own.close, 'a closing somebody asked for has a price').price,
    );
    const closed = { order: present, price, profit: formatMoney(own.profit), replayed: true };
    return envelopeText(protocol.closeContract, ok(closed));
  }

  return {
    async list(filter) {
      const { records, total } = await listContracts(db, filter);
      const account = records.some(isAlive) ? await valueAccount(db, filter, market) : null;
      return { records: records.map((order) => shown(order, account)), total };
    },
    async get(params) {
      const order = await findOrder(db, params);
      if (order === null) return null;
      const [account, written] = await Promise.all([
        isAlive(order) ? valueAccount(db, order, market) : null,
        findHistory(db, params),
      ]);
      return { ...shown(order, account), events: eventsOf(order, written) };
    },
    async outcome(params) {
      const kept = keptFor(await findKept(db, [params]), params);
      if (kept === undefined || isAnnulled(kept)) return { state: 'none' };
      const answer = kept.answer ?? (await replay({ ...params, call: kept.call, made: kept.made }));
      return { state: 'done', answer };
    },
    replay,
    accountValue: (account, sql = db) => valueAccount(sql, account, market),
  };
}
