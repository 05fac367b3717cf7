import { type InstrumentCode, type UnixMs, formatDecimal, formatMoney } from '@candor/kernel';
import { type Quote, mid } from '@candor/pricing';
import { type PnlItem, type QuoteItem, WIRE_FIELDS } from '@candor/protocol';
import {
  type Contract,
  type MarketView,
  type Valued,
  valueAll,
  valueContract,
} from '../contracts/index.ts';
import { type Book, bookKey } from '../ledger/index.ts';
import { type Live, worthPushing } from '../live/index.ts';
import type { Portfolio } from '../portfolio/index.ts';
import type { WatchedBooks } from './books.ts';
import { inSlices } from './slices.ts';

/** What pushes ask the market. */
export type PushMarket = MarketView & {
  /** Id and 24-hour change of an instrument, as the wire says them. */
  listing(code: InstrumentCode): Pick<QuoteItem, 'id' | typeof WIRE_FIELDS.changePercent>;
};

/** What is pushed, and to whom. */
export type PushDeps = {
  readonly market: PushMarket;
  readonly live: Live;
  readonly portfolio: Pick<Portfolio, 'figures'>;
  readonly books: WatchedBooks;
  /** Running contracts of a trading account. */
  readonly ofBook: (book: Book) => readonly Contract[];
};

function pnlItem(valued: Valued): PnlItem {
  return {
    orderId: valued.contract.id,
    unrealizedPnL: formatMoney(valued.pnl),
    unrealizedPnLPercentage: formatDecimal(valued.percent),
    currentPrice: formatDecimal(valued.mark),
    lastUpdateTime: valued.markedAt,
  };
}

function pnlOf(
  deps: PushDeps,
  running: readonly Contract[],
  ticked: ReadonlySet<InstrumentCode>,
): PnlItem[] {
  const items: PnlItem[] = [];
  for (const contract of running) {
    if (!ticked.has(contract.code)) continue;
    const valued = valueContract(contract, deps.market);
    if (valued === null) continue;
    const item = pnlItem(valued);
    const last = deps.books.lastPush(contract, contract.id);
    if (last !== undefined && !worthPushing(last, item)) continue;
    deps.books.pushed(contract, item);
    items.push(item);
  }
  return items;
}

/**
 * Tells who looks what its contracts are worth now; answers the trading accounts whose value moved.
 */
export async function pushPnl(
  deps: PushDeps,
  ticked: ReadonlySet<InstrumentCode>,
): Promise<Map<string, Book>> {
  const moved = new Map<string, Book>();
  if (ticked.size === 0) return moved;
  await inSlices([...deps.live.connectedBooks()], (book) => {
    if (!deps.books.has(book)) return 1;
    const running = deps.ofBook(book);
    const items = pnlOf(deps, running, ticked);
    if (items.length > 0) {
      moved.set(bookKey(book), book);
      deps.live.publishPnl(book, items);
    }
    return 1 + running.length;
  });
  return moved;
}

/** Tells who looks the figures of their trading accounts, where they changed. */
export async function pushBalances(
  deps: PushDeps,
  books: Iterable<Book>,
  now: UnixMs,
): Promise<void> {
  await inSlices(books, (book) => {
    const running = deps.ofBook(book);
    const all = valueAll(running, deps.market);
    const { figures } = deps.portfolio;
    const item = deps.books.balance(book, { running, all, figures, now });
    if (item !== null) deps.live.publishBalance(book, item);
    return 1 + running.length;
  });
}

function quoteItem(quote: Quote, market: PushMarket, now: UnixMs): Omit<QuoteItem, 'seq'> | null {
  const instrument = market.instrument(quote.code);
  if (instrument === null) return null;
  return {
    ...market.listing(quote.code),
    code: quote.code,
    type: instrument.type,
    price: formatDecimal(mid(quote)),
    bid: formatDecimal(quote.bid),
    ask: formatDecimal(quote.ask),
    source: quote.source,
    sourceTime: quote.sourceTime,
    receivedAt: quote.receivedAt,
    tickId: quote.tickId,
    status: market.status(quote.code, now),
  };
}

/** Tells all connections the latest quotes. */
export function pushQuotes(deps: PushDeps, quotes: readonly Quote[], now: UnixMs): void {
  const items = quotes.flatMap((quote) => quoteItem(quote, deps.market, now) ?? []);
  if (items.length > 0) deps.live.publishQuotes(items);
}
