import type { ContractId } from '@candor/kernel';
import { type AnyOrder, isContract } from '../../contracts/index.ts';
import type { Met, OrderRecord, OrderState } from './records.ts';

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
