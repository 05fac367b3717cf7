import type { AccountClass } from './chart.ts';

/** One stored balance of a user account. */
export type BalanceRow = {
  user_id: string;
  mode: string;
  asset: string;
  class: AccountClass;
  amount: string;
};

/** A sum over postings of one account. */
export type SumRow = { mode: string; asset: string; account: string; amount: string };
