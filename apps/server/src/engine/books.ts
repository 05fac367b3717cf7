import { type Money, type UnixMs, zero } from '@candor/kernel';
import type { BalanceItem, PnlItem } from '@candor/protocol';
import { type BookValue, type Contract, type ValuedAll, judge } from '../contracts/index.ts';
import { type Book, type BookHoldings, bookKey } from '../ledger/index.ts';
import type { Figures } from '../portfolio/index.ts';

/** A trading account a user looks at: what it holds and what it closed with, as last read. */
type Watched = {
  readonly book: Book;
  holdings: BookHoldings;
  profit: Money;
  /** Something was posted since it was read, and how often that happened. */
  isDirty: boolean;
  marked: number;
  /** What was pushed last, by contract. */
  pushed: Map<string, PnlItem>;
  lastBalance: string;
};

/** A trading account that has to be read, and how often it had been marked when that was said. */
export type DirtyBook = { readonly book: Book; readonly marked: number };

/** The trading accounts of all users who are looking. */
export type WatchedBooks = {
  join(book: Book): void;
  /** Forgets trading accounts nobody looks at any more. */
  keepOnly(books: Iterable<Book>): void;
  has(book: Book): boolean;
  markDirty(book: Book): void;
  /** Some trading accounts that have to be read, those that wait longest first. */
  dirty(most: number): DirtyBook[];
  /**
   * Takes over what was read of a trading account; what was posted meanwhile has to be read again.
   */
  setRead(dirty: DirtyBook, read: { holdings: BookHoldings; profit: Money }): void;
  /** Last PnL pushed for a contract, and taking a new one down. */
  lastPush(book: Book, contractId: string): PnlItem | undefined;
  pushed(book: Book, item: PnlItem): void;
  /** The balance frame of a trading account when it differs from the last one. */
  balance(
    book: Book,
    facts: {
      running: readonly Contract[];
      all: ValuedAll;
      figures: (value: BookValue, profit: Money) => Figures;
      now: UnixMs;
    },
  ): BalanceItem | null;
};

const NOTHING: BookHoldings = { USDT: {}, BTC: {}, ETH: {} };

/** Nobody looks yet. */
export function createWatchedBooks(): WatchedBooks {
  const watched = new Map<string, Watched>();
  return {
    join(book) {
      const known = watched.get(bookKey(book));
      if (known !== undefined) {
        known.isDirty = true;
        known.marked += 1;
        known.lastBalance = '';
        known.pushed.clear();
        return;
      }
      watched.set(bookKey(book), {
        book,
        holdings: NOTHING,
        profit: zero('USDT'),
        isDirty: true,
        marked: 0,
        pushed: new Map(),
        lastBalance: '',
      });
    },
    keepOnly(books) {
      const wanted = new Set([...books].map(bookKey));
      for (const key of watched.keys()) if (!wanted.has(key)) watched.delete(key);
    },
    has: (book) => watched.has(bookKey(book)),
    markDirty(book) {
      const known = watched.get(bookKey(book));
      if (known === undefined) return;
      known.isDirty = true;
      known.marked += 1;
    },
    dirty(most) {
      const found: DirtyBook[] = [];
      for (const { book, isDirty, marked } of watched.values()) {
        if (found.length === most) break;
        if (isDirty) found.push({ book, marked });
      }
      return found;
    },
    setRead({ book, marked }, { holdings, profit }) {
      const known = watched.get(bookKey(book));
      if (known === undefined) return;
      known.holdings = holdings;
      known.profit = profit;
      known.isDirty = known.marked !== marked;
      // Behind the others, so that no trading account waits for ever behind one that always moves.
      watched.delete(bookKey(book));
      watched.set(bookKey(book), known);
    },
    lastPush: (book, id) => watched.get(bookKey(book))?.pushed.get(id),
    pushed(book, item) {
      watched.get(bookKey(book))?.pushed.set(item.orderId, item);
    },
    balance(book, { running, all, figures, now }) {
      const known = watched.get(bookKey(book));
      if (known === undefined || known.isDirty) return null;
      const { holdings, profit } = known;
      const margin = judge(holdings.USDT, all);
      const found = figures({ holdings, margin, running, valued: all.valued }, profit);
      const frame = {
        userId: book.userId,
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
