import {
  type ContractId,
  type Mode,
  type Money,
  type RequestId,
  type UnixMs,
  type UserId,
} from '@candor/kernel';
import type { Standing } from '@candor/pricing';
import type { Order } from '@candor/protocol';
import { type Book, type BookHoldings, bookKey, findHoldings } from '../ledger/index.ts';
import type { Database, Sql } from '../platform/db.ts';
import { findKept, keptFor } from '../platform/idempotency.ts';
import type { Contract } from './contract.ts';
import type { MarketView } from './market-view.ts';
import { type OrderFilter, findContract, findForActs, listContracts, sumProfits } from './store.ts';
import { type Valued, closeOutPriceOf, standingOf, valueAll, valueContract } from './valuation.ts';
import { orderOf } from './view.ts';

/** One user's book of one mode with its contracts at current marks. */
export type BookValue = {
  readonly holdings: BookHoldings;
  readonly standing: Standing;
  readonly running: readonly Contract[];
  readonly valued: readonly Valued[];
};

/** Loads and values one book. */
async function valueBook(sql: Sql, book: Book, market: MarketView): Promise<BookValue> {
  const [holdings, running] = await Promise.all([
    findHoldings(sql, [book]),
    findForActs(sql, { books: [book], ids: [] }),
  ]);
  const own = holdings.get(bookKey(book)) ?? { USDT: {}, BTC: {}, ETH: {} };
  const valued = valueAll(running, market);
  return { holdings: own, standing: standingOf(own.USDT, valued), running, valued };
}

/** What others may ask about contracts. */
export type ContractQueries = {
  list(filter: OrderFilter): Promise<{ records: Order[]; total: number }>;
  get(asked: { userId: UserId; mode: Mode; id: ContractId }): Promise<Order | null>;
  /** What became of a request. */
  outcome(asked: {
    userId: UserId;
    requestId: RequestId;
  }): Promise<{ state: 'none' | 'done'; answer?: string }>;
  bookValue(book: Book): Promise<BookValue>;
  /** Results of contracts closed after a moment. @units USDT units */
  profits(asked: Book & { since: UnixMs }): Promise<Money>;
};

/** Makes the queries of one process. */
export function createContractQueries(deps: { db: Database; market: MarketView }): ContractQueries {
  const { db, market } = deps;

  async function withMarks(contract: Contract): Promise<Order> {
    if (contract.status !== 'running') return orderOf(contract, { market, valued: null });
    const book = await valueBook(db, contract, market);
    const closeOutPrice = closeOutPriceOf({
      standing: book.standing,
      contracts: book.running,
      code: contract.code,
      market,
    });
    return orderOf(contract, { market, valued: valueContract(contract, market), closeOutPrice });
  }

  return {
    async list(filter) {
      const { records, total } = await listContracts(db, filter);
      if (records.every((one) => one.status !== 'running')) {
        return { records: records.map((one) => orderOf(one, { market, valued: null })), total };
      }
      const book = await valueBook(db, filter, market);
      const orders = records.map((contract) => {
        if (contract.status !== 'running') return orderOf(contract, { market, valued: null });
        const closeOutPrice = closeOutPriceOf({
          standing: book.standing,
          contracts: book.running,
          code: contract.code,
          market,
        });
        const valued = valueContract(contract, market);
        return orderOf(contract, { market, valued, closeOutPrice });
      });
      return { records: orders, total };
    },
    async get(asked) {
      const contract = await findContract(db, asked);
      return contract === null ? null : withMarks(contract);
    },
    async outcome(asked) {
      const kept = keptFor(await findKept(db, [asked]), asked);
      return kept === undefined ? { state: 'none' } : { state: 'done', answer: kept.answer };
    },
    bookValue: (book) => valueBook(db, book, market),
    profits: (asked) => sumProfits(db, asked),
  };
}
