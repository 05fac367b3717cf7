import { violationsOf } from '../running.ts';
import { NETWORKS } from './commands.ts';
import { INVARIANTS, SETTLED, type Seen } from './invariants.ts';
import { takeSnapshot } from './snapshot.ts';
import type { World } from './world.ts';

/** Everything the invariants look at. */
export async function see(world: World): Promise<Seen> {
  const now = await takeSnapshot(world.product.db);
  return { ...world, now, clock: world.product.clock.now() };
}

/** What is violated now, by name; `isSettled`: everything was read and nothing waits for a chain. */
export async function inspect(world: World, isSettled: boolean): Promise<string[]> {
  const seen = await see(world);
  const asked = isSettled ? { ...INVARIANTS, ...SETTLED } : INVARIANTS;
  return violationsOf(asked, seen, world.wrong);
}

/** Lets every chain go on until nothing waits for it, and everything be read. */
export async function settle(world: World): Promise<void> {
  const { cashier } = world.product.app;
  for (const network of NETWORKS) {
    const chain = world.chains[network];
    chain.lies = false;
    chain.isAway = false;
    chain.mine(30);
  }
  // What waits to be taken on is looked at before and behind what the chains say.
  for (let turn = 0; turn < 2; turn += 1) {
    await cashier.deposits.turn();
    await cashier.withdrawals.advance();
    await cashier.withdrawals.watch();
  }
}
