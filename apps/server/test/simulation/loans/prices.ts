import type { Coin } from './commands.ts';
import type { World } from './world.ts';

/** A price that is more than so many times, or less than that part of, the last one is no price. */
const JUMP = 3n;
const CENTS_MIN = 10_000n;
const CENTS_MAX = 50_000_000n;

/** The price of a coin as near to one as a single move comes. */
export function movePrice(world: World, coin: Coin, cents: bigint): void {
  const now = world.cents[coin];
  const bounds: readonly bigint[] = [now / JUMP, CENTS_MIN];
  const low = bounds.reduce((one, other) => (one > other ? one : other));
  const high = now * JUMP < CENTS_MAX ? now * JUMP : CENTS_MAX;
  world.cents[coin] = cents < low ? low : cents > high ? high : cents;
}
