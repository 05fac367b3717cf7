import { assert } from './assert.ts';
import { ASSET_SCALE, type Asset } from './asset.ts';
import { divideInteger } from './decimal-arithmetic.ts';
import {
  DECIMAL_PLACES,
  type Decimal,
  type Rounding,
  formatDecimal,
  parseDecimal,
} from './decimal.ts';

/** An amount of one asset, in whole units of its fixed scale: 1.5 USDT is 1_500_000n. */
export type Money = { readonly asset: Asset; readonly units: bigint };

/** Largest amount an entry may carry: PostgreSQL's numeric(38,0). */
const UNITS_MAX = 10n ** 38n - 1n;

/** An amount of `asset` in its units. @throws InvariantError beyond 38 digits */
export function money(asset: Asset, units: bigint): Money {
  assert(units <= UNITS_MAX && units >= -UNITS_MAX, 'an amount has at most 38 digits');
  return { asset, units };
}

/** Nothing, of one asset. */
export function zero(asset: Asset): Money {
  return { asset, units: 0n };
}

/** a + b. @throws InvariantError when the assets differ */
export function addMoney(a: Money, b: Money): Money {
  assert(a.asset === b.asset, `cannot add ${b.asset} to ${a.asset}`);
  return money(a.asset, a.units + b.units);
}

/** a − b. @throws InvariantError when the assets differ */
export function subMoney(a: Money, b: Money): Money {
  assert(a.asset === b.asset, `cannot take ${b.asset} from ${a.asset}`);
  return money(a.asset, a.units - b.units);
}

/** −a. */
export function negMoney(a: Money): Money {
  return money(a.asset, -a.units);
}

/** The smaller of two. @throws InvariantError when the assets differ */
export function minMoney(a: Money, b: Money): Money {
  assert(a.asset === b.asset, `cannot compare ${b.asset} with ${a.asset}`);
  return a.units < b.units ? a : b;
}

/**
 * A Decimal amount as Money.
 *
 * @rounding as named, once, to the asset's scale
 * @units    decimal: whole coins at 18 places · result: the asset's units
 */
export function fromDecimal(value: Decimal, options: { asset: Asset; rounding: Rounding }): Money {
  const scale = ASSET_SCALE[options.asset];
  const units = divideInteger(value, 10n ** BigInt(DECIMAL_PLACES - scale), options.rounding);
  return money(options.asset, units);
}

/** Money as a Decimal of whole coins, exact. */
export function toDecimal(amount: Money): Decimal {
  return (amount.units * 10n ** BigInt(DECIMAL_PLACES - ASSET_SCALE[amount.asset])) as Decimal;
}

/**
 * Reads decimal text as an amount; text finer than the asset's scale is refused, never rounded.
 *
 * @shape text → Money, or null
 */
export function parseMoney(text: string, asset: Asset): Money | null {
  const value = parseDecimal(text);
  if (value === null) return null;
  const step = 10n ** BigInt(DECIMAL_PLACES - ASSET_SCALE[asset]);
  return value % step === 0n ? money(asset, value / step) : null;
}

/** Plain decimal text of an amount, without the asset: what travels on the wire. */
export function formatMoney(amount: Money): string {
  return formatDecimal(toDecimal(amount));
}
