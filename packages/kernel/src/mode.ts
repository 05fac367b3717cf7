/** Which of a user's two trading accounts a command belongs to; they never mix. */
export const MODES = ['demo', 'real'] as const;

/** `demo` is practice money, `real` is the user's own. */
export type Mode = (typeof MODES)[number];
