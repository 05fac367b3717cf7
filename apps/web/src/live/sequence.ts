/** How far the private frames of one user and mode have been followed. */
export type Sequence = { readonly last: number | null };

/**
 * What to do with the next private frame: `apply` it, `ignore` one that was already seen, or
 * fetch everything again because frames between are missing.
 */
export type Step = 'apply' | 'ignore' | 'gap';

/** Nothing followed yet, or a snapshot was asked for: the next frame is newer than what it will say. */
export const UNFOLLOWED: Sequence = { last: null };

/** The step a frame with this number asks for, and where the sequence stands afterwards. */
export function follow(sequence: Sequence, seq: number): { step: Step; sequence: Sequence } {
  const { last } = sequence;
  if (last === null) return { step: 'apply', sequence: { last: seq } };
  if (seq <= last) return { step: 'ignore', sequence };
  return { step: seq === last + 1 ? 'apply' : 'gap', sequence: { last: seq } };
}
