import {
  type Money,
  assert,
  decimal,
  divideInteger,
  formatDecimal,
  formatMoney,
  money,
  mul,
  subMoney,
} from '@candor/kernel';

/** Parts a price is divided into are counted in these: ten thousand are the whole. */
const WHOLE = 10_000;

const ONE_PART = decimal('0.0001');

/** Who gets how many ten-thousandths of a price. */
export type Split = {
  readonly charity: number;
  readonly creator: number;
  readonly house: number;
};

/** What each gets of a price. */
export type Shares = {
  readonly price: Money;
  readonly charity: Money;
  readonly creator: Money;
  readonly house: Money;
};

/** Whether the parts are whole numbers, none below zero, and make up the whole; a charity's is above zero. */
export function isSplit({ charity, creator, house }: Split): boolean {
  const parts = [charity, creator, house];
  return (
    parts.every((part) => Number.isInteger(part) && part >= 0) &&
    charity > 0 &&
    charity + creator + house === WHOLE
  );
}

/**
 * What each gets of a price. What the parts of creator and house leave over is the charity's.
 *
 * @rounding  creator and house down, the charity the rest
 * @invariant the three are the price, to the unit
 * @throws    InvariantError for parts that are not the whole, or a price below zero
 * @source    RELIABILITY N5
 */
export function sharesOf(price: Money, split: Split): Shares {
  assert(isSplit(split), 'the parts of a price are the whole');
  assert(price.units >= 0n, 'a price is not below zero');
  const part = (basis: number): Money =>
    money(price.asset, divideInteger(price.units * BigInt(basis), BigInt(WHOLE), 'down'));
  const creator = part(split.creator);
  const house = part(split.house);
  return { price, creator, house, charity: subMoney(subMoney(price, creator), house) };
}

/** A part in ten-thousandths as a share of one, exactly. @shape 8850 → "0.885" */
export function shareOfBasis(basis: number): string {
  return formatDecimal(mul(decimal(String(basis)), ONE_PART, 'down'));
}

/** What each gets as it is said on the wire. @shape decimal texts */
export function shareTexts({
  price,
  charity,
  creator,
  house,
}: Shares): Record<keyof Shares, string> {
  return {
    price: formatMoney(price),
    charity: formatMoney(charity),
    creator: formatMoney(creator),
    house: formatMoney(house),
  };
}
