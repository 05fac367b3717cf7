// What a loan is worth, costs and has to give, once more: written from the papers in whole numbers alone.
// The product's own functions are never asked: what both had wrong would agree.
import { SCALE, soldFor, spreadOf } from '../conversion.ts';
import { ASSETS, COINS, type Coin, type Pledged } from './commands.ts';

/** Amounts by asset, in units. */
export type Amounts = ReadonlyMap<Pledged, bigint>;
/** Bids in cents; a coin without one has no price that counts. */
export type Bids = Partial<Readonly<Record<Coin, bigint>>>;

/** Lines in a hundredth: a loan is drawn and restored at the first, told at three, and sold at the last. */
export const DRAWN_AT = 65n;
export const NOTICES = [70n, 75n, 80n] as const;
export const SALE_AT = 83n;

/** Interest of a night: two of ten thousand of the principal, up to a unit; the first three cost nothing. */
export function interestOf(principal: bigint, night: number): bigint {
  return night <= 3 ? 0n : (principal * 2n + 9_999n) / 10_000n;
}

/** What an amount is worth at its bid, down; null without one. */
function worthOf(asset: Pledged, units: bigint, bids: Bids): bigint | null {
  if (asset === 'USDT' || units === 0n) return units;
  const cents = bids[asset];
  return cents === undefined ? null : soldFor(asset, units, cents);
}

/** What collateral is worth; null where a coin that is held has no bid. */
export function valueOf(held: Amounts, bids: Bids): bigint | null {
  let sum = 0n;
  for (const [asset, units] of held) {
    const worth = worthOf(asset, units, bids);
    if (worth === null) return null;
    sum += worth;
  }
  return sum;
}

/** Whether a debt is so many hundredths of a value, or more. */
export const isReached = (debt: bigint, value: bigint, line: bigint): boolean =>
  debt > 0n && debt * 100n >= value * line;

/** Whether a debt is so many hundredths of a value at most. */
export const isWithin = (debt: bigint, value: bigint, line: bigint): boolean =>
  debt * 100n <= value * line;

/** How many notice lines are reached. */
export const noticesOf = (debt: bigint, value: bigint): number =>
  NOTICES.filter((line) => isReached(debt, value, line)).length;

/** What giving so much brings its owner, and what the house takes of it. */
function broughtBy(asset: Pledged, units: bigint, bids: Bids): { receive: bigint; spread: bigint } {
  if (asset === 'USDT') return { receive: units, spread: 0n };
  const gross = soldFor(asset, units, bids[asset] ?? 0n);
  const spread = spreadOf(gross);
  return { receive: gross - spread, spread };
}

/** What a sale is to reach: the line a loan is drawn at, or an amount paid. */
export type Aim = { readonly kind: 'line' } | { readonly kind: 'pay'; readonly amount: bigint };

export type OwnSale = {
  readonly given: readonly (readonly [Pledged, bigint])[];
  readonly spread: bigint;
  readonly received: bigint;
  readonly paid: bigint;
  readonly isReached: boolean;
  readonly left: Amounts;
};

const lessBy = (held: Amounts, given: OwnSale['given']): Amounts => {
  const left = new Map(held);
  for (const [asset, units] of given) left.set(asset, (left.get(asset) ?? 0n) - units);
  return left;
};

/** What comes of giving amounts for a debt. */
export function saleOf(
  { debt, held, bids, aim }: { debt: bigint; held: Amounts; bids: Bids; aim: Aim },
  given: OwnSale['given'],
): OwnSale {
  let received = 0n;
  let spread = 0n;
  for (const [asset, units] of given) {
    const brought = broughtBy(asset, units, bids);
    received += brought.receive;
    spread += brought.spread;
  }
  const paid = received < debt ? received : debt;
  const left = lessBy(held, given);
  const value = valueOf(left, bids);
  const isDone =
    aim.kind === 'pay'
      ? paid >= (aim.amount < debt ? aim.amount : debt)
      : value !== null && isWithin(debt - paid, value, DRAWN_AT);
  return { given, spread, received, paid, isReached: isDone, left };
}

/** USDT first, then the coin worth most: in this order collateral is given. */
function orderOf(held: Amounts, bids: Bids): Pledged[] {
  const worth = (asset: Pledged): bigint => worthOf(asset, held.get(asset) ?? 0n, bids) ?? 0n;
  const coins = COINS.filter((coin) => (held.get(coin) ?? 0n) > 0n);
  const [first = 'BTC', second = 'ETH'] = coins;
  const sorted = coins.length === 2 && worth(second) > worth(first) ? [second, first] : coins;
  return [...((held.get('USDT') ?? 0n) > 0n ? (['USDT'] as const) : []), ...sorted];
}

/** The least that has to be given; null where nothing has to be, or it cannot be judged. */
export function ownSale(facts: {
  readonly debt: bigint;
  readonly held: Amounts;
  readonly bids: Bids;
  readonly aim: Aim;
}): OwnSale | null {
  const { debt, held, bids, aim } = facts;
  const usdt = held.get('USDT') ?? 0n;
  const wanted = aim.kind === 'pay' && aim.amount < debt ? aim.amount : debt;
  const isUsdtEnough = aim.kind === 'pay' && usdt >= wanted;
  if (!isUsdtEnough && valueOf(held, bids) === null) return null;
  let sale = saleOf(facts, []);
  if (debt === 0n || sale.isReached) return null;
  for (const asset of orderOf(held, bids)) {
    const before = sale.given;
    const giving = (units: bigint): OwnSale => saleOf(facts, [...before, [asset, units]]);
    const all = held.get(asset) ?? 0n;
    if (giving(all).paid === sale.paid) continue;
    sale = giving(all);
    if (!sale.isReached) continue;
    // From the top down, a bit at a time: what is left of it is still enough.
    let least = all;
    for (let bit = 1n << BigInt(all.toString(2).length); bit > 0n; bit >>= 1n) {
      while (least > bit && giving(least - bit).isReached) least -= bit;
    }
    return giving(least);
  }
  return sale;
}

/** How far two sales may be apart that are both the least there is. @units units of USDT */
const ALIKE = 4n;

/**
 * Whether amounts are as little as others, to a unit of what they bring: sold in the same order, they reach what is
 * to be reached, and a unit less of the last does not.
 */
export function isAlike(
  facts: Parameters<typeof saleOf>[0],
  least: OwnSale,
  given: OwnSale['given'],
): boolean {
  const [last] = given.slice(-1);
  const [other] = least.given.slice(-1);
  if (last === undefined || other === undefined || given.length !== least.given.length)
    return false;
  const isSame = given.every(([asset, units], place) => {
    const [own, many] = least.given[place] ?? [];
    return asset === own && (place === given.length - 1 || units === many);
  });
  const sale = saleOf(facts, given);
  const apart = sale.received - least.received;
  const isNear = apart <= ALIKE && apart >= -ALIKE;
  if (!isSame || !isNear || sale.isReached !== least.isReached) return false;
  const [asset, units] = last;
  return !saleOf(facts, [...given.slice(0, -1), [asset, units - 1n]]).isReached;
}

/** The price in cents of a coin at which a loan is at a line, and at or past it: the highest such. */
export function centsAt(
  line: bigint,
  loan: { readonly debt: bigint; readonly held: Amounts; readonly coin: Coin; readonly bids: Bids },
): bigint | null {
  const { debt, held, coin, bids } = loan;
  const own = held.get(coin) ?? 0n;
  const rest = valueOf(new Map([...held].filter(([asset]) => asset !== coin)), bids);
  if (own === 0n || rest === null) return null;
  const value = (debt * 100n) / line - rest;
  return value <= 0n ? null : (value * SCALE[coin] * 100n) / (own * SCALE.USDT);
}

export const noAmounts = (): Map<Pledged, bigint> => new Map(ASSETS.map((asset) => [asset, 0n]));
