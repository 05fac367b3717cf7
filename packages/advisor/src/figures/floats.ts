import { ASSET_SCALE, DECIMAL_ONE, type Decimal, type Money } from '@candor/kernel';

const ONE = Number(DECIMAL_ONE);
const USDT_ONE = 10 ** ASSET_SCALE.USDT;

/** A decimal as a float, for signals and pictures only: what is traded is never computed from it. */
export function floatOf(value: Decimal): number {
  return Number(value) / ONE;
}

/** An amount of USDT as a float, for pictures only. */
export function usdtFloat(amount: Money): number {
  return Number(amount.units) / USDT_ONE;
}

/** One amount as a share of another; 0 of nothing. @units 0.05 is 5 % */
export function shareFloat(part: Money, whole: Money): number {
  return whole.units === 0n ? 0 : Number(part.units) / Number(whole.units);
}
