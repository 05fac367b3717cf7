import type { Mode, UserId } from '@candor/kernel';

/** Entries of these trading accounts were committed; their balances are to be read again. */
export type EntriesCommitted = {
  /** The name it has in facts that are already stored. */
  readonly books: readonly { readonly userId: UserId; readonly mode: Mode }[];
};

/** Topic of `EntriesCommitted`. */
export const ENTRIES_COMMITTED = 'ledger.EntriesCommitted';
