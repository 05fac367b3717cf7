import { type InstrumentCode, type TickId, isLaterTick } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import {
  type AnyOrder,
  type TrailingLevel,
  type TrailingStart,
  isContract,
} from '../../contracts/index.ts';
import type { Begins, Market } from '../../market/index.ts';
import { catchUp, metBy, triggersOf } from './catch-up.ts';
import { tickOrder } from '../tables/floats.ts';
import { type OrderTable } from '../tables/order-table.ts';
import { placeAfter } from '../ticks/place.ts';
import {
  type Placed,
  earlierMet,
  endsOf,
  metAside,
  placedOf,
  trailingOf,
  walkTrailing,
} from './trailing.ts';
import { createTriggerBook } from '../tables/trigger-book.ts';
import { type Met, type OrderRecord, type Trailing, dueOf } from '../tables/records.ts';
import { type Retrace, createRetrace, rememberPlaces } from './retrace.ts';

/** What an order is looked at with that asks whether something has reached it. */
export type TickMemory = Pick<Market, 'actingFrom' | 'remembers'> & {
  /** Every tick up to this one has acted on everything that is watched; null before the first. */
  readonly actedThrough: TickId | null;
};

/** What ticks set off: stops, targets, trailing stops, orders that wait. */
export type Triggers = {
  /**
   * Writes an order into the table, or what it has become, and watches it. `recent` are the quotes
   * that passed the source rule from the tick of `heardFrom` on: an order is heard of after its first
   * ticks. Answers its record when one of them has set it off now. What was due stays so while the
   * terms are the same. `stored` says where its trailing stop stood before a restart.
   */
  put(order: AnyOrder, recent: readonly Quote[], stored?: TrailingStart): OrderRecord | null;
  /** Takes an order out; answers its record. */
  drop(id: AnyOrder['id']): OrderRecord | undefined;
  /** Has an order that could not be filled wait on, behind these ticks; whether one sets it off. */
  waitOn(record: OrderRecord, newer: readonly Quote[]): boolean;
  /**
   * What these ticks set off, each order at its first, in the order of the tape; it is due then. When
   * it throws, none is. `extremes` are those of the ticks that went further than the ones before them.
   */
  act(ticks: readonly Quote[], extremes: readonly Quote[]): OrderRecord[];
  /**
   * The tick after which there may be some that an order has not met yet, as it is given; every one
   * up to `actedThrough` has acted on everything that is watched.
   */
  heardFrom(order: AnyOrder, actedThrough: TickId | null): TickId;
  /**
   * What ticks have reached of an order that did not act here yet, by its terms as they are given;
   * nothing changes by it. `behind`: some of those ticks are not remembered any more.
   */
  reached(order: AnyOrder, ticks: TickMemory): Met | 'behind' | null;
  /** Trailing stops that moved since the last call: as a start has to find them. */
  takeMoved(): TrailingLevel[];
  /** Hears which of them could not be stored. */
  notStored(levels: readonly TrailingLevel[]): void;
  /** Has trailing stops remember where they are: ticks are set aside now. */
  setAside(): void;
  /** Has those that remember it go back there; null when none does. */
  retrace(): Retrace | null;
  /**
   * The ticks after which orders came to be watched since `actedUpTo`: the code that picks the
   * extremes of a turn has to begin anew behind each of them.
   */
  begins(): Begins;
  /** Hears that every tick up to this one has acted. */
  actedUpTo(last: TickId): void;
};

/** An armed stop-limit order counts from the tick that armed it, or from its amendment after that. */
export function sinceOf(order: AnyOrder): TickId {
  if (isContract(order) || order.armedBy === null) return order.since;
  return isLaterTick(order.since, order.armedBy) ? order.since : order.armedBy;
}

/** Whether what an order is due for is still so under the terms it has now. */
export function isSameDue(record: OrderRecord, order: AnyOrder): boolean {
  const due = dueOf(record);
  if (due === null || record.since !== tickOrder(sinceOf(order))) return false;
  return (due.what === 'fill') !== isContract(order);
}

/** Watches nothing yet; contracts of other feeds than `feed` are known and never set off. */
export function createTriggers(table: OrderTable, feed: () => string): Triggers {
  const book = createTriggerBook();
  const trailers = new Map<InstrumentCode, Set<OrderRecord>>();
  const moved = new Set<OrderRecord>();
  const begun = new Map<InstrumentCode, Set<TickId>>();

  /** Does something to a trailing stop, and notes whether it moved. */
  function noting<Value>(record: OrderRecord, act: () => Value): Value {
    const before = record.trailing?.tickId;
    try {
      return act();
    } finally {
      if (record.trailing !== null && record.trailing.tickId !== before) moved.add(record);
    }
  }

  function release(record: OrderRecord): void {
    const { code } = record.order;
    for (const one of record.waiting) book.remove(code, one);
    record.waiting = [];
    const group = trailers.get(code);
    group?.delete(record);
    if (group?.size === 0) trailers.delete(code);
  }

  function watch(record: OrderRecord): void {
    const { order, since } = record;
    record.waiting = triggersOf(order).map((trigger) => {
      return { id: order.id, trigger, since, isGone: false };
    });
    for (const one of record.waiting) book.add(order.code, one);
    if (record.trailing !== null) {
      trailers.set(order.code, (trailers.get(order.code) ?? new Set()).add(record));
    }
    table.setState(record, 'watched');
  }

  function setDue(record: OrderRecord, met: Met): void {
    release(record);
    table.setDue(record, met);
  }

  /** Has an order meet the tick it met once more: those around it could not act. */
  function watchAgain(record: OrderRecord, { quote }: Met): void {
    const { trailing } = record;
    release(record);
    if (trailing !== null) trailing.seen = Math.min(trailing.seen, tickOrder(quote.tickId) - 1);
    watch(record);
  }

  /** Has an order meet what came since its terms; one that could not has met none of it. */
  function firstLook(
    record: OrderRecord,
    recent: readonly Quote[],
    stood: Trailing | null,
  ): Met | null {
    try {
      return catchUp(record, recent);
    } catch (error) {
      record.since = Number.NaN;
      record.trailing = stood;
      throw error;
    }
  }

  function put(
    order: AnyOrder,
    recent: readonly Quote[],
    stored?: TrailingStart,
  ): OrderRecord | null {
    const known = table.find(order.id);
    const [since, before] = [tickOrder(sinceOf(order)), known?.since];
    if (known !== undefined && isSameDue(known, order)) {
      table.write(order, since);
      return null;
    }
    if (known !== undefined) release(known);
    const record = table.write(order, since);
    const trailed = record.trailing;
    const stood = trailed === null ? null : { ...trailed };
    const isOn = order.feed === feed();
    record.trailing = isOn ? trailingOf(order, trailed, stored ?? null) : null;
    table.setState(record, isOn ? 'answered' : 'paused');
    if (!isOn) return null;
    // What was watched under the same terms has met every tick already. A trailing stop that is new
    // has not, even when no tick came since the terms before it.
    const isSeen = before === since && trailed === record.trailing;
    const met = isSeen ? null : noting(record, () => firstLook(record, recent, stood));
    if (met !== null) {
      table.setDue(record, met);
      return record;
    }
    watch(record);
    if (before !== since) {
      begun.set(order.code, (begun.get(order.code) ?? new Set()).add(sinceOf(order)));
    }
    return null;
  }

  function heardFrom(order: AnyOrder, actedThrough: TickId | null): TickId {
    const known = table.find(order.id);
    const placed = sinceOf(order);
    if (known === undefined || actedThrough === null) return placed;
    const isAfter = isLaterTick(placed, actedThrough);
    // What is watched under these very terms has met every tick up to there.
    if (known.since === tickOrder(placed)) return isAfter ? placed : actedThrough;
    // Under new ones a trailing stop goes on from where it had come to under those before.
    const trails = isContract(order) && order.trailingDistance !== null;
    const isKept = trails && known.trailing?.distance === order.trailingDistance;
    return isKept && isAfter ? actedThrough : placed;
  }

  function reached(order: AnyOrder, ticks: TickMemory): Met | 'behind' | null {
    if (order.feed !== feed()) return null;
    const from = heardFrom(order, ticks.actedThrough);
    const since = Math.max(tickOrder(from), tickOrder(sinceOf(order)));
    const known = trailingOf(order, table.find(order.id)?.trailing ?? null, null);
    const trailing = known === null ? null : { ...known };
    const met = catchUp({ order, since, trailing }, ticks.actingFrom(order.code, from));
    if (met !== null) return met;
    return ticks.remembers(order.code, placeAfter(from)) ? null : 'behind';
  }

  /** Trailing stops look at every tick: what they follow is not told by the extremes alone. */
  function actTrailing(
    ticks: readonly Quote[],
    note: (record: OrderRecord, met: Met) => void,
  ): void {
    const followed: Placed[] = ticks.filter(({ code }) => trailers.has(code)).map(placedOf);
    for (const [code, quotes] of Map.groupBy(followed, ({ quote }) => quote.code)) {
      const ends = endsOf(quotes);
      for (const record of trailers.get(code) ?? []) {
        const { trailing } = record;
        if (trailing === null) continue;
        const met = noting(record, () => walkTrailing(record, trailing, { quotes, ends }));
        if (met !== null) note(record, met);
      }
    }
  }

  const allTrailing = (): OrderRecord[] => [...trailers.values()].flatMap((group) => [...group]);

  return {
    put,
    drop(id) {
      const record = table.remove(id);
      if (record === undefined) return undefined;
      release(record);
      moved.delete(record);
      return record;
    },
    waitOn(record, newer) {
      const met = catchUp(record, newer);
      if (met === null) watch(record);
      else table.setDue(record, met);
      return met !== null;
    },
    act(ticks, extremes) {
      const found = new Map<OrderRecord, Met>();
      // Orders that a tick set off while their trailing stop goes on over later ones: where it stood before.
      const stood = new Map<OrderRecord, Trailing>();
      const note = (record: OrderRecord, met: Met): void => {
        found.set(record, earlierMet(found.get(record), met, record.order));
      };
      try {
        for (const quote of extremes) {
          for (const { id, trigger } of book.takeReached(quote)) {
            const record = table.find(id);
            if (record !== undefined) note(record, metBy(record.order, trigger, quote));
          }
        }
        for (const record of found.keys()) {
          if (record.trailing !== null) stood.set(record, { ...record.trailing });
        }
        actTrailing(ticks, note);
        for (const record of [...found.keys()]) {
          const met = metAside(record, ticks);
          if (met !== null) note(record, met);
        }
      } catch (error) {
        for (const [record, met] of found) {
          const { trailing } = record;
          if (trailing !== null) Object.assign(trailing, stood.get(record));
          watchAgain(record, met);
        }
        throw error;
      }
      for (const [record, met] of found) setDue(record, met);
      return [...found]
        .map(([record, { quote }]) => ({ record, place: tickOrder(quote.tickId) }))
        .toSorted((a, b) => a.place - b.place || (a.record.order.id < b.record.order.id ? -1 : 1))
        .map(({ record }) => record);
    },
    begins() {
      const inOrder = ([code, ticks]: [InstrumentCode, Set<TickId>]) =>
        [code, [...ticks].sort((a, b) => tickOrder(a) - tickOrder(b))] as const;
      return new Map([...begun].map(inOrder));
    },
    actedUpTo(last) {
      for (const [code, ticks] of begun) {
        for (const tick of ticks) if (!isLaterTick(tick, last)) ticks.delete(tick);
        if (ticks.size === 0) begun.delete(code);
      }
    },
    takeMoved() {
      const levels: TrailingLevel[] = [];
      for (const { order, trailing } of moved) {
        const { level, tickId } = trailing?.before ?? trailing ?? {};
        if (trailing == null || level == null || tickId == null) continue;
        const { id: contractId, userId } = order;
        levels.push({ userId, contractId, distance: trailing.distance, level, tickId });
      }
      moved.clear();
      return levels;
    },
    notStored(levels) {
      for (const { contractId } of levels) {
        const record = table.find(contractId);
        if (record !== undefined) moved.add(record);
      }
    },
    setAside: () => rememberPlaces(allTrailing()),
    retrace() {
      return createRetrace(allTrailing(), {
        moved: (record) => moved.add(record),
        reached: setDue,
      });
    },
    heardFrom,
    reached,
  };
}
