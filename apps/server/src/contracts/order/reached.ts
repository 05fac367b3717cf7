import { type Result, type TickId, ok } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import { type AnyOrder, isContract } from './contract.ts';
import type { PassedSpan } from './passed-rules.ts';
import { refuse } from './refusal.ts';

/** A price of an open order that a stored tick has come to, and that is not done yet. */
export type Reached = {
  readonly what: 'stopLoss' | 'takeProfit' | 'trailing' | 'fill';
  readonly quote: Quote;
  /** It was tried to do it, and that failed: nobody knows when it is going to be done. */
  readonly hasFailed: boolean;
};

/**
 * What the stored ticks have reached of an open order, by its terms as they are: `behind` when
 * there are ticks that nobody has judged yet and that are not remembered either.
 */
export type FindReached = (order: AnyOrder) => Reached | 'behind' | null;

/** At which ticks before one an open order was passed over, as far as no row says it yet. */
export type FindPassed = (order: AnyOrder, before: TickId) => readonly PassedSpan[];

/** The field of an order whose price a tick came to. */
function fieldOf(order: AnyOrder, { what }: Reached): string {
  if (what === 'trailing') return 'trailingDistance';
  if (what !== 'fill') return what;
  const isLimit = isContract(order) || order.orderType === 'limit' || order.armedBy !== null;
  return isLimit ? 'price' : 'stopPrice';
}

function refuseReached(
  { quote }: Reached,
  field: string | undefined,
): { ok: false; failure: Failure } {
  const { receivedAt, tickId } = quote;
  return refuse('already-closed', field, {
    why: 'reached',
    reachedAt: String(receivedAt),
    tickId,
  });
}

/**
 * Whether the terms of an order may be changed: the old ones act on every tick stored before, so
 * what they have reached is done, and is not changed any more. Where that cannot be known, the
 * change has to wait.
 */
export function decideChangeable(find: FindReached, order: AnyOrder): Result<null, Failure> {
  const reached = find(order);
  if (reached === 'behind') return refuse('not-tradable-now', undefined, { why: 'behind' });
  return reached === null ? ok(null) : refuseReached(reached, fieldOf(order, reached));
}

/**
 * Whether an order may be ended by its owner: a stop acts at the first tick that reaches it, so it
 * comes before whatever was asked for after that tick. Where the house is behind, the ticks are read
 * back before this; only what could not be read has to wait. Ending is never held up because what is
 * due fails.
 */
export function decideEndable(find: FindReached, order: AnyOrder): Result<null, Failure> {
  const reached = find(order);
  if (reached === 'behind') return refuse('not-tradable-now', undefined, { why: 'behind' });
  if (reached === null || reached.hasFailed) return ok(null);
  return refuseReached(reached, undefined);
}
