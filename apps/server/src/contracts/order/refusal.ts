import { type Result, fail, ok } from '@candor/kernel';
import type { MarginJudgement, MarginState } from '@candor/pricing';
import type { ErrorName, Failure } from '@candor/protocol';
import { LIMITS } from './limits.ts';

/** A refusal at the field it belongs to, with the figures of its sentence. */
export function refuse(
  name: ErrorName,
  field: string | undefined,
  facts: Record<string, string> = {},
): { ok: false; failure: Failure } {
  return fail({ name, facts, ...(field === undefined ? {} : { field }) });
}

/** The refusal of what would pass one of the limits of a trading account or contract. */
export function tooMany(
  what: keyof typeof LIMITS,
  field?: string,
): { ok: false; failure: Failure } {
  return refuse('limit-reached', field, { what, max: String(LIMITS[what]) });
}

/**
 * Where an account stands, for what adds risk to it.
 *
 * @failure not-tradable-now — why: unjudgeable · codes: the instruments without a price
 * @source  WIRE 8 "Cannot be judged"
 */
export function decideJudged(state: MarginJudgement): Result<MarginState, Failure> {
  if (state.isJudged) return ok(state.marginState);
  const codes = state.unmarked.join(', ');
  return refuse('not-tradable-now', undefined, { why: 'unjudgeable', codes });
}
