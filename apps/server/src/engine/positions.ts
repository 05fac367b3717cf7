import { type ContractId, type InstrumentCode, type TickId, isLaterTick } from '@candor/kernel';
import { type Quote, crossed } from '@candor/pricing';
import type { Contract } from '../contracts/index.ts';
import { type Book, bookKey } from '../ledger/index.ts';

/** A stop that a tick set off. */
export type Due = {
  readonly contract: Contract;
  readonly reason: 'stopLoss' | 'takeProfit';
  readonly quote: Quote;
};

/** Running contracts as the engine watches them, by instrument and by book. */
export type Positions = {
  add(contract: Contract): void;
  remove(id: ContractId): void;
  get(id: ContractId): Contract | undefined;
  ofInstrument(code: InstrumentCode): readonly Contract[];
  ofBook(book: Book): readonly Contract[];
  /** Stops set off by these ticks, in their order; each contract at its first. */
  due(ticks: readonly Quote[], feed: string): Due[];
  /** The same for one contract that was opened after a tick, against ticks already seen. */
  dueOf(contract: Contract, ticks: readonly Quote[]): Due | null;
  size(): number;
};

const hasStops = (contract: Contract): boolean =>
  contract.stopLoss !== null || contract.takeProfit !== null;

function addTo<Key>(groups: Map<Key, Map<ContractId, Contract>>, key: Key, one: Contract): void {
  const group = groups.get(key) ?? new Map<ContractId, Contract>();
  group.set(one.id, one);
  groups.set(key, group);
}

function removeFrom<Key>(
  groups: Map<Key, Map<ContractId, Contract>>,
  key: Key,
  id: ContractId,
): void {
  const group = groups.get(key);
  group?.delete(id);
  if (group?.size === 0) groups.delete(key);
}

/** An empty memory. */
export function createPositions(): Positions {
  const all = new Map<ContractId, Contract>();
  const byInstrument = new Map<InstrumentCode, Map<ContractId, Contract>>();
  const byBook = new Map<string, Map<ContractId, Contract>>();
  /** Only contracts with a stop are looked at for every tick. */
  const watched = new Map<InstrumentCode, Map<ContractId, Contract>>();

  function dueOf(contract: Contract, ticks: readonly Quote[]): Due | null {
    for (const quote of ticks) {
      if (quote.code !== contract.code || !isAfter(quote.tickId, contract)) continue;
      const reason = crossed(contract, quote);
      if (reason !== null) return { contract, reason, quote };
    }
    return null;
  }

  return {
    add(contract) {
      all.set(contract.id, contract);
      addTo(byInstrument, contract.code, contract);
      addTo(byBook, bookKey(contract), contract);
      if (hasStops(contract)) addTo(watched, contract.code, contract);
    },
    remove(id) {
      const contract = all.get(id);
      if (contract === undefined) return;
      all.delete(id);
      removeFrom(byInstrument, contract.code, id);
      removeFrom(byBook, bookKey(contract), id);
      removeFrom(watched, contract.code, id);
    },
    get: (id) => all.get(id),
    ofInstrument: (code) => [...(byInstrument.get(code)?.values() ?? [])],
    ofBook: (book) => [...(byBook.get(bookKey(book))?.values() ?? [])],
    due(ticks, feed) {
      const found = new Map<ContractId, Due>();
      for (const quote of ticks) {
        for (const contract of watched.get(quote.code)?.values() ?? []) {
          if (contract.feed !== feed || found.has(contract.id)) continue;
          if (!isAfter(quote.tickId, contract)) continue;
          const reason = crossed(contract, quote);
          if (reason !== null) found.set(contract.id, { contract, reason, quote });
        }
      }
      return [...found.values()];
    },
    dueOf,
    size: () => all.size,
  };
}

/** A tick counts for a contract only when it came after the one it was opened on. */
function isAfter(tick: TickId, contract: Contract): boolean {
  return isLaterTick(tick, contract.open.tickId);
}
