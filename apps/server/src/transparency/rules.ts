import {
  type Decimal,
  type Money,
  type UnixMs,
  divideInteger,
  formatDecimal,
} from '@candor/kernel';
import { transparency as protocol } from '@candor/protocol';

/**
 * The share of accounts whose result is below nothing.
 *
 * @shape    results of all accounts counted, one at least → share of one, at most six places
 * @rounding up: a share is never shown smaller than it is
 */
export function shareOfLosers(results: readonly Money[]): string {
  const losing = results.filter(({ units }) => units < 0n).length;
  const millionths = divideInteger(BigInt(losing) * 1_000_000n, BigInt(results.length), 'up');
  return formatDecimal((millionths * 10n ** 12n) as Decimal);
}

/**
 * The share of losing accounts as it is published; null while there are too few of them or the
 * first contract was opened less than the whole time ago.
 *
 * @source RELIABILITY 3.7; PRODUCT 4, 12
 */
export function losingShare(facts: {
  readonly results: readonly Money[];
  readonly firstAt: UnixMs | null;
  readonly from: UnixMs;
}): string | null {
  const { results, firstAt, from } = facts;
  const isTooFew = results.length < protocol.RISK_ACCOUNTS_MIN;
  if (isTooFew || firstAt === null || firstAt > from) return null;
  return shareOfLosers(results);
}
