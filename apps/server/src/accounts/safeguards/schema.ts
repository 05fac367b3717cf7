/** One time a user answered the questions before the first real order. */
export type AttemptRow = {
  number: number;
  at: number;
  is_enough: boolean;
  risk_version: number;
  real_from: number | null;
};

/** A freeze of an account. */
export type FreezeRow = {
  since: number;
  until: number | null;
  by_link: boolean;
  proven_at: number | null;
};
