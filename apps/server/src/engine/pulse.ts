import type { Clock, ContractId, InstrumentCode, Mode, UnixMs, UserId } from '@candor/kernel';
import { formatDecimal, formatMoney } from '@candor/kernel';
import { type Quote, mid } from '@candor/pricing';
import { type PnlItem, type QuoteItem, WIRE_FIELDS } from '@candor/protocol';
import {
  type Contract,
  type Contracts,
  type MarketView,
  type TriggerCommand,
  type Valued,
  orderOf,
  valueContract,
} from '../contracts/index.ts';
import { type Book, bookKey, findHoldings } from '../ledger/index.ts';
import { type Live, worthPushing } from '../live/index.ts';
import type { Options } from '../options/index.ts';
import type { Sql } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Portfolio } from '../portfolio/index.ts';
import { createWatchedBooks } from './books.ts';
import { createPositions } from './positions.ts';

/** Time between two pulses. @source ARCHITECTURE 2.2 */
export const PULSE_MS = 250;
/** How long ticks are remembered for contracts whose opening is heard of late. */
const REMEMBER_MS = 10_000;

/** What the engine asks the market besides single prices. */
export type EngineMarket = MarketView & {
  drain(): { readonly quotes: readonly Quote[]; readonly extremes: readonly Quote[] };
  /** Id and 24-hour change of an instrument, as the wire says them. */
  listing(code: InstrumentCode): Pick<QuoteItem, 'id' | typeof WIRE_FIELDS.changePercent>;
};

/** What the pulse stands on. */
export type PulseDeps = {
  readonly db: Sql;
  readonly clock: Clock;
  readonly log: Log;
  readonly market: EngineMarket;
  readonly contracts: Contracts;
  readonly options: Pick<Options, 'commands'>;
  readonly portfolio: Portfolio;
  readonly live: Live;
};

/** The loop that turns prices into acts and pushes. */
export type Pulse = {
  /** Loads every running contract. */
  load(): Promise<void>;
  /** One turn, its five steps in a fixed order. */
  run(): Promise<void>;
  /** Hears that a contract was opened or closed. */
  changed(fact: { userId: UserId; mode: Mode; contractId: ContractId }): void;
  /** Hears that a book was posted to. */
  posted(book: Book): void;
  /** Hears that somebody looks at a book from now on. */
  joined(book: Book): void;
  /** Contracts in memory. */
  size(): number;
};

type State = {
  readonly positions: ReturnType<typeof createPositions>;
  readonly books: ReturnType<typeof createWatchedBooks>;
  readonly changed: Map<ContractId, { userId: UserId; id: ContractId }>;
  readonly due: Map<ContractId, TriggerCommand>;
  remembered: Quote[];
};

/** Takes over what was opened or closed since the last turn, and tells who looks at it. */
async function takeChanges(state: State, deps: PulseDeps): Promise<void> {
  if (state.changed.size === 0) return;
  const asked = [...state.changed.values()];
  state.changed.clear();
  for (const contract of await deps.contracts.byIds(asked)) {
    if (contract.status === 'running') {
      state.positions.add(contract);
      const due = state.positions.dueOf(contract, state.remembered);
      if (due !== null && contract.feed === deps.market.feed().key) addDue(state, due);
    } else {
      state.positions.remove(contract.id);
      state.due.delete(contract.id);
    }
    if (!state.books.has(contract)) continue;
    const valued = contract.status === 'running' ? valueContract(contract, deps.market) : null;
    deps.live.publishOrder(contract, orderOf(contract, { market: deps.market, valued }));
  }
}

function addDue(
  state: State,
  due: { contract: Contract; reason: 'stopLoss' | 'takeProfit'; quote: Quote },
): void {
  const { contract, reason, quote } = due;
  if (state.due.has(contract.id)) return;
  const { userId, mode, id } = contract;
  state.due.set(id, { kind: 'trigger', userId, mode, contractId: id, reason, quote });
}

/** Closes what is due; what cannot be closed yet, for want of a linking price, stays due. */
async function closeDue(state: State, deps: PulseDeps): Promise<void> {
  const commands = [...state.due.values()];
  await Promise.all(
    commands.map(async (command) => {
      const outcome = await deps.contracts.commands.trigger(command);
      if (outcome.ok || outcome.failure.name !== 'not-tradable-now') {
        state.due.delete(command.contractId);
        state.positions.remove(command.contractId);
        if (outcome.ok) state.changed.set(command.contractId, outcome.value);
      }
    }),
  );
}

function pnlItem(valued: Valued): PnlItem {
  return {
    orderId: valued.contract.id,
    unrealizedPnL: formatMoney(valued.pnl),
    unrealizedPnLPercentage: formatDecimal(valued.percent),
    currentPrice: formatDecimal(valued.mark),
    lastUpdateTime: valued.markedAt,
  };
}

/** Revalues what ticked, for books somebody looks at; answers the books whose value moved. */
function pushPnl(state: State, deps: PulseDeps, quotes: readonly Quote[]): Map<string, Book> {
  const moved = new Map<string, Book>();
  const items = new Map<string, PnlItem[]>();
  for (const { code } of quotes) {
    for (const contract of state.positions.ofInstrument(code)) {
      if (!state.books.has(contract)) continue;
      const valued = valueContract(contract, deps.market);
      if (valued === null) continue;
      const item = pnlItem(valued);
      const last = state.books.lastPush(contract, contract.id);
      if (last !== undefined && !worthPushing(last, item)) continue;
      state.books.pushed(contract, item);
      const key = bookKey(contract);
      moved.set(key, { userId: contract.userId, mode: contract.mode });
      items.set(key, [...(items.get(key) ?? []), item]);
    }
  }
  for (const [key, book] of moved) deps.live.publishPnl(book, items.get(key) ?? []);
  return moved;
}

async function readBooks(state: State, deps: PulseDeps): Promise<Book[]> {
  const dirty = state.books.dirty();
  if (dirty.length === 0) return [];
  const holdings = await findHoldings(deps.db, dirty);
  for (const book of dirty) {
    const held = holdings.get(bookKey(book));
    const profit = await deps.portfolio.profit(book);
    if (held !== undefined) state.books.fill(book, { holdings: held, profit });
  }
  return dirty;
}

function pushBalances(
  state: State,
  deps: PulseDeps,
  options: { books: Iterable<Book>; now: UnixMs },
): void {
  for (const book of options.books) {
    const running = state.positions.ofBook(book);
    const valued = running.flatMap((contract) => valueContract(contract, deps.market) ?? []);
    const { figures } = deps.portfolio;
    const item = state.books.balance(book, { running, valued, figures, now: options.now });
    if (item !== null) deps.live.publishBalance(book, item);
  }
}

function quoteItem(quote: Quote, market: EngineMarket, now: UnixMs): Omit<QuoteItem, 'seq'> | null {
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
    tickId: quote.tickId,
    status: market.status(quote.code, now),
  };
}

function remember(state: State, extremes: readonly Quote[], now: UnixMs): void {
  const young = state.remembered.filter((quote) => now - quote.receivedAt <= REMEMBER_MS);
  state.remembered = [...young, ...extremes];
}

/** Makes the loop; `index.ts` turns it every 250 ms. */
export function createPulse(deps: PulseDeps): Pulse {
  const state: State = {
    positions: createPositions(),
    books: createWatchedBooks(),
    changed: new Map(),
    due: new Map(),
    remembered: [],
  };
  return {
    async load() {
      for (const contract of await deps.contracts.allRunning()) state.positions.add(contract);
    },
    async run() {
      const now = deps.clock.now();
      await takeChanges(state, deps);
      const { quotes, extremes } = deps.market.drain();
      const acting = extremes.filter(({ code }) => deps.market.status(code, now) !== 'suspended');
      for (const due of state.positions.due(acting, deps.market.feed().key)) addDue(state, due);
      remember(state, acting, now);
      if (state.due.size > 0) await closeDue(state, deps);
      await deps.options.commands.settleExpired(now);
      state.books.keepOnly(deps.live.connectedBooks());
      const moved = pushPnl(state, deps, quotes);
      for (const book of await readBooks(state, deps)) moved.set(bookKey(book), book);
      pushBalances(state, deps, { books: moved.values(), now });
      const items = quotes.flatMap((quote) => quoteItem(quote, deps.market, now) ?? []);
      if (items.length > 0) deps.live.publishQuotes(items);
    },
    changed({ userId, contractId }) {
      state.changed.set(contractId, { userId, id: contractId });
    },
    posted: (book) => state.books.markDirty(book),
    joined: (book) => state.books.join(book),
    size: () => state.positions.size(),
  };
}
