import type { ContractId, InstrumentCode } from '@candor/kernel';
import { type Quote, type Trigger, reaches } from '@candor/pricing';
import { roughly, tickOrder } from './floats.ts';

/** A price that waits to be reached, whatever it sets off. */
type PriceLevel = Omit<Trigger, 'act'>;

/** A trigger of one order, or of one loan, while it waits. */
export type Waiting<Id extends string = ContractId, Level extends PriceLevel = Trigger> = {
  readonly id: Id;
  readonly trigger: Level;
  /** Place of the tick at which it was accepted: only later ones count. */
  readonly since: number;
  /** Reached or taken back: it does not wait any more. */
  isGone: boolean;
};

/** Taken-back triggers a heap may carry before it is built anew. */
const GONE_MIN = 64;

/**
 * Triggers that wait for one side of one instrument to come from one direction, the nearest on
 * top: a binary heap over floats, so that a quote costs what it reaches and not what waits. The
 * floats keep the order of the exact prices, so the exact comparison of those they let through
 * answers what a look at every trigger would.
 */
function createHeap<Id extends string, Level extends PriceLevel>(
  on: 'bid' | 'ask',
  when: 'below' | 'above',
) {
  const sign = when === 'above' ? 1 : -1;
  let keys: number[] = [];
  let waiting: Waiting<Id, Level>[] = [];
  let gone = 0;

  function swap(a: number, b: number): void {
    [keys[a], keys[b]] = [keys[b] as number, keys[a] as number];
    [waiting[a], waiting[b]] = [waiting[b] as Waiting<Id, Level>, waiting[a] as Waiting<Id, Level>];
  }

  function rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((keys[parent] as number) <= (keys[at] as number)) return;
      swap(at, parent);
      at = parent;
    }
  }

  function sink(from: number): void {
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= keys.length) return;
      const right = left + 1;
      const isRight = right < keys.length && (keys[right] as number) < (keys[left] as number);
      const child = isRight ? right : left;
      if ((keys[at] as number) <= (keys[child] as number)) return;
      swap(at, child);
      at = child;
    }
  }

  function put(one: Waiting<Id, Level>): void {
    keys.push(sign * roughly(one.trigger.price));
    waiting.push(one);
    rise(keys.length - 1);
  }

  function takeTop(): Waiting<Id, Level> {
    const top = waiting[0] as Waiting<Id, Level>;
    swap(0, keys.length - 1);
    keys.pop();
    waiting.pop();
    sink(0);
    return top;
  }

  function rebuild(): void {
    const left = waiting.filter((one) => !one.isGone);
    [keys, waiting, gone] = [[], [], 0];
    left.forEach(put);
  }

  return {
    put,
    noteGone(): void {
      gone += 1;
      if (gone >= GONE_MIN && gone * 2 > waiting.length) rebuild();
    },
    /** Takes out what a quote reaches; what it reaches but may not act on stays. */
    takeReached(quote: Quote, order: number, into: Waiting<Id, Level>[]): void {
      const probe = sign * roughly(quote[on]);
      const back: Waiting<Id, Level>[] = [];
      try {
        while (keys.length > 0 && (keys[0] as number) <= probe) {
          const next = waiting[0] as Waiting<Id, Level>;
          const isReached = !next.isGone && order > next.since && reaches(next.trigger, quote);
          takeTop();
          if (next.isGone) gone -= 1;
          else if (isReached) {
            next.isGone = true;
            into.push(next);
          } else back.push(next);
        }
      } finally {
        back.forEach(put);
      }
    },
    size: (): number => waiting.length - gone,
  };
}

type Heap<Id extends string, Level extends PriceLevel> = ReturnType<typeof createHeap<Id, Level>>;

const keyOf = ({ on, when }: Pick<Trigger, 'on' | 'when'>): `${Trigger['on']}-${Trigger['when']}` =>
  `${on}-${when}`;

function createSides<Id extends string, Level extends PriceLevel>() {
  return {
    'bid-below': createHeap<Id, Level>('bid', 'below'),
    'bid-above': createHeap<Id, Level>('bid', 'above'),
    'ask-below': createHeap<Id, Level>('ask', 'below'),
    'ask-above': createHeap<Id, Level>('ask', 'above'),
  } satisfies Record<string, Heap<Id, Level>>;
}

/** Every trigger that waits, by instrument, side and direction. */
export type TriggerBook<Id extends string = ContractId, Level extends PriceLevel = Trigger> = {
  add(code: InstrumentCode, one: Waiting<Id, Level>): void;
  /** Takes a trigger back. */
  remove(code: InstrumentCode, one: Waiting<Id, Level>): void;
  /** Takes out the triggers a quote reaches that were accepted before it. */
  takeReached(quote: Quote): Waiting<Id, Level>[];
  size(): number;
};

/** Nothing waits yet. */
export function createTriggerBook<
  Id extends string = ContractId,
  Level extends PriceLevel = Trigger,
>(): TriggerBook<Id, Level> {
  const books = new Map<InstrumentCode, ReturnType<typeof createSides<Id, Level>>>();
  return {
    add(code, one) {
      const sides = books.get(code) ?? createSides<Id, Level>();
      books.set(code, sides);
      sides[keyOf(one.trigger)].put(one);
    },
    remove(code, one) {
      if (one.isGone) return;
      one.isGone = true;
      books.get(code)?.[keyOf(one.trigger)].noteGone();
    },
    takeReached(quote) {
      const sides = books.get(quote.code);
      const reached: Waiting<Id, Level>[] = [];
      if (sides === undefined) return reached;
      const order = tickOrder(quote.tickId);
      try {
        for (const heap of Object.values(sides)) heap.takeReached(quote, order, reached);
      } catch (error) {
        // It is looked at again with the ticks around it.
        for (const one of reached) {
          one.isGone = false;
          sides[keyOf(one.trigger)].put(one);
        }
        throw error;
      }
      return reached;
    },
    size: () =>
      [...books.values()]
        .flatMap((sides) => Object.values(sides))
        .reduce((sum, heap) => sum + heap.size(), 0),
  };
}
