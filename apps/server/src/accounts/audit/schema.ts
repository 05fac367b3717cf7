/** Why withdrawals wait, and until when. */
export type HoldRow = { reason: string; until: number };

/** A log-in, or the refused tries of an hour from one place. */
export type LoginRow = {
  id: string;
  at: number;
  outcome: 'in' | 'refused';
  way: 'password' | 'wallet' | 'social';
  device: string;
  address: string;
  tries: number;
  is_new: boolean;
};
