import type { MessageKey } from '@candor/locales';

/** One figure of a receipt, recomputed by the formula the product charges with. */
export type Step = {
  readonly id: string;
  readonly label: MessageKey;
  /** Figures and signs, read from left to right in every language. */
  readonly formula: string;
  readonly said: string;
  readonly is: string;
  /** USDT, or the currency a price is in; none for a bare figure. */
  readonly unit: string;
};

/** Whether a step came to what the receipt says. */
export const isSame = (step: Step): boolean => step.said === step.is;
