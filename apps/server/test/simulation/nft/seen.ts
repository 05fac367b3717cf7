import type { nft } from '@candor/protocol';
import type { Snapshot } from './snapshot.ts';
import type { World } from './world.ts';

/** What the invariants look at. */
export type Seen = Pick<World, 'asked' | 'told' | 'stayed' | 'isTurned' | 'users' | 'before'> & {
  readonly now: Snapshot;
  readonly clock: number;
  readonly heard: readonly Snapshot['news'][number][];
  /** Tokens as anyone sees them now: those that changed. */
  readonly shown: ReadonlyMap<string, nft.NftDetail>;
  /** What each user is shown of theirs. */
  readonly mine: ReadonlyMap<string, Mine>;
  /** The public ledger of donations. */
  readonly donations: Donations;
  /** Artists something is owed to, and what artists were paid, as the desk shows both. */
  readonly owed: Awaited<ReturnType<Nft['desk']['creators']>>;
  readonly paid: Awaited<ReturnType<Nft['desk']['creatorPayouts']>>;
  /** Tokens on sale and sold, as lists show them. */
  readonly lists: { readonly open: Listed; readonly sold: Listed };
};

type Nft = World['product']['app']['nft'];
type Mine = Awaited<ReturnType<Nft['mine']>>;
type Donations = Awaited<ReturnType<Nft['donations']>>;
type Listed = Awaited<ReturnType<Nft['list']>>;

/** Everything it finds violated, in words; empty when it holds. */
export type Invariant = (seen: Seen) => string[];

/** What differs of what is shown from what it has to be. */
export function apart(
  what: string,
  pairs: Readonly<Record<string, readonly [unknown, unknown]>>,
): string[] {
  return Object.entries(pairs).flatMap(([name, [shown, want]]) =>
    JSON.stringify(shown) === JSON.stringify(want)
      ? []
      : [`${what}: ${name} is shown as ${JSON.stringify(shown)}, it is ${JSON.stringify(want)}`],
  );
}
