import type { Asset } from '@candor/kernel';
import { type Moves, add, into } from './real-books-invariants.ts';

/** Units of one of an asset. */
export const SCALE: Readonly<Record<Asset, bigint>> = {
  USDT: 10n ** 6n,
  BTC: 10n ** 8n,
  ETH: 10n ** 18n,
};

/** Prices of coins in cents: what is paid for one; a buyer pays one more. */
export type Cents = { BTC: bigint; ETH: bigint };
/** How much more a buyer pays, in cents. */
export const SPREAD_CENTS = 100n;

/** What a conversion has to move, by our own formula at the prices of its quote. */
export type Exchanged = {
  readonly from: Asset;
  readonly to: Asset;
  readonly amount: bigint;
  readonly spread: bigint;
  readonly receive: bigint;
};

/** A price in cents as text. */
export const centsText = (cents: bigint): string =>
  `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

/** Whole parts, up. */
const up = (one: bigint, by: bigint): bigint => (one + by - 1n) / by;

/** What a coin brings before the spread. @rounding down */
export const soldFor = (asset: keyof Cents, units: bigint, cents: bigint): bigint =>
  (units * cents * SCALE.USDT) / (SCALE[asset] * 100n);

/** The house's share of USDT that change hands: two permille, up. */
export const spreadOf = (usdt: bigint): bigint => up(usdt * 2n, 1_000n);

/** What a conversion has to bring, from the prices alone: two permille of its USDT up, the rest down. */
export function exchangedAt(
  cents: Cents,
  { from, to, amount }: Pick<Exchanged, 'from' | 'to' | 'amount'>,
): Exchanged {
  const usdt = from === 'USDT' ? amount : soldFor(from, amount, cents[from]);
  const spread = spreadOf(usdt);
  const left = usdt - spread;
  const receive =
    to === 'USDT' ? left : (left * SCALE[to] * 100n) / ((cents[to] + SPREAD_CENTS) * SCALE.USDT);
  return { from, to, amount, spread, receive };
}

/** What a conversion moves of what its user owes: what is owed is paid first of what comes in. */
export function conversionMoves(said: Exchanged, owed: bigint): Moves {
  const { from, to, amount, spread, receive } = said;
  const moves: Moves = new Map();
  add(moves, `${from} user:cash`, -amount);
  into(moves, to, { units: receive, owed });
  add(moves, 'USDT house:fees', spread);
  add(moves, `${from} house:exchange`, from === 'USDT' ? amount - spread : amount);
  add(moves, `${to} house:exchange`, to === 'USDT' ? -receive - spread : -receive);
  if (from !== 'USDT' && to !== 'USDT') add(moves, 'USDT house:exchange', -spread);
  return moves;
}
