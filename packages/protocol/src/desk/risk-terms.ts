/** By how much prices fall at once in the margin ladder. @units percent */
export const LADDER_PERCENTS = [1, 2, 5, 10] as const;

/** What falls: the instruments of one class, or all of them. */
export const LADDER_GROUPS = [
  'all',
  'forexMajor',
  'forex',
  'crypto',
  'stock',
  'etf',
  'future',
  'index',
  'gold',
  'metal',
  'energy',
] as const;
export type LadderGroup = (typeof LADDER_GROUPS)[number];

/** Accounts that are named of one rung at most. */
export const RISK_ACCOUNTS_SHOWN = 100;
