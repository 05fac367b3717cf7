import type { Clock, ContractId, InstrumentCode, TickId, UnixMs } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import {
  type AnyOrder,
  type Committed,
  type Contract,
  type Contracts,
  type FindPassed,
  type FindReached,
  addPassed,
  isContract,
} from '../contracts/index.ts';
import { type Holdings, type TradingAccount, accountKey, findHoldings } from '../ledger/index.ts';
import type { Live } from '../live/index.ts';
import type { Drained, TapeSpan } from '../market/index.ts';
import type { Options } from '../options/index.ts';
import type { Database } from '../platform/postgres/db.ts';
import type { Log } from '../platform/process/log.ts';
import type { Portfolio } from '../portfolio/index.ts';
import { type AccountTable, createAccountTable } from './tables/account-table.ts';
import { type AsideTicks, createAsideTicks } from './ticks/aside.ts';
import { type Behind, createBehind } from './ticks/behind.ts';
import { createKeeping } from './keeping/keeping.ts';
import { type MarginWatch, createMarginWatch } from './margin/margin.ts';
import { type OrderTable, createOrderTable } from './tables/order-table.ts';
import { type Named, type Orders, createOrders } from './orders/orders.ts';
import { type PassedOver, createPassedOver } from './ticks/passed.ts';
import { earlierPlace } from './ticks/place.ts';
import type { PushMarket } from './screens/push.ts';
import { createScreens } from './screens/screens.ts';
import { createSender } from './orders/sender.ts';
import { createSettle, isStuck } from './settle.ts';
import { type Triggers, createTriggers, isSameDue } from './triggers/triggers.ts';
import { type Turn, createTurn } from './turn.ts';
import { dueOf } from './tables/records.ts';

/** Accounts whose holdings are read at once. */
const ACCOUNTS_MAX = 1_000;
/** What the engine asks the market besides single prices. */
export type EngineMarket = PushMarket & {
  drain(): Drained;
  undrainedSince(): UnixMs | null;
  wasTrading(code: InstrumentCode, at: UnixMs): boolean;
  acting(code: InstrumentCode): Quote | null;
  actingFrom(code: InstrumentCode, from: TickId): readonly Quote[];
  remembers(code: InstrumentCode, from: TickId): boolean;
  actingBetween(
    params: TapeSpan & { readonly most: number; readonly code?: InstrumentCode },
  ): Promise<readonly Quote[]>;
  tapeEnds(): Promise<TapeSpan | null>;
};

/** What the pulse stands on. */
export type PulseDeps = {
  /** For what acts: callers never take these connections. */
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly market: EngineMarket;
  readonly contracts: Contracts;
  readonly options: Pick<Options, 'commands'>;
  readonly portfolio: Portfolio;
  readonly live: Live;
};

/** A trading account with what it has open, as the engine holds it. */
export type OpenBook = TradingAccount & {
  /** Its running contracts; those that count at what they cost are left out. */
  readonly contracts: readonly Contract[];
  /** What the ledger holds of USDT, as it was read after its last posting; null while it is not known. */
  readonly holdings: Holdings | null;
};

/** How the engine is doing. */
export type EngineFigures = {
  /** The longest of the turns of the last minute. */
  readonly turnMs: number;
  /** Age of the oldest tick that has not set off all it should; what is stuck is counted apart. */
  readonly unactedMs: number;
  /** Orders that a tick set off and that are not committed yet. */
  readonly due: number;
  /** Those of them that could not be done for a minute. */
  readonly stuck: number;
  /** How often ticks could not act, since the start. */
  readonly failed: number;
  /** Spans of ticks that could not act and are tried again, while what is newer acts. */
  readonly aside: number;
};

/**
 * What turns prices into commands and pushes, each part on a time of its own: `act` waits for nothing
 * but the tape, so that neither a slow read nor ten thousand who look can hold a stop.
 */
export type Pulse = {
  /** Loads every open order, and lets the ticks act that were stored and not acted on. */
  load(): Promise<void>;
  /** Lets every tick since the last call act, and sends what it set off without waiting for it. */
  act(): Promise<void>;
  /** Reads orders that facts named, and what trading accounts hold that were posted to. */
  hear(): Promise<void>;
  /** Charges a midnight. */
  night(): Promise<void>;
  /** Stores where trailing stops stand and how far the tape was acted on. */
  keep(): Promise<void>;
  settleOptions(): Promise<void>;
  /** Tells users who look prices, results and orders. */
  pushPrices(): Promise<void>;
  /** Tells users who look the figures of their trading accounts. */
  pushFigures(): Promise<void>;
  /** Everything once, in a fixed order, until all that was sent is answered. */
  run(): Promise<void>;
  /** Sends nothing more; resolves when nothing is on its way. What is due is so after a start. */
  end(): Promise<void>;
  /** Hears of orders right after the commit that changed them. */
  told(committed: readonly Committed[]): void;
  /** Hears a fact about an order. */
  announced(fact: Named): void;
  /** Hears that a trading account was posted to. */
  posted(account: TradingAccount): void;
  /** Hears that a user looks at a trading account from now on. */
  joined(account: TradingAccount): void;
  /** What stored ticks have reached of an open order that no command has followed yet. */
  readonly reached: FindReached;
  /** At which ticks an open order was passed over. */
  readonly passed: FindPassed;
  /**
   * Reads what is needed to say what was reached of an order, or of a trading account, where it is
   * behind.
   */
  lookBack(params: TradingAccount & { readonly contractId: ContractId | null }): Promise<void>;
  figures(): EngineFigures;
  /** Every trading account with running contracts. Reading may pause: accounts come and go meanwhile. */
  openBooks(): Iterable<OpenBook>;
  /** Running contracts in memory. */
  size(): number;
  /** Trading accounts that cannot be judged, because a contract of them has no mark. */
  unjudged(): number;
};

type State = PulseDeps & {
  readonly table: OrderTable;
  readonly triggers: Triggers;
  readonly accounts: AccountTable;
  readonly margin: MarginWatch;
  readonly orders: Orders;
  readonly turn: Turn;
  /** What could not act: what is newer acts, these are tried again, and a start begins there. */
  readonly aside: AsideTicks;
  /** At which ticks orders that wait were passed over. */
  readonly passed: PassedOver;
  /** What it is behind with and a caller asked about. */
  readonly behind: Behind;
};

/** Reads what accounts with contracts hold that were posted to, so many at once. */
async function readHoldings({ accounts, db, clock, margin }: State): Promise<boolean> {
  const some = accounts.takePosted(ACCOUNTS_MAX);
  if (some.length === 0) return false;
  try {
    const holdings = await findHoldings(db, some);
    const now = clock.now();
    for (const account of some) {
      const held = holdings.get(accountKey(account));
      if (held !== undefined) margin.setHoldings(account, held.USDT, now);
    }
  } catch (error) {
    some.forEach(accounts.posted);
    throw error;
  }
  return some.length === ACCOUNTS_MAX;
}

/** One part of the work. It fails alone: the parts after it are done all the same. */
async function step(state: State, name: string, part: () => Promise<unknown>): Promise<void> {
  try {
    await part();
  } catch (error) {
    state.log.error({ err: error, step: name }, 'a step of a pulse failed');
  }
}

async function hear(state: State): Promise<void> {
  await step(state, 'orders', () => state.orders.readAnnounced());
  await step(state, 'late', state.turn.actOnLate);
  await step(state, 'books', async () => {
    while (await readHoldings(state));
  });
}

function figuresOf({ clock, table, turn, aside }: State): EngineFigures {
  const now = clock.now();
  let oldest = turn.unactedSince() ?? now;
  let stuck = 0;
  for (const due of [...table.due()].flatMap((record) => dueOf(record) ?? [])) {
    if (isStuck(due, now)) stuck += 1;
    else if (due.quote.receivedAt < oldest) oldest = due.quote.receivedAt;
  }
  const due = table.due().size;
  return { ...turn.figures(), unactedMs: now - oldest, due, stuck, aside: aside.count() };
}

/** What is due already, and what is going to be by the ticks that came since. */
function reached(state: State, order: AnyOrder): ReturnType<FindReached> {
  const { behind, table, triggers } = state;
  const isPlain = !isContract(order) || order.trailingDistance === null;
  const record = table.find(order.id);
  const due = record !== undefined && isSameDue(record, order) ? dueOf(record) : null;
  const met =
    due ??
    triggers.reached(order, {
      actedThrough: state.turn.actedThrough(),
      actingFrom: (code, from) => behind.actingFrom(code, { from, isPlain }),
      remembers: behind.remembers,
    });
  if (met === null || met === 'behind') return met;
  const { what, quote } = met;
  return { what, quote, hasFailed: due?.hasFailed ?? false };
}

/** Reads back what memory let go of before it was acted on, of what a caller asks about. */
async function lookBack(
  state: State,
  { contractId, ...account }: TradingAccount & { readonly contractId: ContractId | null },
): Promise<void> {
  const { table, triggers, accounts, behind } = state;
  const one = contractId === null ? undefined : table.find(contractId)?.order;
  const orders =
    contractId === null ? accounts.contractsOf(account) : one === undefined ? [] : [one];
  const from = new Map<InstrumentCode, TickId>();
  for (const order of orders) {
    if (reached(state, order) !== 'behind') continue;
    const place = triggers.heardFrom(order, state.turn.actedThrough());
    from.set(order.code, earlierPlace(place, from.get(order.code) ?? null) ?? place);
  }
  for (const [code, place] of from) await behind.read(code, place);
}

/** What an order was passed over at before a tick: by itself while it waited, or with every other. */
function passedOver(state: State, order: AnyOrder, before: TickId): ReturnType<FindPassed> {
  const own = isContract(order) ? [] : state.passed.of(order.id);
  return state.aside.passed(order, before).reduce(addPassed, own);
}

function* openBooks(accounts: AccountTable): Generator<OpenBook> {
  for (const { userId, mode, contracts, holdings } of accounts.all()) {
    if (contracts.size === 0) continue;
    const open = [...contracts].map(({ order }) => order as Contract);
    yield { userId, mode, contracts: open, holdings };
  }
}

/** Makes the pulse; `index.ts` turns its parts, each at its time. */
export function createPulse(deps: PulseDeps): Pulse {
  const { market, contracts, clock, log } = deps;
  const { overnight } = contracts;
  const mayAct = (quote: Quote): boolean => market.wasTrading(quote.code, quote.receivedAt);
  const feed = (): string => market.feed().key;
  const table = createOrderTable();
  const triggers = createTriggers(table, feed);
  const accounts = createAccountTable();
  const margin = createMarginWatch(market, accounts);
  const passed = createPassedOver();
  const aside = createAsideTicks();
  const behind = createBehind({ market, mayAct });
  const screens = createScreens({ ...deps, ofAccount: accounts.contractsOf });
  const sender = createSender((error) => log.error({ err: error }, 'a command could not be sent'));
  const orders = createOrders({
    contracts,
    log,
    table,
    triggers,
    margin,
    feed,
    actingFrom(code, from) {
      const quotes = market.actingFrom(code, from).filter(mayAct);
      return market.remembers(code, from) ? quotes : null;
    },
    actedThrough: () => turn.actedThrough(),
    onDue: (record) => settle.send(record),
    onLate: (from) => turn.late(from),
    onChanged(order) {
      accounts.posted(order);
      if (isContract(order) || order.status === 'closed') passed.drop(order);
      screens.changed(order);
    },
  });
  const parts = { table, triggers, accounts, margin, orders, passed, aside, behind, mayAct };
  const settle = createSettle({
    ...deps,
    ...parts,
    commands: contracts.commands,
    overnight,
    sender,
  });
  const turn = createTurn({ ...deps, ...parts, settle, ticked: screens.ticked });
  const state: State = { ...deps, ...parts, turn };
  const keeping = createKeeping({
    ...deps,
    ...parts,
    onDue: settle.send,
    isStuck: (due) => isStuck(due, clock.now()),
    // A tick that is set aside has not acted on anything.
    actedThrough: () => earlierPlace(turn.actedThrough(), aside.began()),
  });
  const pulse: Pulse = {
    async load() {
      // First: what the tape sets off at once is closed only behind the nights it owes.
      await overnight.load();
      turn.begin(await keeping.load());
      while (await readHoldings(state));
    },
    async act() {
      await turn.act();
      const through = turn.actedThrough();
      if (through !== null) behind.actedThrough(through);
    },
    hear: () => hear(state),
    night: () => overnight.run(clock.now()),
    keep: () => keeping.keep(),
    settleOptions: () => deps.options.commands.settleExpired(clock.now()),
    pushPrices: () => screens.pushPrices(),
    pushFigures: () => screens.pushFigures(),
    async run() {
      await hear(state);
      await step(state, 'financing', pulse.night);
      await step(state, 'act', pulse.act);
      await sender.idle();
      await step(state, 'keep', pulse.keep);
      await step(state, 'options', pulse.settleOptions);
      await step(state, 'prices', pulse.pushPrices);
      await step(state, 'figures', pulse.pushFigures);
    },
    end: () => sender.end(),
    told: (committed) => orders.told(committed),
    announced: (fact) => orders.announced(fact),
    posted(account) {
      accounts.posted(account);
      screens.posted(account);
    },
    joined: (account) => screens.joined(account),
    reached: (order) => reached(state, order),
    passed: (order, before) => passedOver(state, order, before),
    lookBack: (params) => lookBack(state, params),
    figures: () => figuresOf(state),
    openBooks: () => openBooks(accounts),
    size: table.running,
    unjudged: margin.unjudged,
  };
  return pulse;
}
