import { type Result, SECOND_MS, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';

/** How long somebody may take at the other service. */
export const FLOW_MS = 600 * SECOND_MS;
/** How long after a fresh log-in a step-up may rest on it. */
export const FRESH_MS = 300 * SECOND_MS;

/** What opens an account besides the key that is to go. */
export type OtherWays = { readonly hasPassword: boolean; readonly others: number };

/**
 * Whether a service may stop opening an account.
 *
 * @failure last-way-in — nothing else opens the account
 */
export function decideUnlink(ways: OtherWays): Result<null, Failure<'last-way-in'>> {
  return ways.hasPassword || ways.others > 0 ? ok(null) : fail({ name: 'last-way-in' });
}

/**
 * The word before the state's secret: it tells the page which call finishes the flow, and the
 * server never trusts it.
 */
export const STATE_WORDS = { login: 'login', fresh: 'login', link: 'link' } as const;
