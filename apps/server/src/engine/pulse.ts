import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import {
  type Clock,
  type ContractId,
  type InstrumentCode,
  type Mode,
  type TickId,
  type UnixMs,
  type UserId,
  SECOND_MS,
  isLaterTick,
  plusMs,
} from '@candor/kernel';
import { type Quote, isFresh } from '@candor/pricing';
import {
  type AnyOrder,
  type Contract,
  type Contracts,
  type FindReached,
  type MarketStatus,
  type TrailingLevel,
  isContract,
  orderOf,
  valueContract,
} from '../contracts/index.ts';
import { type Book, type BookHoldings, bookKey, findHoldings } from '../ledger/index.ts';
import type { Live } from '../live/index.ts';
import type { Options } from '../options/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Sql } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Portfolio } from '../portfolio/index.ts';
import { createWatchedBooks } from './books.ts';
import { createMarginWatch } from './margin-watch.ts';
import { type OvernightMarket, createOvernight } from './overnight.ts';
import { type PushDeps, type PushMarket, pushBalances, pushPnl, pushQuotes } from './push.ts';
import { type Due, createWatchList } from './watch-list.ts';

/** Time between two pulses. @source ARCHITECTURE 2.2 */
export const PULSE_MS = 250;
/** Turns of financing a start takes at once for the midnights it missed; the rest comes later. */
const CATCH_UP_TURNS = 1_000;
/** New orders taken over at once: no order on its way waits for more than these. */
const ORDERS_PER_SLICE = 16;
/** How long a user's closing waits for the night to be charged, and how often it looks. */
const NIGHT_WAIT_MS = 1_000;
const NIGHT_LOOK_MS = 50;
/** How long what failed is left alone before it is tried again. */
const RETRY_MS = SECOND_MS;

/** What the engine asks the market besides single prices. */
export type EngineMarket = PushMarket &
  OvernightMarket & {
    drain(): { readonly quotes: readonly Quote[]; readonly extremes: readonly Quote[] };
    acting(code: InstrumentCode): Quote | null;
    actingFrom(code: InstrumentCode, from: TickId): readonly Quote[];
    forgotten(code: InstrumentCode): TickId | null;
    lastStored(codes: readonly InstrumentCode[]): Promise<readonly Quote[]>;
  };

/** What the pulse stands on. */
export type PulseDeps = {
  readonly db: Sql;
  readonly clock: Clock;
  readonly log: Log;
  readonly market: EngineMarket;
  readonly contracts: Contracts;
  readonly options: Pick<Options, 'commands'>;
  readonly parameters: Pick<Parameters, 'at'>;
  readonly portfolio: Portfolio;
  readonly live: Live;
};

/** The loop that turns prices into acts and pushes. */
export type Pulse = {
  /** Loads every open order, and looks at the ticks that were stored last. */
  load(): Promise<void>;
  /** One turn, its steps in a fixed order. */
  run(): Promise<void>;
  /** Hears that a contract was opened, or an order that waited was filled. */
  opened(fact: { userId: UserId; mode: Mode; contractId: ContractId }): void;
  /** Hears that an order was placed, changed or ended. */
  changed(fact: { userId: UserId; mode: Mode; contractId: ContractId }): void;
  /** Hears that a book was posted to. */
  posted(book: Book): void;
  /** Hears that somebody looks at a book from now on. */
  joined(book: Book): void;
  /** Waits until a book has paid for the night; never for longer than a moment. */
  nightPaid(book: Book): Promise<void>;
  /** What stored ticks have reached of an open order that no act has followed yet. */
  readonly reached: FindReached;
  /** Running contracts in memory. */
  size(): number;
};

type State = PushDeps & {
  readonly deps: PulseDeps;
  readonly watch: ReturnType<typeof createWatchList>;
  readonly margin: ReturnType<typeof createMarginWatch>;
  readonly overnight: ReturnType<typeof createOvernight>;
  /** Orders to be read. */
  readonly changed: Map<ContractId, { userId: UserId; id: ContractId }>;
  /** Contracts this process opened since the last turn; of none of them anything else was said. */
  readonly opened: Map<ContractId, Contract>;
  /** Running contracts of every feed. */
  readonly running: Map<ContractId, Contract>;
  readonly due: Map<ContractId, Due>;
  /** When what is due and failed is tried again. */
  readonly retryAt: Map<ContractId, UnixMs>;
  /** Trailing stops whose level is not stored yet. */
  readonly moved: Map<ContractId, TrailingLevel>;
  /** Books that were posted to since they were read. */
  readonly posted: Map<string, Book>;
};

function forget(state: State, id: ContractId): void {
  const known = state.running.get(id);
  state.watch.drop(id);
  state.due.delete(id);
  state.retryAt.delete(id);
  if (known === undefined) return;
  state.running.delete(id);
  state.margin.remove(known);
}

/** What was set off and could not be done yet stays so while the order's terms are the same. */
function stillDue(state: State, order: AnyOrder): Due | null {
  const due = state.due.get(order.id);
  if (due === undefined || state.watch.sinceOf(due.order) !== state.watch.sinceOf(order)) {
    return null;
  }
  if (due.kind === 'close') return isContract(order) ? { ...due, order } : null;
  return isContract(order) ? null : { ...due, order };
}

/** Takes over an open order as it is now; `recent` are the quotes since its terms were accepted. */
function remember(state: State, order: AnyOrder, recent: readonly Quote[]): void {
  const { market } = state.deps;
  const due = stillDue(state, order) ?? state.watch.put(order, recent);
  state.due.delete(order.id);
  if (due !== null) state.due.set(order.id, due);
  if (!isContract(order)) return;
  const known = state.running.get(order.id);
  state.running.set(order.id, order);
  if (order.feed !== market.feed().key) return;
  if (known === undefined) {
    state.margin.add(order);
    state.posted.set(bookKey(order), order);
  } else state.margin.replace(order);
}

/** Whether a market is open by its hours and nobody has stopped it, however old its price. */
const isTrading = (status: MarketStatus): boolean =>
  status !== 'suspended' && status !== 'closed' && status !== 'noSource';

/** Whether a tick came while its market was open and nobody had stopped it. */
function mayAct(state: State, quote: Quote): boolean {
  return isTrading(state.market.status(quote.code, quote.receivedAt));
}

/** Remembered ticks from one on that may act. */
function actingFrom(state: State, code: InstrumentCode, from: TickId): Quote[] {
  return state.deps.market.actingFrom(code, from).filter((quote) => mayAct(state, quote));
}

/** Has an order read at the next turn, whatever was said of it before. */
function askFor(state: State, one: { userId: UserId; id: ContractId }): void {
  state.opened.delete(one.id);
  state.changed.set(one.id, one);
}

/** Takes over an order as it is now, and tells who looks at it. */
function takeOver(state: State, order: AnyOrder): void {
  const { market, live } = state.deps;
  if (order.status === 'closed') forget(state, order.id);
  else remember(state, order, actingFrom(state, order.code, state.watch.heardFrom(order)));
  if (!state.books.has(order)) return;
  const isRunning = isContract(order) && order.status === 'running';
  const valued = isRunning ? valueContract(order, market) : null;
  live.publishOrder(order, orderOf(order, { market, valued }));
}

/** Takes over what became of orders since the last turn. */
async function takeChanges(state: State): Promise<void> {
  let taken = 0;
  for (const [id, contract] of [...state.opened]) {
    // Between two slices it may have become something else, which is read below.
    if (state.opened.get(id) !== contract) continue;
    state.opened.delete(id);
    takeOver(state, contract);
    taken += 1;
    if (taken % ORDERS_PER_SLICE === 0) await nextTurn();
  }
  if (state.changed.size === 0) return;
  const asked = [...state.changed.values()];
  const orders = await state.deps.contracts.ordersByIds(asked);
  // Only now: had the database been away, they would have to be asked for again.
  for (const one of asked) if (state.changed.get(one.id) === one) state.changed.delete(one.id);
  for (const order of orders) takeOver(state, order);
}

/** Reads what moved books hold: of those with contracts, and of those somebody looks at. */
async function readBooks(state: State, now: UnixMs): Promise<Book[]> {
  const posted = [...state.posted];
  const moved = posted.flatMap(([, book]) => (state.margin.has(book) ? [book] : []));
  const looked = state.books.dirty();
  const wanted = new Map([...moved, ...looked].map((book) => [bookKey(book), book]));
  const none = new Map<string, BookHoldings>();
  const holdings =
    wanted.size === 0 ? none : await findHoldings(state.deps.db, [...wanted.values()]);
  for (const [key, book] of posted) if (state.posted.get(key) === book) state.posted.delete(key);
  for (const book of moved) {
    const held = holdings.get(bookKey(book));
    if (held !== undefined) state.margin.setHoldings(book, held.USDT, now);
  }
  for (const book of looked) {
    const held = holdings.get(bookKey(book));
    const profit = await state.deps.portfolio.profit(book);
    if (held !== undefined) state.books.setRead(book, { holdings: held, profit });
  }
  return looked;
}

/** Lets every tick since the last turn act: on triggers, and on the value of what is open. */
function takeTicks(state: State): readonly Quote[] {
  const { market } = state.deps;
  const { quotes, extremes } = market.drain();
  const acting = extremes.filter((quote) => mayAct(state, quote));
  const between = (code: InstrumentCode, from: TickId) => actingFrom(state, code, from);
  for (const due of state.watch.act(acting, between)) state.due.set(due.order.id, due);
  for (const quote of acting) state.margin.apply(quote);
  const last = new Map(acting.map((quote) => [quote.code, quote.tickId]));
  for (const { code } of quotes) {
    const quote = market.acting(code);
    if (quote !== null) state.watch.acted(quote);
    if (quote !== null && quote.tickId !== last.get(code) && mayAct(state, quote)) {
      state.margin.apply(quote);
    }
  }
  state.margin.applyLinks(state.deps.clock.now());
  return quotes;
}

type Commands = Contracts['commands'];

function sendDue(
  commands: Commands,
  due: Due,
): ReturnType<Commands['fill']> | ReturnType<Commands['trigger']> {
  const { userId, mode, id } = due.order;
  const asked = { userId, mode, contractId: id, quote: due.quote };
  const { fill, trigger } = commands;
  if (due.kind === 'fill') return fill({ ...asked, kind: 'fill' });
  const { reason } = due;
  const trailed = reason === 'trailing' ? { asked: due.level, askedBy: due.setBy } : {};
  return trigger({ ...asked, kind: 'trigger', reason, ...trailed });
}

/** Does what one tick set off. What cannot be done yet, for want of a linking price, stays due. */
async function settle(state: State, due: Due): Promise<void> {
  const { userId, id } = due.order;
  // What is closed after a midnight was open at it.
  const isClosing = due.kind === 'close';
  if (isClosing && !(await state.overnight.settle(due.order, state.deps.clock.now()))) return;
  const outcome = await sendDue(state.deps.contracts.commands, due);
  const isLater = !outcome.ok && outcome.failure.name === 'not-tradable-now';
  if (isLater && due.kind === 'close') return;
  state.due.delete(id);
  // An order that could not be filled at this tick goes on waiting for the next, which may have come
  // with the same turn.
  if (isLater) {
    const { code } = due.order;
    const { tickId } = due.quote;
    const now = state.deps.clock.now();
    const freshForMs = state.market.instrument(code)?.freshForMs ?? 0;
    const behind = actingFrom(state, code, tickId).filter(
      (one) => isLaterTick(one.tickId, tickId) && isFresh(one, { now, freshForMs }),
    );
    state.watch.drop(id);
    const next = state.watch.put(due.order, behind);
    if (next !== null) state.due.set(id, next);
    return;
  }
  if (outcome.ok && outcome.value.status === 'closed') forget(state, id);
  askFor(state, { userId, id });
}

/** Does all that is due; what fails stays due, and keeps nothing else from being done. */
async function settleDue(state: State, now: UnixMs): Promise<void> {
  const { retryAt } = state;
  const ready = [...state.due.values()].filter(({ order }) => (retryAt.get(order.id) ?? 0) <= now);
  await Promise.all(
    ready.map(async (due) => {
      const { id } = due.order;
      try {
        await settle(state, due);
        retryAt.delete(id);
      } catch (error) {
        retryAt.set(id, plusMs(now, RETRY_MS));
        state.deps.log.error({ err: error, contract: id, kind: due.kind }, 'what is due failed');
      }
    }),
  );
}

/** Lets the books whose level moved be looked at exactly, and takes over what became of them. */
async function watchMargins(state: State, now: UnixMs): Promise<void> {
  await Promise.all(
    state.margin.takeNominated(now).map(async (command) => {
      const { userId, mode } = command;
      try {
        if (!(await state.overnight.settle(command, now))) {
          state.margin.failed(command, now);
          return;
        }
        const outcome = await state.deps.contracts.commands.margin(command);
        state.margin.done(command, outcome);
        for (const id of outcome.closed) {
          forget(state, id);
          askFor(state, { userId, id });
        }
      } catch (error) {
        state.margin.failed(command, plusMs(now, RETRY_MS));
        state.deps.log.error({ err: error, userId, mode }, 'a margin level could not be seen to');
      }
    }),
  );
}

/** Stores where trailing stops moved to, in one statement; what fails is stored next time. */
async function keepTrailing(state: State, now: UnixMs): Promise<void> {
  for (const level of state.watch.moved()) state.moved.set(level.contractId, level);
  if (state.moved.size === 0) return;
  await state.deps.contracts.trailing.keep([...state.moved.values()], now);
  state.moved.clear();
}

/** Puts every open order into memory, and lets the ticks that were stored last act on it. */
async function load(state: State): Promise<void> {
  const { contracts, market } = state.deps;
  for (const told of await contracts.toldLevels()) state.margin.setTold(told, told.level);
  for (const level of await contracts.trailing.all()) state.watch.restore(level);
  const open = [...(await contracts.allRunning()), ...(await contracts.allPending())];
  const codes = [...new Set(open.map(({ code }) => code))];
  const stored = Map.groupBy(await market.lastStored(codes), ({ code }) => code);
  for (const order of open) {
    const recent = (stored.get(order.code) ?? []).filter((quote) => mayAct(state, quote));
    remember(state, order, recent);
  }
  const now = state.deps.clock.now();
  for (const code of codes) {
    const isOpen = isTrading(market.status(code, now));
    const freshForMs = market.instrument(code)?.freshForMs ?? 0;
    const until = isOpen ? plusMs(now, freshForMs) : now;
    state.margin.restore({ code, quote: market.acting(code), at: now, until });
  }
  await state.overnight.load();
  // Before anybody can close what owes a night.
  for (let turns = 0; turns < CATCH_UP_TURNS && (await state.overnight.run(now)); turns += 1);
}

/** One step of a turn. It fails alone: the steps after it are done all the same. */
async function step(state: State, name: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    state.deps.log.error({ err: error, step: name }, 'a step of a pulse failed');
  }
}

async function turn(state: State): Promise<void> {
  const { clock, options, live } = state.deps;
  const now = clock.now();
  let looked: readonly Book[] = [];
  await step(state, 'changes', () => takeChanges(state));
  await step(state, 'financing', () => state.overnight.run(now));
  state.books.keepOnly(live.connectedBooks());
  await step(state, 'books', async () => {
    looked = await readBooks(state, now);
  });
  const quotes = takeTicks(state);
  if (state.due.size > 0) await step(state, 'due', () => settleDue(state, now));
  await step(state, 'margins', () => watchMargins(state, now));
  await step(state, 'trailing', () => keepTrailing(state, now));
  await step(state, 'options', () => options.commands.settleExpired(now));
  const moved = pushPnl(state, quotes);
  for (const book of looked) moved.set(bookKey(book), book);
  pushBalances(state, moved.values(), now);
  pushQuotes(state, quotes, now);
}

/** A closing right after midnight comes after the charge of the night, unless that takes too long. */
async function nightPaid(state: State, book: Book): Promise<void> {
  for (let waited = 0; waited < NIGHT_WAIT_MS; waited += NIGHT_LOOK_MS) {
    if (await state.overnight.settle(book, state.deps.clock.now())) return;
    await delay(NIGHT_LOOK_MS);
  }
}

/** What is due already, and what is going to be by the ticks that came since. */
function reached(state: State, order: AnyOrder): ReturnType<FindReached> {
  const { market } = state.deps;
  const due =
    stillDue(state, order) ??
    state.watch.reached(order, {
      actingFrom: (code, from) => actingFrom(state, code, from),
      forgotten: market.forgotten,
    });
  if (due === null || due === 'behind') return due;
  return { what: due.kind === 'fill' ? 'fill' : due.reason, quote: due.quote };
}

function createState(deps: PulseDeps): State {
  const { market, contracts, clock, log, parameters, live, portfolio } = deps;
  const running = new Map<ContractId, Contract>();
  const margin = createMarginWatch(market);
  return {
    deps,
    market,
    live,
    portfolio,
    books: createWatchedBooks(),
    ofBook: (book) => margin.ofBook(book),
    watch: createWatchList(() => market.feed().key),
    margin,
    overnight: createOvernight({ clock, log, market, contracts, parameters }),
    changed: new Map(),
    opened: new Map(),
    running,
    due: new Map(),
    retryAt: new Map(),
    moved: new Map(),
    posted: new Map(),
  };
}

/** Makes the loop; `index.ts` turns it every 250 ms. */
export function createPulse(deps: PulseDeps): Pulse {
  const state = createState(deps);
  return {
    load: () => load(state),
    run: () => turn(state),
    opened({ userId, contractId }) {
      const contract = deps.contracts.justOpened.take(contractId);
      if (contract === null || state.changed.has(contractId)) {
        askFor(state, { userId, id: contractId });
      } else state.opened.set(contractId, contract);
    },
    changed({ userId, contractId }) {
      deps.contracts.justOpened.drop(contractId);
      askFor(state, { userId, id: contractId });
    },
    posted(book) {
      state.posted.set(bookKey(book), book);
      state.books.markDirty(book);
    },
    joined: (book) => state.books.join(book),
    nightPaid: (book) => nightPaid(state, book),
    reached: (order) => reached(state, order),
    size: () => state.running.size,
  };
}
