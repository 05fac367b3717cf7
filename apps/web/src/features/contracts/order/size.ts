/** Shares of the free margin the ticket offers. @units percent */
export const SHARES = [10, 25, 50, 75, 100] as const;

/** Leverage steps on offer below the cap; the cap itself is always among them. */
const LEVERAGE_STEPS = [1, 2, 3, 5, 10, 20, 30, 50, 100] as const;

/** The leverages a ticket offers for a cap. */
export function leverageSteps(max: number): number[] {
  return [...LEVERAGE_STEPS.filter((step) => step < max), max];
}
