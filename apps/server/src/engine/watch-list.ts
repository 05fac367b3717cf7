import {
  type ContractId,
  type InstrumentCode,
  type Price,
  type TickId,
  isLaterTick,
} from '@candor/kernel';
import {
  type Quote,
  type Trigger,
  reaches,
  reachesTrailing,
  trailingLevel,
  triggerOfOrder,
  triggersOfContract,
} from '@candor/pricing';
import {
  type AnyOrder,
  type Contract,
  type PendingOrder,
  type TrailingLevel,
  type TrailingStart,
  isContract,
} from '../contracts/index.ts';
import { tickOrder } from './floats.ts';
import type { Begins } from '../market/index.ts';
import { placeAfter } from './place.ts';
import { type Waiting, createTriggerBook } from './trigger-book.ts';

/** Something a tick set off: the end of a contract, or an order whose price came. */
export type Due =
  | {
      readonly kind: 'close';
      readonly order: Contract;
      readonly reason: 'stopLoss' | 'takeProfit';
      readonly quote: Quote;
    }
  | {
      readonly kind: 'close';
      readonly order: Contract;
      readonly reason: 'trailing';
      readonly quote: Quote;
      /** Where the stop stood, and the tick that had taken it there. */
      readonly level: Price;
      readonly setBy: TickId | null;
    }
  | { readonly kind: 'fill'; readonly order: PendingOrder; readonly quote: Quote };

type Trailing = {
  readonly distance: Price;
  level: Price | null;
  /** The tick that took it there. */
  tickId: TickId | null;
  /** Place of the last tick it has seen. */
  seen: number;
};

type Watched = {
  readonly order: AnyOrder;
  readonly since: number;
  readonly triggers: readonly Waiting[];
  readonly trailing: Trailing | null;
};

type Placed = { readonly quote: Quote; readonly place: number };

const placedOf = (quote: Quote): Placed => ({ quote, place: tickOrder(quote.tickId) });

/** What an order is looked at with that asks whether something has reached it. */
export type TickMemory = {
  /** Every tick up to this one has acted on everything that is watched; null before the first. */
  readonly actedThrough: TickId | null;
  /** Ticks from one on that may act, as far as they are remembered. */
  actingFrom(code: InstrumentCode, from: TickId): readonly Quote[];
  /** Whether all of them are remembered. */
  remembers(code: InstrumentCode, from: TickId): boolean;
};

/** Of some ticks the first with the highest and with the lowest bid, and the same of the ask. */
type Ends = Readonly<Record<'high' | 'low' | 'highAsk' | 'lowAsk', Quote>>;

function endsOf(quotes: readonly Placed[]): Ends {
  const { quote: first } = quotes[0] as Placed;
  const ends = { high: first, low: first, highAsk: first, lowAsk: first };
  for (const { quote } of quotes) {
    if (quote.bid > ends.high.bid) ends.high = quote;
    if (quote.bid < ends.low.bid) ends.low = quote;
    if (quote.ask > ends.highAsk.ask) ends.highAsk = quote;
    if (quote.ask < ends.lowAsk.ask) ends.lowAsk = quote;
  }
  return ends;
}

/** Orders that a tick may set off: stops, targets, trailing stops, orders that wait. */
export type WatchList = {
  /**
   * Watches an order, or what it has become. `recent` are the quotes that passed the source rule
   * from the tick of `heardFrom` on: an order is heard of after its first ticks.
   */
  put(order: AnyOrder, recent: readonly Quote[]): Due | null;
  drop(id: ContractId): void;
  find(id: ContractId): AnyOrder | undefined;
  /** Puts back where a trailing stop stood before a restart; comes before `put`. */
  restore(start: TrailingStart): void;
  /**
   * What these ticks set off, each order at its first, in the order of the tape. It is not watched
   * any more then; when it throws, all of them still are. `extremes` are those of the ticks that went further than the ones before them.
   */
  act(ticks: readonly Quote[], extremes: readonly Quote[]): Due[];
  /**
   * The tick after which there may be some that an order has not met yet, as it is given; every one
   * up to `actedThrough` has acted on everything that is watched.
   */
  heardFrom(order: AnyOrder, actedThrough: TickId | null): TickId;
  /**
   * What ticks have reached of an order that did not act here yet, by its terms as they are given;
   * nothing changes by it. `behind`: some of those ticks are not remembered any more.
   */
  reached(order: AnyOrder, ticks: TickMemory): Due | 'behind' | null;
  /** Trailing stops that moved since the last call. */
  moved(): TrailingLevel[];
  /**
   * The ticks after which orders came to be watched since `actedUpTo`: whoever picks the extremes of
   * a turn has to begin anew behind each of them.
   */
  begins(): Begins;
  /** Hears that every tick up to this one has acted. */
  actedUpTo(last: TickId): void;
  /** The tick from which on an order is affected. */
  sinceOf(order: AnyOrder): TickId;
  size(): number;
};

/** An armed stop-limit order counts from the tick that armed it, or from its amendment after that. */
export function sinceOf(order: AnyOrder): TickId {
  if (isContract(order) || order.armedBy === null) return order.since;
  return isLaterTick(order.since, order.armedBy) ? order.since : order.armedBy;
}

function triggersOf(order: AnyOrder): Trigger[] {
  if (isContract(order)) return triggersOfContract(order);
  const trigger = triggerOfOrder({ ...order, isArmed: order.armedBy !== null });
  return trigger === null ? [] : [trigger];
}

function dueOf(order: AnyOrder, trigger: Trigger, quote: Quote): Due {
  if (!isContract(order)) return { kind: 'fill', order, quote };
  const reason = trigger.act === 'takeProfit' ? 'takeProfit' : 'stopLoss';
  return { kind: 'close', order, reason, quote };
}

/** Whether a trailing stop stood nearer to the market than the stop a tick reached as well. */
function isNearer(level: Price, than: Contract): boolean {
  const { stopLoss, side } = than;
  return stopLoss === null || (side === 'long' ? level > stopLoss : level < stopLoss);
}

/** Of two things one order met, the earlier; of two at one tick, the stop nearer to the market. */
function earlier(known: Due | undefined, next: Due): Due {
  if (known === undefined) return next;
  const [a, b] = [tickOrder(known.quote.tickId), tickOrder(next.quote.tickId)];
  if (a !== b) return a < b ? known : next;
  if (next.kind !== 'close' || next.reason !== 'trailing') return known;
  return isNearer(next.level, next.order) ? next : known;
}

/** Watches nothing yet; contracts of other feeds than `feed` are known and never set off. */
export function createWatchList(feed: () => string): WatchList {
  const watched = new Map<ContractId, Watched>();
  const triggers = createTriggerBook();
  const trailingOf = new Map<InstrumentCode, Set<Watched>>();
  const restored = new Map<ContractId, TrailingStart>();
  const movedIds = new Set<ContractId>();
  const begun = new Map<InstrumentCode, Set<TickId>>();

  function trailingFor(order: AnyOrder, known: Watched | undefined): Trailing | null {
    if (!isContract(order) || order.trailingDistance === null) return null;
    const distance = order.trailingDistance;
    // An amendment of something else leaves the stop where it has come to.
    if (known?.trailing?.distance === distance) return known.trailing;
    const kept = restored.get(order.id);
    if (kept?.distance === distance) {
      const { level, tickId } = kept;
      const place = tickOrder(tickId);
      if (level === null) return { distance, level, tickId: null, seen: place - 1 };
      return { distance, level, tickId, seen: place };
    }
    return { distance, level: null, tickId: null, seen: tickOrder(order.since) - 1 };
  }

  function step(one: Watched, trailing: Trailing, { quote, place }: Placed): Due | null {
    const order = one.order as Contract;
    if (place <= trailing.seen) return null;
    const { level, distance, tickId: setBy } = trailing;
    const { side } = order;
    // On the tick at which it was accepted it only takes its place.
    const mayReach = level !== null && place > one.since;
    const isReached = mayReach && reachesTrailing({ side, level }, quote);
    const next = trailingLevel({ side, distance, level }, quote);
    // Only now: had the look failed, the tick would come once more.
    trailing.seen = place;
    if (mayReach && isReached) {
      return { kind: 'close', order, reason: 'trailing', quote, level, setBy };
    }
    if (next !== level) {
      trailing.level = next;
      trailing.tickId = quote.tickId;
      if (watched.get(order.id)?.trailing === trailing) movedIds.add(order.id);
    }
    return null;
  }

  function release(one: Watched): void {
    for (const trigger of one.triggers) triggers.remove(one.order.code, trigger);
    const group = trailingOf.get(one.order.code);
    group?.delete(one);
    if (group?.size === 0) trailingOf.delete(one.order.code);
  }

  /** What the quotes since its acceptance do to an order that is only heard of now. */
  function catchUp(one: Watched, recent: readonly Quote[]): Due | null {
    for (const quote of recent) {
      let found: Due | undefined;
      const placed = placedOf(quote);
      if (placed.place > one.since) {
        const reached = one.triggers.find(({ trigger }) => reaches(trigger, quote));
        if (reached !== undefined) found = dueOf(one.order, reached.trigger, quote);
      }
      const trailed = one.trailing === null ? null : step(one, one.trailing, placed);
      if (trailed !== null) found = earlier(found, trailed);
      if (found !== undefined) return found;
    }
    return null;
  }

  function watch(one: Watched): void {
    const { code } = one.order;
    for (const trigger of one.triggers) triggers.add(code, trigger);
    if (one.trailing === null) return;
    const group = trailingOf.get(code) ?? new Set();
    trailingOf.set(code, group.add(one));
  }

  function begin(order: AnyOrder): void {
    const own = begun.get(order.code) ?? new Set();
    begun.set(order.code, own.add(sinceOf(order)));
  }

  /** Has an order meet the tick it met once more: those around it could not act. */
  function watchAgain({ order, quote }: Due): void {
    const known = watched.get(order.id);
    if (known === undefined) return;
    release(known);
    const { trailing } = known;
    if (trailing !== null) {
      trailing.seen = Math.min(trailing.seen, tickOrder(quote.tickId) - 1);
    }
    const renewed = known.triggers.map((one) => ({ ...one, isGone: false }));
    const again: Watched = { ...known, triggers: renewed };
    watched.set(order.id, again);
    watch(again);
  }

  function put(order: AnyOrder, recent: readonly Quote[]): Due | null {
    const known = watched.get(order.id);
    if (known !== undefined) release(known);
    const since = tickOrder(sinceOf(order));
    const isOn = order.feed === feed();
    const waiting = isOn ? triggersOf(order) : [];
    const one: Watched = {
      order,
      since,
      triggers: waiting.map((trigger) => ({ id: order.id, trigger, since, isGone: false })),
      trailing: isOn ? trailingFor(order, known) : null,
    };
    watched.set(order.id, one);
    restored.delete(order.id);
    // What was watched under the same terms has met every tick already. A trailing stop that is new
    // has not, even when no tick came since the terms before it.
    const isSeen = known?.since === since && known.trailing === one.trailing;
    const due = isSeen ? null : catchUp(one, recent);
    if (due === null) watch(one);
    if (due === null && isOn && known?.since !== since) begin(order);
    return due;
  }

  function heardFrom(order: AnyOrder, actedThrough: TickId | null): TickId {
    const known = watched.get(order.id);
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

  function reached(order: AnyOrder, ticks: TickMemory): Due | 'behind' | null {
    if (order.feed !== feed()) return null;
    const known = watched.get(order.id);
    const from = heardFrom(order, ticks.actedThrough);
    const since = Math.max(tickOrder(from), tickOrder(sinceOf(order)));
    const trailing = trailingFor(order, known);
    const due = catchUp(
      {
        order,
        since,
        triggers: triggersOf(order).map((trigger) => ({
          id: order.id,
          trigger,
          since,
          isGone: false,
        })),
        trailing: trailing === null ? null : { ...trailing },
      },
      ticks.actingFrom(order.code, from),
    );
    if (due !== null) return due;
    return ticks.remembers(order.code, placeAfter(from)) ? null : 'behind';
  }

  /**
   * Whether a stop only follows these ticks: the worst of them does not reach where the best of them
   * takes it. Then it is there, whatever their order; thousands of stops cost no look at each tick.
   */
  function passes(one: Watched, quotes: readonly Placed[], ends: Ends): boolean {
    const { trailing } = one;
    const [first, last] = [quotes[0], quotes.at(-1)];
    if (trailing === null || first === undefined || last === undefined) return true;
    const { level, distance } = trailing;
    if (level === null || first.place <= trailing.seen || first.place <= one.since) return false;
    const { side } = one.order as Contract;
    const [best, worst] = side === 'long' ? [ends.high, ends.low] : [ends.lowAsk, ends.highAsk];
    const next = trailingLevel({ side, distance, level }, best);
    if (reachesTrailing({ side, level: next }, worst)) return false;
    trailing.seen = last.place;
    if (next === level) return true;
    trailing.level = next;
    trailing.tickId = best.tickId;
    movedIds.add(one.order.id);
    return true;
  }

  /** Trailing stops look at every tick: what they follow is not told by the extremes alone. */
  function actTrailing(ticks: readonly Quote[], note: (due: Due) => void): void {
    const followed = ticks.filter(({ code }) => trailingOf.has(code)).map(placedOf);
    for (const [code, quotes] of Map.groupBy(followed, ({ quote }) => quote.code)) {
      const ends = endsOf(quotes);
      for (const one of trailingOf.get(code) ?? []) {
        if (passes(one, quotes, ends)) continue;
        for (const placed of quotes) {
          const due = one.trailing === null ? null : step(one, one.trailing, placed);
          if (due === null) continue;
          note(due);
          break;
        }
      }
    }
  }

  return {
    put,
    drop(id) {
      const known = watched.get(id);
      if (known === undefined) return;
      release(known);
      watched.delete(id);
      movedIds.delete(id);
    },
    find: (id) => watched.get(id)?.order,
    restore(start) {
      restored.set(start.contractId, start);
    },
    act(ticks, extremes) {
      const found = new Map<ContractId, Due>();
      const note = (due: Due): void => {
        found.set(due.order.id, earlier(found.get(due.order.id), due));
      };
      try {
        for (const quote of extremes) {
          for (const { id, trigger } of triggers.takeReached(quote)) {
            const one = watched.get(id);
            if (one !== undefined) note(dueOf(one.order, trigger, quote));
          }
        }
        actTrailing(ticks, note);
      } catch (error) {
        for (const due of found.values()) watchAgain(due);
        throw error;
      }
      for (const id of found.keys()) release(watched.get(id) as Watched);
      return [...found.values()].sort(
        (a, b) =>
          tickOrder(a.quote.tickId) - tickOrder(b.quote.tickId) ||
          (a.order.id < b.order.id ? -1 : 1),
      );
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
    moved() {
      const levels: TrailingLevel[] = [];
      for (const id of movedIds) {
        const one = watched.get(id);
        const { level, tickId, distance } = one?.trailing ?? {};
        if (one === undefined || level == null || tickId == null || distance === undefined)
          continue;
        levels.push({ userId: one.order.userId, contractId: id, distance, level, tickId });
      }
      movedIds.clear();
      return levels;
    },
    heardFrom,
    reached,
    sinceOf,
    size: () => watched.size,
  };
}
