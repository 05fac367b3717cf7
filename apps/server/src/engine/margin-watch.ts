import { type InstrumentCode, type Rate, type UnixMs, SECOND_MS, plusMs } from '@candor/kernel';
import {
  CLOSE_OUT_LEVEL,
  NOTICE_LEVELS,
  NOTICE_RECOVERY,
  type Quote,
  isFresh,
} from '@candor/pricing';
import type { Contract, MarginCommand, MarginOutcome, MarketView } from '../contracts/index.ts';
import { type Book, type Holdings, bookKey } from '../ledger/index.ts';
import { type BookSlot, createBookColumns } from './book-columns.ts';
import { type Columns, type RoughMark, createColumns } from './columns.ts';
import { roughly } from './floats.ts';

const CLOSE_OUT = roughly(CLOSE_OUT_LEVEL);
const RECOVERY = roughly(NOTICE_RECOVERY);
const LEVELS = NOTICE_LEVELS.map(roughly);

/**
 * A book below the close-out level with nothing that could be closed is looked at once a second,
 * and when an instrument of it has a fresh price again.
 */
const QUIET_MS = SECOND_MS;

/** What the watch asks the market. */
export type MarginMarket = Pick<MarketView, 'instrument' | 'lastLink'>;

type Told = { level: Rate | null; quietUntil: UnixMs | null };

/**
 * Open contracts in columns, and the margin levels of their books. Floats nominate a book; whether
 * anything is due is found out by the command, exactly and under the book's lock.
 */
export type MarginWatch = {
  add(contract: Contract): void;
  /** Takes over a contract whose prices are not running: it has no mark, and its book none to watch. */
  addPaused(contract: Contract): void;
  replace(contract: Contract): void;
  remove(contract: Contract): void;
  /** Takes over what a book holds, as the ledger has it, and looks at its level. */
  setHoldings(book: Book, holdings: Holdings, now: UnixMs): void;
  setTold(book: Book, level: Rate | null): void;
  /** Revalues the contracts of an instrument at a quote that passes the source rule. */
  apply(quote: Quote): void;
  /**
   * Takes over the last quote of before the start. Until the instrument says a price of its own, or
   * `until`, no book that holds it is nominated: its level may be of long ago.
   */
  restore(restored: {
    readonly code: InstrumentCode;
    readonly quote: Quote | null;
    readonly at: UnixMs;
    readonly until: UnixMs;
  }): void;
  /** Revalues what is quoted in a currency whose linking rate moved since the last call. */
  applyLinks(now: UnixMs): void;
  /**
   * Books whose level seems to have moved past a line, each once, with the marks of that moment. A
   * book that was given out is not given out again before `done` or `failed` was said of it.
   */
  takeNominated(now: UnixMs): MarginCommand[];
  /** Takes a nomination back that failed: it is given out again, with its marks, not before `at`. */
  failed(command: MarginCommand, at: UnixMs): void;
  /** Takes over what became of a nomination. */
  done(command: MarginCommand, outcome: MarginOutcome): void;
  ofBook(book: Book): readonly Contract[];
  has(book: Book): boolean;
  /** Books that cannot be judged, because a contract of them has no mark. */
  unjudged(): number;
};

/** Watches no contract yet. */
export function createMarginWatch(market: MarginMarket): MarginWatch {
  const books = createBookColumns();
  const columns: Columns = createColumns(books);
  const marks = new Map<InstrumentCode, Quote>();
  /** Instruments that said nothing since the start, and how long that may go on. */
  const silent = new Map<InstrumentCode, { readonly at: UnixMs; readonly until: UnixMs }>();
  const links = new Map<string, number>();
  const toldOf = new Map<string, Told>();
  const byBook = new Map<string, Map<Contract['id'], Contract>>();
  /** Contracts of real money whose prices are not running; practice ones count at cost. */
  const paused = new Map<Contract['id'], Contract>();
  const nominated = new Map<BookSlot, MarginCommand>();
  /** Books that were given out and of which nothing was heard yet. */
  const givenOut = new Set<string>();
  /** By book, what failed and when it is tried again; until then nothing newer is nominated. */
  const failures = new Map<string, { readonly command: MarginCommand; readonly at: UnixMs }>();
  /** The turn in which a book was last looked at, so that each is looked at once a quote. */
  let seen = new Uint32Array(256);
  let turn = 0;
  let touched: BookSlot[] = [];
  /** Books whose last contract is gone and whose trader was told of a level. */
  let over: MarginCommand[] = [];
  let lastAt = 0 as UnixMs;

  function touch(slot: BookSlot): void {
    if (slot >= seen.length) {
      const larger = new Uint32Array(Math.max(slot + 1, seen.length * 2));
      larger.set(seen);
      seen = larger;
    }
    if (seen[slot] === turn) return;
    seen[slot] = turn;
    touched.push(slot);
  }

  const currencyOf = (code: InstrumentCode): string | null =>
    market.instrument(code)?.quoteCurrency ?? null;

  function linkOf(code: InstrumentCode): number {
    const currency = currencyOf(code);
    if (currency === null) return 0;
    const known = links.get(currency);
    if (known !== undefined) return known;
    const link = market.lastLink(currency);
    // Kept without a rate, too, so that the first one is noticed.
    const rate = link === null ? 0 : roughly(link.rate);
    links.set(currency, rate);
    return rate;
  }

  const isMarked = (code: InstrumentCode): boolean => marks.has(code) && linkOf(code) !== 0;

  /** Whether every contract of a book has a mark: without one its level would be another book's. */
  function isJudged(book: Book): boolean {
    for (const { id, code } of byBook.get(bookKey(book))?.values() ?? []) {
      if (paused.has(id) || !isMarked(code)) return false;
    }
    return true;
  }

  function isPastLine(slot: BookSlot): boolean {
    const margin = books.margin(slot);
    const told = books.told(slot);
    if (margin <= 0) return told !== null;
    const equity = books.equity(slot);
    const doubt = books.doubt(slot);
    if (equity < CLOSE_OUT * margin + doubt) return true;
    const next = LEVELS.find((level) => told === null || level < told);
    if (next !== undefined && equity < next * margin + doubt) return true;
    return told !== null && equity > (told + RECOVERY) * margin - doubt;
  }

  /** Whether an instrument of a book may still say its first price since the start. */
  function isSilent(book: Book, at: UnixMs): boolean {
    if (silent.size === 0) return false;
    for (const { code } of byBook.get(bookKey(book))?.values() ?? []) {
      const wait = silent.get(code);
      if (wait !== undefined && at <= wait.until) return true;
    }
    return false;
  }

  function check(slot: BookSlot, at: UnixMs, isBack = false): void {
    if (nominated.has(slot) || !isPastLine(slot)) return;
    const book = books.bookAt(slot);
    if (failures.has(bookKey(book)) || isSilent(book, at) || !isJudged(book)) return;
    const told = toldOf.get(bookKey(book));
    if (!isBack && told?.quietUntil != null && at < told.quietUntil) return;
    const own = new Map<InstrumentCode, Quote>();
    for (const { code } of byBook.get(bookKey(book))?.values() ?? []) {
      const mark = marks.get(code);
      if (mark !== undefined) own.set(code, mark);
    }
    nominated.set(slot, { kind: 'margin', ...book, marks: own, at, told: told?.level ?? null });
  }

  /** Whether an instrument had no price to close anything at before this one. */
  function isBackWith(quote: Quote): boolean {
    const before = marks.get(quote.code);
    const freshForMs = market.instrument(quote.code)?.freshForMs ?? 0;
    return before === undefined || !isFresh(before, { now: quote.receivedAt, freshForMs });
  }

  function revalue(code: InstrumentCode, mark: RoughMark, at: UnixMs, isBack = false): void {
    turn += 1;
    touched = [];
    columns.revalue(code, mark, touch);
    for (const slot of touched) check(slot, at, isBack);
  }

  const markOf = (quote: Quote): RoughMark => ({
    bid: roughly(quote.bid),
    ask: roughly(quote.ask),
    link: linkOf(quote.code),
  });

  return {
    add(contract) {
      columns.add(contract);
      const key = bookKey(contract);
      byBook.set(key, (byBook.get(key) ?? new Map()).set(contract.id, contract));
      const slot = books.slotOf(contract);
      const told = toldOf.get(key)?.level ?? null;
      books.setTold(slot, told === null ? null : roughly(told));
      const mark = marks.get(contract.code);
      if (mark !== undefined) columns.revalueOne(contract.id, markOf(mark));
    },
    addPaused(contract) {
      if (contract.mode === 'demo') return;
      paused.set(contract.id, contract);
      const key = bookKey(contract);
      byBook.set(key, (byBook.get(key) ?? new Map()).set(contract.id, contract));
    },
    replace(contract) {
      columns.replace(contract);
      byBook.get(bookKey(contract))?.set(contract.id, contract);
      const mark = marks.get(contract.code);
      if (mark !== undefined) columns.revalueOne(contract.id, markOf(mark));
    },
    remove(contract) {
      const slot = books.find(contract);
      columns.remove(contract.id);
      paused.delete(contract.id);
      const key = bookKey(contract);
      const own = byBook.get(key);
      own?.delete(contract.id);
      if (own?.size !== 0) return;
      byBook.delete(key);
      if (slot !== undefined) nominated.delete(slot);
      // Nothing is held any more: whatever was told is over, also in the store.
      const told = toldOf.get(key)?.level ?? null;
      if (told === null) return;
      const { userId, mode } = contract;
      over.push({ kind: 'margin', userId, mode, marks: new Map(), at: lastAt, told });
    },
    setHoldings(book, holdings, now) {
      const slot = books.find(book);
      if (slot === undefined) return;
      books.setHoldings(slot, holdings);
      lastAt = now;
      check(slot, now);
    },
    setTold(book, level) {
      toldOf.set(bookKey(book), { level, quietUntil: null });
      const slot = books.find(book);
      if (slot !== undefined) books.setTold(slot, level === null ? null : roughly(level));
    },
    apply(quote) {
      const wait = silent.get(quote.code);
      if (wait !== undefined && quote.receivedAt >= wait.at) silent.delete(quote.code);
      const isBack = isBackWith(quote);
      marks.set(quote.code, quote);
      lastAt = quote.receivedAt;
      revalue(quote.code, markOf(quote), quote.receivedAt, isBack);
    },
    restore({ code, quote, at, until }) {
      if (until > at) silent.set(code, { at, until });
      if (quote === null) return;
      marks.set(code, quote);
      lastAt = quote.receivedAt;
      revalue(code, markOf(quote), at);
    },
    applyLinks(now) {
      for (const [currency, known] of links) {
        const link = market.lastLink(currency);
        const rate = link === null ? known : roughly(link.rate);
        if (rate === known) continue;
        links.set(currency, rate);
        for (const code of columns.codes()) {
          const mark = marks.get(code);
          if (mark !== undefined && currencyOf(code) === currency) revalue(code, markOf(mark), now);
        }
      }
    },
    takeNominated(now) {
      const all: MarginCommand[] = [];
      const give = (command: MarginCommand): boolean => {
        const key = bookKey(command);
        if (givenOut.has(key)) return false;
        givenOut.add(key);
        all.push(command);
        return true;
      };
      for (const [slot, command] of nominated) {
        // What was told meanwhile is not told again.
        const told = toldOf.get(bookKey(command))?.level ?? null;
        if (give({ ...command, told })) nominated.delete(slot);
      }
      over = over.filter((command) => !give(command));
      for (const [key, { command, at }] of failures) {
        if (at <= now && give(command)) failures.delete(key);
      }
      return all;
    },
    failed(command, at) {
      givenOut.delete(bookKey(command));
      failures.set(bookKey(command), { command, at });
    },
    done(command, outcome) {
      const key = bookKey(command);
      givenOut.delete(key);
      const own = [...(byBook.get(key)?.values() ?? [])];
      // A price that came after the command's may close what its old one could not.
      const isNewer = own.some(({ code }) => marks.get(code) !== command.marks.get(code));
      const isBelow = outcome.level !== null && outcome.level < CLOSE_OUT_LEVEL;
      const isStuck = !isNewer && (isBelow || !outcome.isJudged);
      const quietUntil = isStuck ? plusMs(command.at, QUIET_MS) : null;
      if (outcome.told === null && quietUntil === null) toldOf.delete(key);
      else toldOf.set(key, { level: outcome.told, quietUntil });
      const slot = books.find(command);
      if (slot === undefined) return;
      books.setTold(slot, outcome.told === null ? null : roughly(outcome.told));
      if (isNewer) check(slot, lastAt);
    },
    ofBook: (book) => [...(byBook.get(bookKey(book))?.values() ?? [])],
    has: (book) => byBook.has(bookKey(book)),
    unjudged() {
      const found = new Set([...paused.values()].map(bookKey));
      for (const code of columns.codes()) {
        if (!isMarked(code)) columns.ofInstrument(code).forEach((one) => found.add(bookKey(one)));
      }
      return found.size;
    },
  };
}
