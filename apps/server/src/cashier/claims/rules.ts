import { DAY_MS, type UnixMs } from '@candor/kernel';
import type { DepositClaim } from '@candor/protocol';

/** Claims of one user that may wait at once: each keeps a picture and asks for a look of staff. */
export const WAITING_MAX = 3;

/** How long staff have for a claim. @units milliseconds */
export const CLAIM_MS = 2 * DAY_MS;
/** How far back pictures of other claims are compared. @units milliseconds */
export const COMPARED_MS = 90 * DAY_MS;
/** How long a claim that was called credited waits for the books to say so. @units milliseconds */
export const CREDIT_MS = 6 * DAY_MS;

/** One way from a state to another. None has books: what is credited is credited by the chain's watcher. */
type ClaimEdge = {
  readonly from: 'waiting' | null;
  readonly to: DepositClaim['state'];
  readonly by: 'owner' | 'operator';
  /** `time`: what was called credited never was. */
  readonly triggers: readonly ('request' | 'decision' | 'chain' | 'time')[];
};

/**
 * Every way a claim goes: it waits, and ends once.
 *
 * @invariant none asks for a payment in, and none moves money
 */
export const CLAIM_EDGES: readonly ClaimEdge[] = [
  { from: null, to: 'waiting', by: 'owner', triggers: ['request'] },
  { from: 'waiting', to: 'credited', by: 'operator', triggers: ['decision', 'chain'] },
  { from: 'waiting', to: 'adjustment', by: 'operator', triggers: ['decision'] },
  { from: 'waiting', to: 'notFound', by: 'operator', triggers: ['decision', 'time'] },
  { from: 'waiting', to: 'notOurs', by: 'operator', triggers: ['decision'] },
  { from: 'waiting', to: 'unproven', by: 'operator', triggers: ['decision'] },
];

const OF_REASON: Readonly<Record<string, DepositClaim['state']>> = {
  'payment-credited': 'credited',
  'adjustment-follows': 'adjustment',
  'payment-not-found': 'notFound',
  'payment-not-ours': 'notOurs',
  'evidence-missing': 'unproven',
};

/**
 * What a decision makes of a claim; null while it waits for the books. Credited is said only of what is
 * credited there: a payment that never came to that was not found.
 */
export function decideClaim(known: {
  readonly reason: string | null;
  readonly isCredited: boolean;
  readonly decidedAt: UnixMs;
  readonly at: UnixMs;
}): DepositClaim['state'] | null {
  const state = OF_REASON[known.reason ?? ''] ?? 'unproven';
  if (state !== 'credited' || known.isCredited) return state;
  return known.at - known.decidedAt < CREDIT_MS ? null : 'notFound';
}
