import type { ContractId, Price, TickId, UnixMs } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { type AnyOrder, isContract } from '../contracts/index.ts';
import type { AccountRecord } from './account-table.ts';
import type { Trailing } from './trailing.ts';
import type { Waiting } from './trigger-book.ts';

/** Which price of an order a tick came to. */
export type Met = {
  readonly what: 'fill' | 'stopLoss' | 'takeProfit' | 'trailing';
  readonly quote: Quote;
  /** Of a trailing stop: where it stood, and the tick that had taken it there. */
  readonly trailed: { readonly level: Price; readonly setBy: TickId | null } | null;
};

/** Set off by a tick, and not committed yet. */
export type Due = Met & {
  readonly name: 'due';
  /** When it is tried again; null while it is on its way. */
  retryAt: UnixMs | null;
  /** Since when it could not be done. */
  putOffSince: UnixMs | null;
  /** It was tried and failed: its owner may end it in another way. */
  hasFailed: boolean;
};

/**
 * Where an order stands here. `paused`: its prices are not running. `watched`: ticks may set it off.
 * `due`: one did. `answered`: what was due was carried out or refused, and what the order became is
 * still to be heard. `ended`: it is no longer in the table.
 */
export type OrderState = { readonly name: 'paused' | 'watched' | 'answered' | 'ended' } | Due;

/** An open order: the only place where the engine holds it. */
export type OrderRecord = {
  /** As its last commit left it. */
  order: AnyOrder;
  /** Place of the tick from which its terms count: only later ones act. */
  since: number;
  state: OrderState;
  /** Its triggers in the trigger book. */
  waiting: readonly Waiting[];
  trailing: Trailing | null;
  /** Of a running contract; null for an order that waits, and for one that counts at cost. */
  account: AccountRecord | null;
  /** Its place among the valued contracts of its instrument; below zero when it is not valued. */
  place: number;
};

/** Every open order, once, and those that are due. */
export type OrderTable = {
  find(id: ContractId): OrderRecord | undefined;
  /** Writes what an order is now; makes its record when there is none. */
  write(order: AnyOrder, since: number): OrderRecord;
  setState(record: OrderRecord, name: 'paused' | 'watched' | 'answered'): void;
  setDue(record: OrderRecord, met: Met): void;
  /** Takes an order out; answers its record. */
  remove(id: ContractId): OrderRecord | undefined;
  due(): ReadonlySet<OrderRecord>;
  /** Running contracts. */
  running(): number;
};

/** What an order is due for; null when it is not. */
export const dueOf = ({ state }: OrderRecord): Due | null => (state.name === 'due' ? state : null);

/** A table without orders. */
export function createOrderTable(): OrderTable {
  const records = new Map<ContractId, OrderRecord>();
  const due = new Set<OrderRecord>();
  let running = 0;

  function change(record: OrderRecord, state: OrderState): void {
    record.state = state;
    if (state.name === 'due') due.add(record);
    else due.delete(record);
  }

  return {
    find: (id) => records.get(id),
    write(order, since) {
      const known = records.get(order.id);
      if (isContract(order)) running += 1;
      if (known === undefined) {
        const none = { waiting: [], trailing: null, account: null, place: -1 };
        const record: OrderRecord = { order, since, state: { name: 'answered' }, ...none };
        records.set(order.id, record);
        return record;
      }
      if (isContract(known.order)) running -= 1;
      known.order = order;
      known.since = since;
      return known;
    },
    setState: (record, name) => change(record, { name }),
    setDue(record, met) {
      const { what, quote, trailed } = met;
      const fresh = { retryAt: null, putOffSince: null, hasFailed: false };
      change(record, { name: 'due', what, quote, trailed, ...fresh });
    },
    remove(id) {
      const record = records.get(id);
      if (record === undefined) return undefined;
      records.delete(id);
      change(record, { name: 'ended' });
      if (isContract(record.order)) running -= 1;
      return record;
    },
    due: () => due,
    running: () => running,
  };
}
