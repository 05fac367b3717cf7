import {
  type Decimal,
  type Money,
  type UnixMs,
  divideInteger,
  formatDecimal,
} from '@candor/kernel';
import { transparency as protocol } from '@candor/protocol';

/**
 * The share of accounts whose result is below nothing; null while there are too few of them or
 * the first contract was opened less than the whole time ago.
 *
 * @shape    results of all accounts counted → share of one, decimal text of at most six places
 * @rounding up: a share is never shown smaller than it is
 * @source   RELIABILITY 3.7; PRODUCT 4, 12
 */
export function losingShare(facts: {
  readonly results: readonly Money[];
  readonly firstAt: UnixMs | null;
  readonly from: UnixMs;
}): string | null {
  const { results, firstAt, from } = facts;
  if (results.length < protocol.RISK_ACCOUNTS_MIN || firstAt === null || firstAt > from) {
    return null;
  }
  const losing = results.filter(({ units }) => units < 0n).length;
  const millionths = divideInteger(BigInt(losing) * 1_000_000n, BigInt(results.length), 'up');
  return formatDecimal((millionths * 10n ** 12n) as Decimal);
}
