/**
 * How much one trading account may have at once. Every waiting order, open contract and closing is
 * kept in memory, watched by the engine and shown on receipts, and none of them costs anything to
 * ask for again: without a limit one practice account could fill the memory all share.
 */
export const LIMITS = {
  /** Orders of a trading account that wait for their price. */
  waiting: 200,
  /** Running contracts of a trading account. */
  open: 500,
  /** Closings of one contract, the one that ends it included. */
  closings: 100,
} as const;

/** What there is of each before a command. */
export type Counts = { readonly waiting: number; readonly open: number };
