import {
  type Clock,
  type ContractId,
  type TickId,
  type UnixMs,
  SECOND_MS,
  isLaterTick,
  plusMs,
} from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { AnyOrder, Contracts, TrailingStart } from '../../contracts/index.ts';
import { type Market, type TapeSpan, extremesOf } from '../../market/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { MarginWatch } from '../margin/margin.ts';
import { type OrderTable } from '../tables/order-table.ts';
import type { Orders } from '../orders/orders.ts';
import { tickOrder } from '../tables/floats.ts';
import type { PassedOver } from '../ticks/passed.ts';
import { earlierPlace, pagesOf } from '../ticks/place.ts';
import {
  type KeptDue,
  findDue,
  findPassed,
  findPlace,
  forgetDue,
  keepDue,
  keepPassed,
  keepPlace,
} from './store.ts';
import { type Triggers, sinceOf } from '../triggers/triggers.ts';
import { type Due, type OrderRecord, dueOf } from '../tables/records.ts';

/**
 * How long ago everything must have been acted on before a start relies on it: what was decided on
 * older prices than these is committed by then, and known here.
 */
const LAG_MS = 30 * SECOND_MS;
/** Levels stored in one statement. */
const LEVELS_MAX = 2_000;
/** What is stuck and stored at once: beside what can be done, it is in no hurry. */
const STUCK_MAX = 1_000;
/** Orders whose ticks passed over are stored at once. */
const PASSED_AT_ONCE = 1_000;
/** Ticks read from the tape at once. */
const PAGE = 5_000;

/** What a start goes on from. */
export type KeepingDeps = {
  readonly db: Sql;
  readonly clock: Clock;
  readonly contracts: Pick<Contracts, 'allRunning' | 'allPending' | 'toldLevels' | 'trailing'>;
  readonly market: Pick<Market, 'acting' | 'wasTrading' | 'actingBetween' | 'tapeEnds'> & {
    feed(): { readonly key: string };
    instrument(code: string): { readonly freshForMs: number } | null;
  };
  readonly table: OrderTable;
  readonly triggers: Triggers;
  readonly margin: MarginWatch;
  readonly orders: Orders;
  readonly passed: PassedOver;
  readonly mayAct: (quote: Quote) => boolean;
  readonly onDue: (record: OrderRecord) => void;
  /** Whether what is due could not be done for so long that a start must not look for it again. */
  readonly isStuck: (due: Due) => boolean;
  /** Up to where every tick has acted on everything. */
  readonly actedThrough: () => TickId | null;
};

/** What is written down so that a start takes everything up where it was. */
export type Keeping = {
  /** Puts every open order into memory, each after the ticks it must not act on. */
  load(): Promise<TickId | null>;
  /** Stores where trailing stops stand, and then how far the tape was acted on. */
  keep(): Promise<void>;
};

type Mark = { readonly tick: TickId; readonly at: UnixMs };

/** Makes the memory between two starts. */
export function createKeeping(deps: KeepingDeps): Keeping {
  const { db, clock, contracts, market, table, triggers, margin, orders, passed } = deps;
  /** How far everything had been acted on and stored, at times of the last half minute. */
  let marks: Mark[] = [];
  let kept: TickId | null = null;
  /** What is due and stored by itself, with the tick that set it off. */
  const apart = new Map<ContractId, KeptDue>();

  /** What is due and not stored by itself. */
  function dueHere(): { readonly order: AnyOrder; readonly due: Due }[] {
    return [...table.due()].flatMap((record) => {
      const { order } = record;
      const due = dueOf(record);
      return due === null || apart.get(order.id)?.tick === due.quote.tickId ? [] : [{ order, due }];
    });
  }

  /** The first tick that may not have done all it should; what is stored apart needs none. */
  function place(): TickId | null {
    let found = deps.actedThrough();
    for (const { due } of dueHere()) found = earlierPlace(found, due.quote.tickId);
    return found;
  }

  /** Stores what is stuck, the earliest first, and lets go of what is not due any more. */
  async function keepStuck(now: UnixMs): Promise<void> {
    const feed = market.feed().key;
    const gone = [...apart.values()].filter(({ contractId, tick }) => {
      const record = table.find(contractId);
      return record === undefined || dueOf(record)?.quote.tickId !== tick;
    });
    for (let next = 0; next < gone.length; next += STUCK_MAX) {
      const some = gone.slice(next, next + STUCK_MAX);
      await forgetDue(db, some, feed);
      for (const { contractId } of some) apart.delete(contractId);
    }
    const stuck = dueHere()
      .filter(({ due }) => deps.isStuck(due))
      .map(({ order, due: { quote } }): KeptDue => {
        return { userId: order.userId, contractId: order.id, tick: quote.tickId };
      })
      .toSorted((a, b) => tickOrder(a.tick) - tickOrder(b.tick))
      .slice(0, STUCK_MAX);
    await keepDue(db, stuck, { feed, at: now });
    for (const one of stuck) apart.set(one.contractId, one);
  }

  /** Takes up what orders that wait were passed over at; of others nothing is kept any more. */
  async function restorePassed(pending: readonly AnyOrder[]): Promise<void> {
    const waiting = new Set(pending.map(({ id }) => id));
    for (const one of await findPassed(db, market.feed().key)) {
      passed.restore(one);
      if (!waiting.has(one.id)) passed.drop(one);
    }
  }

  /** Stores what orders were passed over at, before the place goes on behind those ticks. */
  async function storePassed(now: UnixMs): Promise<void> {
    const feed = market.feed().key;
    const changed = passed.changed();
    for (let next = 0; next < changed.length; next += PASSED_AT_ONCE) {
      const some = changed.slice(next, next + PASSED_AT_ONCE);
      await keepPassed(db, some, { feed, at: now });
      passed.stored(some);
    }
  }

  /**
   * Has orders meet the tick again that had set them off before this start and that could not be
   * done; answers the others. One that was amended since then is among these.
   */
  async function putStuck(
    open: readonly AnyOrder[],
    starts: ReadonlyMap<ContractId, TrailingStart>,
  ): Promise<readonly AnyOrder[]> {
    for (const one of await findDue(db, market.feed().key)) apart.set(one.contractId, one);
    const known = open.flatMap((order) => {
      const tick = apart.get(order.id)?.tick;
      return tick !== undefined && isLaterTick(tick, sinceOf(order)) ? [{ order, tick }] : [];
    });
    for (const [tick, all] of Map.groupBy(known, (one) => one.tick)) {
      const quotes = await market.actingBetween({ from: tick, to: tick, most: 1 });
      for (const { order } of all) orders.put(order, quotes, starts.get(order.id));
    }
    const put = new Set(known.map(({ order }) => order.id));
    return open.filter(({ id }) => !put.has(id));
  }

  async function keepLevels(now: UnixMs): Promise<void> {
    const levels = triggers.takeMoved();
    let next = 0;
    try {
      for (; next < levels.length; next += LEVELS_MAX) {
        await contracts.trailing.keep(levels.slice(next, next + LEVELS_MAX), now);
      }
    } finally {
      triggers.notStored(levels.slice(next));
    }
  }

  /**
   * Lets orders meet the ticks behind those they were accepted at, in the order of the tape: each
   * comes into memory at the tick it was accepted at, so that no tick looks at an order
   * for nothing. A trailing stop does so where it goes on from, which is before the amendment of
   * something else: it follows the ticks in between, and they set nothing off.
   */
  async function replay(
    open: readonly AnyOrder[],
    span: TapeSpan,
    starts: ReadonlyMap<ContractId, TrailingStart>,
  ): Promise<void> {
    const entryOf = (order: AnyOrder): TickId =>
      earlierPlace(sinceOf(order), starts.get(order.id)?.tickId ?? null) ?? order.since;
    const waiting = open
      .map((order) => ({ order, entry: entryOf(order) }))
      .map((one) => ({ ...one, place: tickOrder(one.entry) }))
      .toSorted((a, b) => a.place - b.place);
    let next = 0;
    for await (const { ticks } of pagesOf(market, span, PAGE)) {
      let some: Quote[] = [];
      const act = (): void => {
        const last = some.at(-1);
        if (last === undefined) return;
        const extremes = extremesOf(some, triggers.begins());
        for (const record of triggers.act(some, extremes)) deps.onDue(record);
        triggers.actedUpTo(last.tickId);
        some = [];
      };
      for (const quote of ticks) {
        const entering = (): AnyOrder | null => {
          const one = waiting[next];
          return one === undefined || isLaterTick(one.entry, quote.tickId) ? null : one.order;
        };
        let order = entering();
        if (order !== null) act();
        for (; order !== null; order = entering()) {
          orders.put(order, [], starts.get(order.id));
          next += 1;
        }
        if (deps.mayAct(quote)) some.push(quote);
      }
      act();
    }
    for (const { order } of waiting.slice(next)) orders.put(order, [], starts.get(order.id));
  }

  return {
    async load() {
      for (const told of await contracts.toldLevels()) margin.setTold(told, told.level);
      const trailing = await contracts.trailing.all();
      const starts = new Map(trailing.map((start) => [start.contractId, start]));
      const [running, pending, ends, found] = await Promise.all([
        contracts.allRunning(),
        contracts.allPending(),
        market.tapeEnds(),
        findPlace(db, market.feed().key),
      ]);
      const open = [...running, ...pending];
      await restorePassed(pending);
      const rest = await putStuck(open, starts);
      if (ends === null) for (const order of rest) orders.put(order, [], starts.get(order.id));
      else await replay(rest, { from: found ?? ends.from, to: ends.to }, starts);
      const now = clock.now();
      for (const code of new Set(open.map((order) => order.code))) {
        const freshForMs = market.instrument(code)?.freshForMs ?? 0;
        const until = market.wasTrading(code, now) ? plusMs(now, freshForMs) : now;
        margin.restore({ code, quote: market.acting(code), at: now, until });
      }
      return ends?.to ?? null;
    },
    async keep() {
      const now = clock.now();
      // What is stored apart now moves the place the next time.
      const tick = place();
      // A stop that was not stored where it stands is followed again from further back.
      await keepLevels(now);
      await storePassed(now);
      await keepStuck(now);
      if (tick === null) return;
      if (marks.at(-1)?.tick !== tick) marks.push({ tick, at: now });
      const sure = marks.findLast(({ at }) => at <= plusMs(now, -LAG_MS));
      if (sure === undefined || sure.tick === kept) return;
      await keepPlace(db, { feed: market.feed().key, tick: sure.tick, at: now });
      kept = sure.tick;
      marks = marks.filter(({ at }) => at >= sure.at);
    },
  };
}
