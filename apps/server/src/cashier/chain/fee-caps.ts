import { ChainUnreadable } from './answers.ts';

/**
 * What a document offers for gas at most, whatever the node says: the dearest days of the main chain
 * stayed far below, and a node that lies must not have the house burn its coins.
 *
 * @units wei a unit of gas
 */
const GAS_MAX = { fee: 1_000_000_000_000n, priority: 100_000_000_000n } as const;

/**
 * The same of Bitcoin.
 *
 * @units satoshi a virtual byte
 */
const RATE_MAX = 2_000;

/**
 * Refuses a price of gas that no honest node says.
 *
 * @throws ChainUnreadable above the caps, and for none
 */
export function assertGas(said: {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}): void {
  const { maxFeePerGas, maxPriorityFeePerGas } = said;
  const isPlausible =
    maxFeePerGas > 0n &&
    maxFeePerGas <= GAS_MAX.fee &&
    maxPriorityFeePerGas >= 0n &&
    maxPriorityFeePerGas <= GAS_MAX.priority;
  if (!isPlausible) throw new ChainUnreadable('the node says a price of gas that cannot be');
}

/**
 * Refuses a fee that no honest service estimates.
 *
 * @throws ChainUnreadable above the cap
 * @units satoshi a virtual byte
 */
export function assertFeeRate(rate: number): void {
  if (rate > RATE_MAX) throw new ChainUnreadable('the service says a fee that cannot be');
}
