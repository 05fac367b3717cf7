/** Version of the risk text that has to be acknowledged; a new text gets the next number. */
export const RISK_VERSION = 1;

/**
 * The questions before the first real order, each with its answers in the order they are shown.
 * The first two are about experience, the others about knowledge.
 *
 * @source PRODUCT 4 "First real order"
 */
export const QUESTIONS = {
  experience: ['none', 'some', 'much'],
  background: ['no', 'yes'],
  margin: ['tenth', 'whole', 'tenfold'],
  leverage: ['same', 'tenfold', 'nothing'],
  closeOut: ['closed', 'asked', 'nothing'],
  gap: ['atStop', 'nextPrice', 'stays'],
  ownership: ['owned', 'notOwned', 'overnight'],
} as const;

/** Name of a question. */
export type QuestionName = keyof typeof QUESTIONS;
