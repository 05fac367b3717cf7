import {
  type Clock,
  type ContractId,
  type InstrumentCode,
  type TickId,
  type UnixMs,
  SECOND_MS,
  isLaterTick,
  plusMs,
} from '@candor/kernel';
import { type Quote, isFresh } from '@candor/pricing';
import {
  type AnyOrder,
  type Committed,
  type Contracts,
  type FindPassed,
  type FindReached,
  type MarginCommand,
  addPassed,
  isContract,
  passedReason,
} from '../contracts/index.ts';
import { type Book, bookKey, findHoldings } from '../ledger/index.ts';
import type { Live } from '../live/index.ts';
import { type Drained, type TapeSpan, extremesOf } from '../market/index.ts';
import type { Options } from '../options/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Portfolio } from '../portfolio/index.ts';
import { type AccountTable, createAccountTable } from './account-table.ts';
import { type AsideTicks, createAsideTicks } from './aside.ts';
import { type Behind, createBehind } from './behind.ts';
import { createKeeping } from './keeping.ts';
import { createMarginWatch } from './margin.ts';
import { type Named, type Orders, createOrders } from './orders.ts';
import { type Due, type OrderRecord, createOrderTable, dueOf } from './order-table.ts';
import { type OvernightMarket, createOvernight } from './overnight.ts';
import type { PushMarket } from './push.ts';
import { type PassedOver, createPassedOver } from './passed.ts';
import { earlierPlace, placeAfter, placeBefore } from './place.ts';
import { createScreens } from './screens.ts';
import { type Sender, createSender } from './sender.ts';
import { pagesOf } from './tape-pages.ts';
import { createTriggers, isSameDue } from './triggers.ts';

/** How long what failed is left alone before it is tried again. */
const RETRY_MS = SECOND_MS;
/** How long what could not be done yet, for want of a linking price, waits for the next try. */
const AGAIN_MS = 200;
/** What is due and was put off for so long is stuck: it is kept by itself, and an operator is told. */
const STUCK_MS = 60 * SECOND_MS;
/** Ticks read from the tape at once where memory held too few. */
const PAGE = 2_000;
/** Accounts whose holdings are read at once. */
const ACCOUNTS_MAX = 1_000;
/** How often ticks that cannot act are tried before what is newer goes on without them. */
const TRIES_MAX = 3;
/** The longest turn of so long a time is shown. */
const TURNS_SHOWN_MS = 60 * SECOND_MS;

/** What the engine asks the market besides single prices. */
export type EngineMarket = PushMarket &
  OvernightMarket & {
    drain(): Drained;
    undrainedSince(): UnixMs | null;
    wasTrading(code: InstrumentCode, at: UnixMs): boolean;
    acting(code: InstrumentCode): Quote | null;
    actingFrom(code: InstrumentCode, from: TickId): readonly Quote[];
    remembers(code: InstrumentCode, from: TickId): boolean;
    actingBetween(
      asked: TapeSpan & { readonly most: number; readonly code?: InstrumentCode },
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
  readonly parameters: Pick<Parameters, 'at'>;
  readonly portfolio: Portfolio;
  readonly live: Live;
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
 * What turns prices into acts and pushes, each part on a time of its own: `act` waits for nothing
 * but the tape, so that neither a slow read nor ten thousand who look can hold a stop.
 */
export type Pulse = {
  /** Loads every open order, and lets the ticks act that were stored and not acted on. */
  load(): Promise<void>;
  /** Lets every tick since the last call act, and sends what it set off without waiting for it. */
  act(): Promise<void>;
  /** Reads orders that facts named, and what books hold that were posted to. */
  hear(): Promise<void>;
  /** Charges a midnight. */
  night(): Promise<void>;
  /** Stores where trailing stops stand and how far the tape was acted on. */
  keep(): Promise<void>;
  settleOptions(): Promise<void>;
  /** Tells who looks prices, results and orders. */
  pushPrices(): Promise<void>;
  /** Tells who looks the figures of their books. */
  pushFigures(): Promise<void>;
  /** Everything once, in a fixed order, until all that was sent is answered. */
  run(): Promise<void>;
  /** Sends nothing more; resolves when nothing is on its way. What is due is so after a start. */
  end(): Promise<void>;
  /** Hears of orders right after the commit that changed them. */
  told(committed: readonly Committed[]): void;
  /** Hears a fact about an order. */
  announced(fact: Named): void;
  /** Hears that a book was posted to. */
  posted(book: Book): void;
  /** Hears that somebody looks at a book from now on. */
  joined(book: Book): void;
  /** Waits until a book has paid for the night; never for longer than a moment. */
  nightPaid(book: Book): Promise<void>;
  /** What stored ticks have reached of an open order that no command has followed yet. */
  readonly reached: FindReached;
  /** At which ticks an open order was passed over. */
  readonly passed: FindPassed;
  /** Reads what is needed to say what was reached of an order, or of a book, where it is behind. */
  lookBack(asked: Book & { readonly contractId: ContractId | null }): Promise<void>;
  figures(): EngineFigures;
  /** Running contracts in memory. */
  size(): number;
  /** Trading accounts that cannot be judged, because a contract of them has no mark. */
  unjudged(): number;
};

type State = PulseDeps & {
  readonly table: ReturnType<typeof createOrderTable>;
  readonly triggers: ReturnType<typeof createTriggers>;
  readonly accounts: AccountTable;
  readonly margin: ReturnType<typeof createMarginWatch>;
  readonly overnight: ReturnType<typeof createOvernight>;
  readonly screens: ReturnType<typeof createScreens>;
  readonly orders: Orders;
  readonly sender: Sender;
  /** Ticks memory could not hold: they are to be acted on, from the tape, before anything newer is. */
  missed: TapeSpan | null;
  missedSince: UnixMs | null;
  /** Where the earliest late order began: one heard of when memory did not reach back so far. */
  lateFrom: TickId | null;
  /** The last tick that was acted on. */
  lastActed: TickId | null;
  /** How often the ticks that are next could not act, and how often any could not. */
  tries: number;
  failedTurns: number;
  /** What could not act: what is newer acts, these are tried again, and a start begins there. */
  readonly aside: AsideTicks;
  /** At which ticks orders that wait were passed over. */
  readonly passed: PassedOver;
  /** What it is behind with and somebody asked about. */
  readonly behind: Behind;
  readonly turns: { at: UnixMs; ms: number }[];
};

/** Whether a tick came while its market was open and no operator had suspended it. */
const mayAct = (state: State, quote: Quote): boolean =>
  state.market.wasTrading(quote.code, quote.receivedAt);

/** Sends what is due to be carried out. */
function send(state: State, record: OrderRecord): void {
  const due = dueOf(record);
  if (due === null) return;
  due.retryAt = null;
  const { userId } = record.order;
  const purpose = due.what === 'fill' ? 'fills' : 'protects';
  state.sender.push({ userId, purpose, run: () => settleDue(state, record, due) });
}

/** Lets ticks act: on triggers, and on the value of what is open. */
function takeTicks(state: State, ticks: readonly Quote[]): void {
  const last = ticks.at(-1);
  if (last === undefined) return;
  const acting = ticks.filter((quote) => mayAct(state, quote));
  const extremes = extremesOf(acting, state.triggers.begins());
  for (const record of state.triggers.act(acting, extremes)) send(state, record);
  for (const quote of extremes) state.margin.apply(quote);
  const applied = new Map(extremes.map((quote) => [quote.code, quote]));
  for (const [code, quote] of new Map(acting.map((one) => [one.code, one]))) {
    if (applied.get(code) !== quote) state.margin.apply(quote);
  }
  state.triggers.actedUpTo(last.tickId);
  state.lastActed = last.tickId;
}

/**
 * The same; what they cannot is logged and counted. Answers whether what is newer may act: not before
 * these were tried again, and not never, or one tick would hold every stop.
 */
function tryTicks(state: State, ticks: readonly Quote[]): boolean {
  const [from, to] = [ticks[0]?.tickId, ticks.at(-1)?.tickId];
  try {
    takeTicks(state, ticks);
  } catch (error) {
    state.failedTurns += 1;
    state.tries += 1;
    const isOver = state.tries >= TRIES_MAX;
    state.log.error({ err: error, from, to, isOver }, 'ticks could not act');
    if (!isOver || from === undefined || to === undefined) return false;
    state.aside.put(ticks, state.clock.now());
    state.triggers.actedUpTo(to);
    state.lastActed = to;
  }
  state.tries = 0;
  return true;
}

async function settleMargin(state: State, command: MarginCommand): Promise<void> {
  const { userId, mode } = command;
  const at = state.clock.now();
  try {
    if (!(await state.overnight.settle(command, at))) {
      state.margin.failed(command, at);
      return;
    }
    const outcome = await state.contracts.commands.margin(command);
    state.margin.done(command, outcome);
  } catch (error) {
    state.margin.failed(command, plusMs(state.clock.now(), RETRY_MS));
    state.log.error({ err: error, userId, mode }, 'a margin level could not be seen to');
  }
}

/** Sends books whose level moved to be looked at exactly. */
function sendMargins(state: State): void {
  const now = state.clock.now();
  state.margin.applyLinks(now);
  for (const command of state.margin.takeNominated(now)) {
    const { userId } = command;
    state.sender.push({ userId, purpose: 'protects', run: () => settleMargin(state, command) });
  }
}

/**
 * Acts on what memory could not hold, page by page as it stands on the tape. What fails is begun
 * again where it stopped; nothing newer acts before it.
 */
async function actOnMissed(state: State): Promise<void> {
  const span = state.missed;
  if (span === null) return;
  for await (const { ticks, next } of pagesOf(state.market, span, PAGE)) {
    if (!tryTicks(state, ticks)) return;
    sendMargins(state);
    state.missed = next === null ? null : { from: next, to: span.to };
  }
  state.missedSince = null;
}

/**
 * Tries ticks again that could not act: an order that is still watched meets them now. Their prices
 * are old, so no account is judged by them.
 */
async function actOnAside(state: State): Promise<void> {
  const now = state.clock.now();
  const one = state.missed === null ? state.aside.take(now) : null;
  if (one === null) return;
  let { from } = one;
  try {
    for await (const { ticks, next } of pagesOf(state.market, one, PAGE)) {
      const acting = ticks.filter((quote) => mayAct(state, quote));
      // Orders began anywhere in between: to each any tick may be the first.
      for (const record of state.triggers.act(acting, acting)) send(state, record);
      from = next ?? from;
    }
    state.log.info({ from: one.from, to: one.to }, 'ticks that could not act have acted');
  } catch (error) {
    state.failedTurns += 1;
    state.aside.putBack(one, from, now);
    state.log.error({ err: error, from, to: one.to }, 'ticks cannot act still');
  }
}

function noteTurn(state: State, began: number): void {
  const at = state.clock.now();
  const ms = performance.now() - began;
  const { turns } = state;
  // Only those that may yet be the longest are kept.
  while ((turns.at(-1)?.ms ?? Number.POSITIVE_INFINITY) <= ms) turns.pop();
  turns.push({ at, ms });
  while (at - (turns[0]?.at ?? at) > TURNS_SHOWN_MS) turns.shift();
}

async function act(state: State): Promise<void> {
  const began = performance.now();
  const { market } = state;
  const now = state.clock.now();
  for (const record of state.table.due()) {
    const retryAt = dueOf(record)?.retryAt ?? null;
    if (retryAt !== null && retryAt <= now) send(state, record);
  }
  if (state.missed === null) {
    const since = market.undrainedSince();
    const { quotes, ticks, missed } = market.drain();
    state.screens.ticked(quotes);
    const [first, last] = [ticks[0], ticks.at(-1)];
    // What was drained comes no second time: what of it cannot act is read back from the tape.
    const isActed = first === undefined || last === undefined || tryTicks(state, ticks);
    state.missed = isActed ? missed : { from: first.tickId, to: last.tickId };
    if (state.missed !== null) state.missedSince = since;
  }
  sendMargins(state);
  await actOnMissed(state);
  await actOnAside(state);
  const through = actedThrough(state);
  if (through !== null) state.behind.actedThrough(through);
  noteTurn(state, began);
}

type Commands = Contracts['commands'];

function carryOut(
  commands: Commands,
  { order: { userId, mode, id } }: OrderRecord,
  { what, quote, trailed }: Due,
): ReturnType<Commands['fill']> | ReturnType<Commands['trigger']> {
  const asked = { userId, mode, contractId: id, quote };
  const { fill, trigger } = commands;
  if (what === 'fill') return fill({ ...asked, kind: 'fill' });
  const levels = trailed === null ? {} : { asked: trailed.level, askedBy: trailed.setBy };
  return trigger({ ...asked, kind: 'trigger', reason: what, ...levels });
}

/** An order that could not be filled at a tick goes on waiting for the next, which may be there. */
function waitOn(
  state: State,
  record: OrderRecord,
  { from, why }: { readonly from: TickId; readonly why: string | undefined },
): void {
  const { code } = record.order;
  const { market } = state;
  const now = state.clock.now();
  const freshForMs = market.instrument(code)?.freshForMs ?? 0;
  const after = market.actingFrom(code, from).filter(({ tickId }) => isLaterTick(tickId, from));
  const fresh = after.filter((one) => isFresh(one, { now, freshForMs }));
  const [first] = fresh;
  // Between the tick and the next that is looked at there may be some that memory let go.
  const isWhole = market.remembers(code, placeAfter(from));
  const skipped = after[after.length - fresh.length - 1]?.tickId ?? null;
  const lost = first === undefined || isWhole ? null : placeBefore(first.tickId);
  const to = skipped ?? lost ?? from;
  state.passed.note(record.order, { from, to, reason: passedReason(why) });
  const newer = fresh.filter((one) => mayAct(state, one));
  if (state.triggers.waitOn(record, newer)) send(state, record);
}

/** Has what is due and could not be done tried again in a while. */
function putOff(state: State, due: Due, forMs: number): void {
  const now = state.clock.now();
  due.retryAt = plusMs(now, forMs);
  due.putOffSince ??= now;
}

/** Whether what is due could not be done for so long that nobody may wait for it. */
const isStuck = ({ putOffSince }: Due, now: UnixMs): boolean =>
  putOffSince !== null && now - putOffSince > STUCK_MS;

/** Does what one tick set off. What cannot be done yet, for want of a linking price, stays due. */
async function settleOne(state: State, record: OrderRecord, due: Due): Promise<void> {
  const { userId, id } = record.order;
  const now = state.clock.now();
  // What is closed after a midnight was open at it.
  const isClosing = due.what !== 'fill';
  if (isClosing && !(await state.overnight.settle(record.order, now))) {
    putOff(state, due, AGAIN_MS);
    return;
  }
  const outcome = await carryOut(state.contracts.commands, record, due);
  const isLater = !outcome.ok && outcome.failure.name === 'not-tradable-now';
  if (isLater && isClosing) {
    putOff(state, due, AGAIN_MS);
    return;
  }
  const isMeant = record.state === due;
  if (isMeant) state.table.setState(record, 'answered');
  if (isLater && isMeant) {
    waitOn(state, record, { from: due.quote.tickId, why: outcome.failure.facts?.why });
  }
  // What was done was told at its commit; what was refused is another order than it was thought.
  else if (!outcome.ok) state.orders.ask({ userId, id });
}

/** The same; what fails stays due, and keeps nothing else from being done. */
async function settleDue(state: State, record: OrderRecord, due: Due): Promise<void> {
  if (record.state !== due) return;
  try {
    await settleOne(state, record, due);
  } catch (error) {
    putOff(state, due, RETRY_MS);
    due.hasFailed = true;
    const { id } = record.order;
    state.log.error({ err: error, contract: id, what: due.what }, 'what is due failed');
  }
}

/** Reads what accounts with contracts hold that were posted to, so many at once. */
async function readHoldings({ accounts, db, clock, margin }: State): Promise<boolean> {
  const some = accounts.takePosted(ACCOUNTS_MAX);
  if (some.length === 0) return false;
  try {
    const holdings = await findHoldings(db, some);
    const now = clock.now();
    for (const account of some) {
      const held = holdings.get(bookKey(account));
      if (held !== undefined) margin.setHoldings(account, held.USDT, now);
    }
  } catch (error) {
    some.forEach(accounts.posted);
    throw error;
  }
  return some.length === ACCOUNTS_MAX;
}

/** Lets late orders meet what the tape says since they began. */
async function actOnLate(state: State): Promise<void> {
  while (state.lateFrom !== null && state.lastActed !== null) {
    let from = state.lateFrom;
    const to = state.lastActed;
    if (isLaterTick(from, to)) return;
    for await (const { ticks, next } of pagesOf(state.market, { from, to }, PAGE)) {
      const acting = ticks.filter((quote) => mayAct(state, quote));
      // Each of those orders begins somewhere in between: to it any tick may be the first.
      for (const record of state.triggers.act(acting, acting)) send(state, record);
      // An order that began even earlier was heard of meanwhile: again, from there.
      if (state.lateFrom !== from) break;
      state.lateFrom = next;
      if (next !== null) from = next;
    }
  }
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
  await step(state, 'late', () => actOnLate(state));
  await step(state, 'books', async () => {
    while (await readHoldings(state));
  });
}

function figuresOf(state: State): EngineFigures {
  const now = state.clock.now();
  const since = [state.market.undrainedSince(), state.missedSince].map((at) => at ?? now);
  let stuck = 0;
  for (const due of [...state.table.due()].flatMap((record) => dueOf(record) ?? [])) {
    if (isStuck(due, now)) stuck += 1;
    else since.push(due.quote.receivedAt);
  }
  const oldest = since.reduce((one, other) => (other < one ? other : one), now);
  const turnMs = state.turns.reduce((longest, { ms }) => Math.max(longest, ms), 0);
  const { failedTurns: failed } = state;
  const [due, aside] = [state.table.due().size, state.aside.count()];
  return { turnMs, unactedMs: now - oldest, due, stuck, failed, aside };
}

/** Up to where every tick has acted on everything that is watched. */
function actedThrough({ lastActed, missed, lateFrom }: State): TickId | null {
  return earlierPlace(lastActed, earlierPlace(missed?.from ?? null, lateFrom));
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
      actedThrough: actedThrough(state),
      actingFrom: (code, from) => behind.actingFrom(code, { from, isPlain }),
      remembers: behind.remembers,
    });
  if (met === null || met === 'behind') return met;
  const { what, quote } = met;
  return { what, quote, hasFailed: due?.hasFailed ?? false };
}

/** Reads back what memory let go of before it was acted on, of what somebody asks about. */
async function lookBack(
  state: State,
  { contractId, ...book }: Book & { readonly contractId: ContractId | null },
): Promise<void> {
  const { table, triggers, accounts, behind } = state;
  const one = contractId === null ? undefined : table.find(contractId)?.order;
  const orders = contractId === null ? accounts.contractsOf(book) : one === undefined ? [] : [one];
  const from = new Map<InstrumentCode, TickId>();
  for (const order of orders) {
    if (reached(state, order) !== 'behind') continue;
    const place = triggers.heardFrom(order, actedThrough(state));
    from.set(order.code, earlierPlace(place, from.get(order.code) ?? null) ?? place);
  }
  for (const [code, place] of from) await behind.read(code, place);
}

/** What an order was passed over at before a tick: by itself while it waited, or with every other. */
function passedOver(state: State, order: AnyOrder, before: TickId): ReturnType<FindPassed> {
  const own = isContract(order) ? [] : state.passed.of(order.id);
  return state.aside.passed(order, before).reduce(addPassed, own);
}

function createState(deps: PulseDeps): State {
  const { market, contracts, clock, log, parameters } = deps;
  const accounts = createAccountTable();
  const margin = createMarginWatch(market, accounts);
  const feed = (): string => market.feed().key;
  const table = createOrderTable();
  const triggers = createTriggers(table, feed);
  const screens = createScreens({ ...deps, ofBook: accounts.contractsOf });
  const overnight = createOvernight({ clock, log, market, contracts, parameters });
  const sender = createSender((error) => log.error({ err: error }, 'a command could not be sent'));
  const orders = createOrders({
    contracts,
    log,
    table,
    triggers,
    margin,
    feed,
    actingFrom(code, from) {
      const quotes = market.actingFrom(code, from).filter((quote) => mayAct(state, quote));
      return market.remembers(code, from) ? quotes : null;
    },
    actedThrough: () => actedThrough(state),
    onDue: (record) => send(state, record),
    onLate(from) {
      state.lateFrom = earlierPlace(state.lateFrom, from);
    },
    onChanged(order) {
      accounts.posted(order);
      if (isContract(order) || order.status === 'closed') state.passed.drop(order);
      screens.changed(order);
    },
  });
  const state: State = {
    ...deps,
    table,
    triggers,
    accounts,
    margin,
    overnight,
    screens,
    orders,
    sender,
    missed: null,
    missedSince: null,
    lateFrom: null,
    lastActed: null,
    tries: 0,
    failedTurns: 0,
    aside: createAsideTicks(),
    passed: createPassedOver(),
    behind: createBehind({ market, mayAct: (quote) => mayAct(state, quote) }),
    turns: [],
  };
  return state;
}

/** Makes the pulse; `index.ts` turns its parts, each at its time. */
export function createPulse(deps: PulseDeps): Pulse {
  const state = createState(deps);
  const { overnight, screens, sender, orders, clock } = state;
  const keeping = createKeeping({
    ...deps,
    table: state.table,
    triggers: state.triggers,
    margin: state.margin,
    orders,
    passed: state.passed,
    mayAct: (quote) => mayAct(state, quote),
    onDue: (record) => send(state, record),
    isStuck: (due) => isStuck(due, clock.now()),
    // A tick that is set aside has not acted on anything.
    actedThrough: () => earlierPlace(actedThrough(state), state.aside.from()),
  });
  const pulse: Pulse = {
    async load() {
      // First: what the tape sets off at once is closed only behind the nights it owes.
      await overnight.load();
      state.lastActed = await keeping.load();
      if (state.lastActed !== null) state.triggers.actedUpTo(state.lastActed);
      while (await readHoldings(state));
    },
    act: () => act(state),
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
    posted(book) {
      state.accounts.posted(book);
      screens.posted(book);
    },
    joined: (book) => screens.joined(book),
    nightPaid: (book) => overnight.waitPaid(book),
    reached: (order) => reached(state, order),
    passed: (order, before) => passedOver(state, order, before),
    lookBack: (asked) => lookBack(state, asked),
    figures: () => figuresOf(state),
    size: () => state.table.running(),
    unjudged: () => state.margin.unjudged(),
  };
  return pulse;
}
