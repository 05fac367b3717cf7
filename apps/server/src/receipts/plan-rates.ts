import {
  type Decimal,
  type Money,
  type Rate,
  type UnixMs,
  ASSET_SCALE,
  DECIMAL_PLACES,
  abs,
  divideInteger,
  ensure,
  formatDecimal,
  formatMoney,
  parseDecimal,
} from '@candor/kernel';
import type { Parameters } from '../parameters/index.ts';
import type { ProvenFill } from '../plans/index.ts';
import { rateVersionOf } from './terms.ts';

const FEE = 'contract.feeRate';
const NOTIONAL = 10n ** BigInt(3 * DECIMAL_PLACES - ASSET_SCALE.USDT);

/** The fee of a trade by the version of the rate it comes from. @rounding up, as it was charged */
export function feeOf(fill: ProvenFill, parameters: Pick<Parameters, 'history'>) {
  const begun = parameters
    .history(FEE)
    .filter(({ from }) => from <= fill.at)
    .toSorted((one, other) => other.from - one.from || other.version - one.version);
  const size = abs(fill.quantity as Decimal) * fill.price;
  const brings = (value: unknown): boolean => {
    const rate = parseDecimal(String(value));
    return rate !== null && divideInteger(size * rate, NOTIONAL, 'up') === fill.fee.units;
  };
  const found = begun.find(({ value }) => brings(value));
  // What left the catalogue is sold without a fee.
  if (found === undefined && fill.fee.units === 0n) {
    return { parameter: FEE, version: 0, rate: '0', amount: '0' };
  }
  const version = ensure(found ?? begun[0], 'a fee has a rate');
  return {
    parameter: FEE,
    version: version.version,
    rate: String(version.value),
    amount: formatMoney(fill.fee),
  };
}

/** A rate an order was bought at, with its version and what it came to. */
export function takenOf(
  parameters: Pick<Parameters, 'history'>,
  key: 'plan.profitShare' | 'plan.earlyExitShare',
  facts: { readonly rate: Rate; readonly boughtAt: UnixMs; readonly amount: Money },
) {
  const { rate, boughtAt, amount } = facts;
  return {
    parameter: key,
    version: rateVersionOf(parameters, key, { rate, at: boughtAt }),
    rate: formatDecimal(rate),
    amount: formatMoney(amount),
  };
}
