import {
  type ContractId,
  type InstrumentCode,
  type Mode,
  type TickId,
  type UserId,
} from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import {
  type AnyOrder,
  type Committed,
  type Contracts,
  type TrailingStart,
  isContract,
} from '../../contracts/index.ts';
import type { Log } from '../../platform/process/log.ts';
import type { MarginWatch } from '../margin/margin.ts';
import type { OrderTable } from '../tables/order-table.ts';
import { type Triggers, sinceOf } from '../triggers/triggers.ts';
import { tickOrder } from '../tables/floats.ts';
import type { OrderRecord } from '../tables/records.ts';

/** Orders read at once. */
const READ_MAX = 1_000;
/** Orders whose facts are still to come, and orders that ended, remembered at once. */
const REMEMBERED_MAX = 65_536;

/** A fact about an order names it, and nothing else. */
export type Named = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly contractId: ContractId;
};

/** What the orders in memory stand on. */
export type OrdersDeps = {
  readonly contracts: Pick<Contracts, 'ordersByIds'>;
  readonly log: Log;
  readonly table: OrderTable;
  readonly triggers: Triggers;
  readonly margin: MarginWatch;
  /** Key of the run of prices that is on. */
  readonly feed: () => string;
  /** Remembered quotes from a tick on that may act; null when memory does not reach back so far. */
  readonly actingFrom: (code: InstrumentCode, from: TickId) => readonly Quote[] | null;
  /** Up to where every tick has acted on everything that is watched. */
  readonly actedThrough: () => TickId | null;
  /** What an order met already, now that it is heard of. */
  readonly onDue: (record: OrderRecord) => void;
  /** An order that is new here is late: it has to meet ticks from this one on that memory let go. */
  readonly onLate: (from: TickId) => void;
  /** An order became something else. */
  readonly onChanged: (order: AnyOrder) => void;
};

/** What keeps the table of orders as they were committed last. */
export type Orders = {
  /** Hears of orders right after the commit that changed them. */
  told(committed: readonly Committed[]): void;
  /** Hears a fact about an order: what was told at its commit is known, anything else is read. */
  announced(fact: Named): void;
  /** Reads the orders that facts were heard of and nothing was told of. */
  readAnnounced(): Promise<void>;
  /** Puts an order into the table with what it met before, and tells no caller. */
  put(order: AnyOrder, recent: readonly Quote[], stored?: TrailingStart): void;
  /** Has an order read at the next occasion. */
  ask(order: { readonly userId: UserId; readonly id: ContractId }): void;
};

/** A map that lets its oldest entries go, a quarter at once: looking for one alone costs as much. */
function remember<Value>(map: Map<ContractId, Value>, id: ContractId, value: Value): void {
  map.delete(id);
  map.set(id, value);
  if (map.size <= REMEMBERED_MAX) return;
  let gone = 0;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    gone += 1;
    if (gone * 4 > REMEMBERED_MAX) return;
  }
}

/**
 * Makes what hears of orders. An order is known here as its last commit left it: a commit of this
 * process says so at once, and the facts of the outbox are the safety net for what others commit. A
 * fact that was told already changes nothing, in whatever order the two come.
 */
export function createOrders(deps: OrdersDeps): Orders {
  const { contracts, log, table, triggers, margin } = deps;
  /**
   * Facts that are still to come about what was told; below zero those that came before what they
   * are about was told, so that either order comes to nothing. One nobody tells of stays below,
   * which costs a read at the next fact. Never above: a fact would be taken for one that was told,
   * so it is not let go when the order is read, which may be before it is told.
   */
  const expected = new Map<ContractId, number>();
  const ended = new Map<ContractId, true>();
  const asked = new Map<ContractId, { userId: UserId; id: ContractId }>();
  /** Of the orders being read, those of which something newer was told meanwhile. */
  let overtaken: Set<ContractId> | null = null;

  function forget(id: ContractId): void {
    const known = triggers.drop(id);
    remember(ended, id, true);
    if (known !== undefined) margin.remove(known);
  }

  function put(order: AnyOrder, recent: readonly Quote[], stored?: TrailingStart): void {
    const met = triggers.put(order, recent, stored);
    if (met !== null) deps.onDue(met);
    const record = met ?? table.find(order.id);
    if (record !== undefined && isContract(order)) margin.put(record);
  }

  function takeOver(order: AnyOrder): void {
    if (order.status === 'closed') forget(order.id);
    else {
      const before = table.find(order.id)?.since;
      const from = triggers.heardFrom(order, deps.actedThrough());
      const recent = deps.actingFrom(order.code, from);
      put(order, recent ?? []);
      const isNew = before !== tickOrder(sinceOf(order));
      if (recent === null && isNew && order.feed === deps.feed()) deps.onLate(from);
    }
    deps.onChanged(order);
  }

  function ask({ userId, id }: { userId: UserId; id: ContractId }): void {
    asked.set(id, { userId, id });
  }

  /** Adds to the facts that are expected of an order; answers how many were. */
  function count(id: ContractId, change: number): number {
    const before = expected.get(id) ?? 0;
    if (before + change === 0) expected.delete(id);
    else remember(expected, id, before + change);
    return before;
  }

  function tell({ order, facts }: Committed): void {
    const { id } = order;
    count(id, facts);
    overtaken?.add(id);
    // It ended by another's commit, which was heard of first.
    if (order.status !== 'closed' && ended.has(id)) ask(order);
    else takeOver(order);
  }

  async function readSome(): Promise<boolean> {
    const some = [...asked.values()].slice(0, READ_MAX);
    if (some.length === 0) return false;
    overtaken = new Set();
    try {
      const orders = await contracts.ordersByIds(some);
      // Only now: had the database been away, they would have to be asked for again.
      for (const one of some) {
        if (asked.get(one.id) === one && !overtaken.has(one.id)) asked.delete(one.id);
      }
      const refused: AnyOrder[] = [];
      for (const order of orders) {
        if (overtaken.has(order.id)) continue;
        try {
          takeOver(order);
        } catch (error) {
          log.error({ err: error, contract: order.id }, 'an order could not be taken over');
          refused.push(order);
        }
      }
      // Behind the others, at the next occasion: one order keeps none of them from being watched.
      refused.forEach(ask);
      return refused.length === 0 && asked.size > 0 && some.length === READ_MAX;
    } finally {
      overtaken = null;
    }
  }

  return {
    told(committed) {
      for (const one of committed) {
        try {
          tell(one);
        } catch (error) {
          log.error({ err: error, contract: one.order.id }, 'an order could not be taken over');
          ask(one.order);
        }
      }
    },
    announced({ userId, contractId }) {
      if (count(contractId, -1) <= 0) ask({ userId, id: contractId });
    },
    async readAnnounced() {
      while (await readSome());
    },
    put,
    ask,
  };
}
