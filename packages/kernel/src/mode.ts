/** Which of a user's two sets of books an act belongs to; they never mix. */
export const MODES = ['demo', 'real'] as const;

/** `demo` is practice money, `real` is the user's own. */
export type Mode = (typeof MODES)[number];
