import type { plans } from '@candor/protocol';
import type { Snapshot } from './snapshot.ts';
import type { World } from './world.ts';

/** What the invariants look at. */
export type Seen = Pick<
  World,
  'asked' | 'said' | 'startedAt' | 'feeRates' | 'ended' | 'reset' | 'told' | 'isTurned' | 'users'
> & {
  readonly now: Snapshot;
  readonly clock: number;
  /** Hashes of the texts of strategies, as the product has them. */
  readonly sources: Readonly<Record<string, string>>;
  /** Orders as their owners see them now. */
  readonly answers: ReadonlyMap<string, plans.PlanOrder>;
  readonly heard: readonly Snapshot['news'][number][];
};

/** Everything it finds violated, in words; empty when it holds. */
export type Invariant = (seen: Seen) => string[];
