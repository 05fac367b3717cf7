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
import type { MarginState } from '@candor/pricing';
import { type Order, type OrderDetail, contracts as protocol } from '@candor/protocol';
import { type Book, type BookHoldings, bookKey, findHoldings } from '../ledger/index.ts';
import type { Database, Sql } from '../platform/db.ts';
import { envelopeText } from '../platform/http.ts';
import { findKept, isAnnulled, keptFor } from '../platform/idempotency.ts';
import { type AnyOrder, type Contract, isContract } from './contract.ts';
import { eventsOf } from './history.ts';
import { findHistory } from './history-store.ts';
import type { MarketView } from './market-view.ts';
import { type OrderFilter, listContracts } from './order-list-store.ts';
import { findClosings } from './receipt-store.ts';
import { findByIds, findOrder, findRunning } from './store.ts';
import { type Valued, closeOutPriceOf, judge, valueAll, valueContract } from './valuation.ts';
import { orderOf } from './view.ts';

/** One user's trading account of one mode with its contracts at current marks. */
export type BookValue = {
  readonly holdings: BookHoldings;
  readonly margin: MarginState;
  readonly running: readonly Contract[];
  readonly valued: readonly Valued[];
};

/** Loads and values one trading account. */
async function valueBook(sql: Sql, book: Book, market: MarketView): Promise<BookValue> {
  const [holdings, running] = await Promise.all([
    findHoldings(sql, [book]),
    findRunning(sql, [book]),
  ]);
  const own = holdings.get(bookKey(book)) ?? { USDT: {}, BTC: {}, ETH: {} };
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
  get(asked: { userId: UserId; mode: Mode; id: ContractId }): Promise<OrderDetail | null>;
  /** What became of a request. */
  outcome(asked: {
    userId: UserId;
    requestId: RequestId;
  }): Promise<{ state: 'none' | 'done'; answer?: string }>;
  /** The answer to a request whose bytes are no longer kept: the record it made, as it is now. */
  replay(asked: Replayed): Promise<string>;
  /** One trading account at current marks; asked within a snapshot, as it was then. */
  bookValue(book: Book, sql?: Sql): Promise<BookValue>;
};

/** Makes the queries of one process. */
export function createContractQueries(deps: { db: Database; market: MarketView }): ContractQueries {
  const { db, market } = deps;

  /**
   * A running contract as it stands among the others of its trading account, anything else as it
   * is.
   */
  function shown(order: AnyOrder, book: BookValue | null): Order {
    if (!isContract(order) || order.status !== 'running' || book === null) {
      return orderOf(order, { market, valued: null });
    }
    const valued = valueContract(order, market);
    const { margin, running } = book;
    // Where an account is closed out cannot be said while it cannot be judged.
    if (!margin.isJudged) return orderOf(order, { market, valued });
    const { standing } = margin;
    const closeOutPrice = closeOutPriceOf({
      standing,
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
    const present = shown(order, isAlive(order) ? await valueBook(db, order, market) : null);
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
      const book = records.some(isAlive) ? await valueBook(db, filter, market) : null;
      return { records: records.map((order) => shown(order, book)), total };
    },
    async get(asked) {
      const order = await findOrder(db, asked);
      if (order === null) return null;
      const [book, written] = await Promise.all([
        isAlive(order) ? valueBook(db, order, market) : null,
        findHistory(db, asked),
      ]);
      return { ...shown(order, book), events: eventsOf(order, written) };
    },
    async outcome(asked) {
      const kept = keptFor(await findKept(db, [asked]), asked);
      if (kept === undefined || isAnnulled(kept)) return { state: 'none' };
      const answer = kept.answer ?? (await replay({ ...asked, call: kept.call, made: kept.made }));
      return { state: 'done', answer };
    },
    replay,
    bookValue: (book, sql = db) => valueBook(sql, book, market),
  };
}
