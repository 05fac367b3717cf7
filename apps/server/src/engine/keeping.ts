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
import type { AnyOrder, Contracts, TrailingLevel } from '../contracts/index.ts';
import { type TapeSpan, extremesOf } from '../market/index.ts';
import type { Sql } from '../platform/db.ts';
import type { MarginWatch } from './margin-watch.ts';
import type { Orders } from './orders.ts';
import { earlierPlace, placeAfter } from './place.ts';
import { tickOrder } from './floats.ts';
import { findPlace, keepPlace } from './place-store.ts';
import { type Due, type WatchList, sinceOf } from './watch-list.ts';

/**
 * How long ago everything must have been acted on before a start relies on it: what was decided on
 * older prices than these is committed by then, and known here.
 */
const LAG_MS = 30 * SECOND_MS;
/** Levels stored in one statement. */
const LEVELS_MAX = 2_000;
/** Ticks read from the tape at once. */
const PAGE = 5_000;

/** What a start goes on from. */
export type KeepingDeps = {
  readonly db: Sql;
  readonly clock: Clock;
  readonly contracts: Pick<Contracts, 'allRunning' | 'allPending' | 'toldLevels' | 'trailing'>;
  readonly market: {
    feed(): { readonly key: string };
    instrument(code: string): { readonly freshForMs: number } | null;
    acting(code: AnyOrder['code']): Quote | null;
    wasTrading(code: AnyOrder['code'], at: UnixMs): boolean;
    actingBetween(asked: TapeSpan & { readonly most: number }): Promise<readonly Quote[]>;
    tapeEnds(): Promise<TapeSpan | null>;
  };
  readonly watch: WatchList;
  readonly margin: MarginWatch;
  readonly orders: Orders;
  readonly mayAct: (quote: Quote) => boolean;
  readonly onDue: (due: Due) => void;
  /** The last tick that was acted on, and where orders begin that still have to meet some. */
  readonly actedTo: () => TickId | null;
  readonly lateFrom: () => TickId | null;
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
  const { db, clock, contracts, market, watch, margin, orders } = deps;
  /** Trailing stops whose level is not stored yet. */
  const moved = new Map<ContractId, TrailingLevel>();
  /** How far everything had been acted on and stored, at times of the last half minute. */
  let marks: Mark[] = [];
  let kept: TickId | null = null;

  /** The first tick that may not have done all it should. */
  function place(): TickId | null {
    let found = earlierPlace(deps.actedTo(), deps.lateFrom());
    for (const { quote } of orders.due()) found = earlierPlace(found, quote.tickId);
    return found;
  }

  async function keepLevels(now: UnixMs): Promise<void> {
    for (const level of watch.moved()) moved.set(level.contractId, level);
    while (moved.size > 0) {
      const some = [...moved.values()].slice(0, LEVELS_MAX);
      await contracts.trailing.keep(some, now);
      for (const one of some) if (moved.get(one.contractId) === one) moved.delete(one.contractId);
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
    starts: ReadonlyMap<ContractId, TickId>,
  ): Promise<void> {
    const entryOf = (order: AnyOrder): TickId =>
      earlierPlace(sinceOf(order), starts.get(order.id) ?? null) ?? order.since;
    const waiting = open
      .map((order) => ({ order, entry: entryOf(order) }))
      .map((one) => ({ ...one, place: tickOrder(one.entry) }))
      .toSorted((a, b) => a.place - b.place);
    let next = 0;
    let from: TickId | null = span.from;
    while (from !== null) {
      const page: readonly Quote[] = await market.actingBetween({ from, to: span.to, most: PAGE });
      let gathered: Quote[] = [];
      const act = (): void => {
        const last = gathered.at(-1);
        if (last === undefined) return;
        const extremes = extremesOf(gathered, watch.begins());
        for (const due of watch.act(gathered, extremes)) deps.onDue(due);
        watch.actedUpTo(last.tickId);
        gathered = [];
      };
      for (const quote of page) {
        const entering = (): AnyOrder | null => {
          const one = waiting[next];
          return one === undefined || isLaterTick(one.entry, quote.tickId) ? null : one.order;
        };
        let order = entering();
        if (order !== null) act();
        for (; order !== null; order = entering()) {
          orders.put(order, []);
          next += 1;
        }
        if (deps.mayAct(quote)) gathered.push(quote);
      }
      act();
      const last = page.at(-1);
      from = last === undefined || page.length < PAGE ? null : placeAfter(last.tickId);
    }
    for (const { order } of waiting.slice(next)) orders.put(order, []);
  }

  return {
    async load() {
      for (const told of await contracts.toldLevels()) margin.setTold(told, told.level);
      const starts = new Map<ContractId, TickId>();
      for (const start of await contracts.trailing.all()) {
        watch.restore(start);
        starts.set(start.contractId, start.tickId);
      }
      const [running, pending, ends, found] = await Promise.all([
        contracts.allRunning(),
        contracts.allPending(),
        market.tapeEnds(),
        findPlace(db, market.feed().key),
      ]);
      const open = [...running, ...pending];
      if (ends === null) for (const order of open) orders.put(order, []);
      else await replay(open, { from: found ?? ends.from, to: ends.to }, starts);
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
      const tick = place();
      // A stop that was not stored where it stands is followed again from further back.
      await keepLevels(now);
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
