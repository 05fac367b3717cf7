import type { ContractId, UserId } from '@candor/kernel';
import { type PassedSpan, addPassed } from '../../contracts/index.ts';

type OfOrder = { readonly userId: UserId; readonly id: ContractId };

/** What an order was passed over at; none: it waits no more, and its filling says it. */
export type ChangedPassed = OfOrder & { readonly spans: readonly PassedSpan[] };

/** At which ticks orders that wait were passed over, until their filling says so. */
export type PassedOver = {
  note(order: OfOrder, span: PassedSpan): void;
  of(id: ContractId): readonly PassedSpan[];
  /** Forgets an order that waits no more. */
  drop(order: OfOrder): void;
  /** Puts back what was stored before a start. */
  restore(one: ChangedPassed): void;
  /** What is not stored as it is. */
  changed(): ChangedPassed[];
  /** Hears what was stored. */
  stored(some: readonly ChangedPassed[]): void;
};

/** Nothing was passed over yet. */
export function createPassedOver(): PassedOver {
  const known = new Map<ContractId, ChangedPassed>();
  const changed = new Map<ContractId, ChangedPassed>();

  return {
    note({ userId, id }, span) {
      const next = { userId, id, spans: addPassed(known.get(id)?.spans ?? [], span) };
      known.set(id, next);
      changed.set(id, next);
    },
    of: (id) => known.get(id)?.spans ?? [],
    drop({ userId, id }) {
      if (known.delete(id)) changed.set(id, { userId, id, spans: [] });
    },
    restore(one) {
      known.set(one.id, one);
    },
    changed: () => [...changed.values()],
    stored(some) {
      for (const one of some) if (changed.get(one.id) === one) changed.delete(one.id);
    },
  };
}
