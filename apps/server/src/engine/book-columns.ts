import type { Money } from '@candor/kernel';
import { type Book, type Holdings, bookKey } from '../ledger/index.ts';
import { roughMoney } from './floats.ts';

/** Place of a book in the columns, until its last contract is gone. */
export type BookSlot = number;

/** A field of every book: one float each, in a block that doubles when it is full. */
type Column = Float64Array<ArrayBuffer>;

const FIRST_SIZE = 256;

function grown(column: Column): Column {
  const larger = new Float64Array(column.length * 2);
  larger.set(column);
  return larger;
}

const usdt = (units: bigint | undefined): Money => ({ asset: 'USDT', units: units ?? 0n });

/** What the floats may be wrong by: a unit for each rounding, and a share of what was added up. */
const UNIT = 1e-6;
const DRIFT = 1e-8;

/**
 * The USDT side of every book that has contracts, in columns, for watching margin levels: what is
 * read of the ledger and the sum of the results, which moves with each contract that is revalued.
 */
export type BookColumns = {
  /** The place of a book, made when it has none. */
  slotOf(book: Book): BookSlot;
  find(book: Book): BookSlot | undefined;
  bookAt(slot: BookSlot): Book;
  /** One contract more or less; the place of a book without any is given to the next. */
  count(slot: BookSlot, change: 1 | -1): void;
  setHoldings(slot: BookSlot, holdings: Holdings): void;
  /** Adds to the sum of results. */
  move(slot: BookSlot, change: number): void;
  /** The level the trader was told of, as the store knows it. */
  setTold(slot: BookSlot, level: number | null): void;
  told(slot: BookSlot): number | null;
  margin(slot: BookSlot): number;
  equity(slot: BookSlot): number;
  /** How far the true equity may be from `equity`. */
  doubt(slot: BookSlot): number;
  size(): number;
};

/** Columns without a book. */
export function createBookColumns(): BookColumns {
  let cash: Column = new Float64Array(FIRST_SIZE);
  let margin: Column = new Float64Array(FIRST_SIZE);
  let floating: Column = new Float64Array(FIRST_SIZE);
  let toldLevels: Column = new Float64Array(FIRST_SIZE);
  let contracts = new Uint32Array(FIRST_SIZE);
  const books: Book[] = [];
  const slots = new Map<string, BookSlot>();
  const free: BookSlot[] = [];

  function grow(): void {
    [cash, margin] = [grown(cash), grown(margin)];
    [floating, toldLevels] = [grown(floating), grown(toldLevels)];
    const larger = new Uint32Array(contracts.length * 2);
    larger.set(contracts);
    contracts = larger;
  }

  function newSlot(book: Book): BookSlot {
    const slot = free.pop() ?? books.length;
    if (slot === cash.length) grow();
    books[slot] = { userId: book.userId, mode: book.mode };
    [cash[slot], margin[slot], floating[slot], contracts[slot]] = [0, 0, 0, 0];
    toldLevels[slot] = Number.NaN;
    slots.set(bookKey(book), slot);
    return slot;
  }

  const at = (column: Column, slot: BookSlot): number => column[slot] as number;

  return {
    slotOf: (book) => slots.get(bookKey(book)) ?? newSlot(book),
    find: (book) => slots.get(bookKey(book)),
    bookAt: (slot) => books[slot] as Book,
    count(slot, change) {
      const left = (contracts[slot] as number) + change;
      contracts[slot] = left;
      if (left > 0) return;
      slots.delete(bookKey(books[slot] as Book));
      free.push(slot);
    },
    setHoldings(slot, holdings) {
      cash[slot] =
        roughMoney(usdt(holdings['user:cash'])) +
        roughMoney(usdt(holdings['user:deficit'])) +
        roughMoney(usdt(holdings['user:reversed']));
      margin[slot] = roughMoney(usdt(holdings['user:margin']));
    },
    move(slot, change) {
      floating[slot] = at(floating, slot) + change;
    },
    setTold(slot, level) {
      toldLevels[slot] = level ?? Number.NaN;
    },
    told(slot) {
      const level = at(toldLevels, slot);
      return Number.isNaN(level) ? null : level;
    },
    margin: (slot) => at(margin, slot),
    equity: (slot) => at(cash, slot) + at(margin, slot) + at(floating, slot),
    doubt(slot) {
      const size = Math.abs(at(cash, slot)) + at(margin, slot) + Math.abs(at(floating, slot));
      return UNIT * ((contracts[slot] as number) + 1) + DRIFT * size;
    },
    size: () => slots.size,
  };
}
