/** By how much the coins of all collateral fall at once in the stress table. @units percent */
export const STRESS_PERCENTS = [10, 20, 40] as const;

/** Where one level of the loan book ends and the next begins: shares of the collateral's value. */
export const BOOK_LEVELS = ['0', '0.5', '0.65', '0.7', '0.75', '0.8', '0.83'] as const;

/** Loans that are named of the loan book at most, those nearest to a sale first. */
export const BOOK_ROWS_MAX = 5_000;
