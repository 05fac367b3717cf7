import type { ContractId } from '@candor/kernel';
import type { Contract } from './contract.ts';

/** Openings and doubts remembered at once; the oldest goes, and is read when it is asked for. */
const SIZE_MAX = 8_192;

/**
 * Contracts as this process opened and committed them, for whoever hears of the opening and would
 * read them back. A contract of which anything else was said is not handed out, in whatever order
 * the two were said: it is read.
 */
export type JustOpened = {
  /** Takes down a contract whose opening was committed just now. */
  put(contract: Contract): void;
  /** Something else became of a contract, or may have. */
  drop(id: ContractId): void;
  /** A contract as it was opened, once; null when it has to be read. */
  take(id: ContractId): Contract | null;
};

/** Nothing was opened yet. */
export function createJustOpened(): JustOpened {
  // Null: known to have become something else.
  const known = new Map<ContractId, Contract | null>();

  function set(id: ContractId, value: Contract | null): void {
    if (known.size >= SIZE_MAX) {
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    }
    known.set(id, value);
  }

  return {
    put(contract) {
      if (!known.has(contract.id)) set(contract.id, contract);
    },
    drop(id) {
      // Put behind what is newer, so that it stays known for as long as it can.
      known.delete(id);
      set(id, null);
    },
    take(id) {
      const contract = known.get(id) ?? null;
      if (contract !== null) known.delete(id);
      return contract;
    },
  };
}
