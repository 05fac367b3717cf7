import { type Asset, type Money, type Rate, assert, money, subMoney } from '@candor/kernel';
import { type Conversion, convert } from '../exchange/convert.ts';
import { type Bids, collateralValue, isWithin, withCollateral } from './collateral.ts';

/** What a sale of collateral has to reach. */
export type SaleAim =
  /** The debt back at a line of what the collateral is worth. */
  | { readonly kind: 'line'; readonly line: Rate }
  /** An amount of USDT paid off, as after the due date. */
  | { readonly kind: 'pay'; readonly amount: Money };

/** One asset of a sale: collateral given, and the USDT of it that pay off debt. */
export type SalePart = {
  readonly given: Money;
  /** The conversion of a coin; null for USDT, which is no trade and costs no spread. */
  readonly conversion: Conversion | null;
  readonly received: Money;
};

/** A sale of collateral, whole. */
export type Sale = {
  readonly parts: readonly SalePart[];
  /** What pays off debt. */
  readonly paid: Money;
  /** What is left over when the last unit of a coin brought more than is owed: its owner's. */
  readonly over: Money;
  readonly debtAfter: Money;
  readonly collateralAfter: readonly Money[];
  /** Whether the aim is reached; without it everything that brings anything was sold. */
  readonly isReached: boolean;
};

type Facts = {
  readonly debt: Money;
  readonly collateral: readonly Money[];
  /** A bid for each coin held: without one nothing is sold. */
  readonly bids: Bids;
  /** The house's share of what a coin brings. */
  readonly spreadRate: Rate;
  readonly aim: SaleAim;
};

/**
 * The least of its collateral that a loan has to give to reach an aim: USDT first, which cost
 * nothing to give, then the coin worth most, then the other.
 *
 * @shape     each coin at its bid less the exchange's spread, as the same conversion by its owner
 * @rounding  as the exchange: what a coin brings down, the spread up
 * @failure   null when a coin that is held has no bid, unless an amount is paid and USDT suffice; or nothing has
 *            to be sold
 * @invariant one unit less of the last part would not reach the aim; paid + over = what was received
 * @source    PRODUCT 7; LEDGER 2, row "partial sale"
 */
export function decideSale(facts: Facts): Sale | null {
  const { debt, collateral, bids, aim } = facts;
  assert(debt.asset === 'USDT' && debt.units >= 0n, 'a debt is in USDT and not negative');
  if (!isCoveredByUsdt(facts) && collateralValue(collateral, bids) === null) return null;
  let state = saleOf(facts, []);
  if (debt.units === 0n || reaches(aim, state, { bids, debt })) return null;
  for (const asset of orderOf(collateral, bids)) {
    state = afterMore(facts, { state, asset });
    if (state.isReached) return state;
  }
  return state;
}

/** Whether the USDT held pay all that is to be paid: then no coin is sold, and none has to be judged. */
function isCoveredByUsdt({ debt, collateral, aim }: Facts): boolean {
  if (aim.kind !== 'pay') return false;
  const wanted = aim.amount.units < debt.units ? aim.amount.units : debt.units;
  const usdt = collateral.find(({ asset }) => asset === 'USDT')?.units ?? 0n;
  return usdt >= wanted;
}

/** The assets held in the order they are given. */
function orderOf(collateral: readonly Money[], bids: Bids): readonly Asset[] {
  const worth = (held: Money): bigint => collateralValue([held], bids)?.units ?? 0n;
  const isFirst = (held: Money): number => (held.asset === 'USDT' ? 0 : 1);
  return collateral
    .filter(({ units }) => units > 0n)
    .toSorted((a, b) => {
      const byKind = isFirst(a) - isFirst(b);
      if (byKind !== 0) return byKind;
      const [x, y] = [worth(a), worth(b)];
      if (x !== y) return x > y ? -1 : 1;
      return a.asset < b.asset ? -1 : 1;
    })
    .map(({ asset }) => asset);
}

/** A sale with one asset more in it: the least of it that reaches the aim, or all of it. */
function afterMore(
  facts: Facts,
  { state, asset }: { readonly state: Sale; readonly asset: Asset },
): Sale {
  const held = facts.collateral.find((one) => one.asset === asset)?.units ?? 0n;
  const given = state.parts.map((part) => part.given);
  const at = (units: bigint): Sale => saleOf(facts, [...given, money(asset, units)]);
  const all = at(held);
  // A coin so little worth that all of it brings nothing stays where it is.
  if (all.paid.units === state.paid.units) return state;
  if (!all.isReached) return all;
  let missing = 0n;
  let enough = held;
  // At most as many halvings as the amount has bits: 127 for the largest the books carry.
  while (enough - missing > 1n) {
    const middle = (missing + enough) / 2n;
    if (at(middle).isReached) enough = middle;
    else missing = middle;
  }
  return at(enough);
}

/** What giving these amounts comes to. */
function saleOf({ debt, collateral, bids, spreadRate, aim }: Facts, given: readonly Money[]): Sale {
  const parts = given.map((amount) => partOf(amount, { bids, spreadRate }));
  const received = parts.reduce((sum, part) => sum + part.received.units, 0n);
  const paid = money('USDT', received < debt.units ? received : debt.units);
  const state = {
    parts,
    paid,
    over: money('USDT', received - paid.units),
    debtAfter: subMoney(debt, paid),
    collateralAfter: given.reduce(
      (left, { asset, units }) => withCollateral(left, money(asset, -units)),
      collateral,
    ),
  };
  return { ...state, isReached: reaches(aim, state, { bids, debt }) };
}

function partOf(
  given: Money,
  { bids, spreadRate }: { readonly bids: Bids; readonly spreadRate: Rate },
): SalePart {
  if (given.asset === 'USDT') return { given, conversion: null, received: given };
  const bid = bids[given.asset];
  assert(bid !== undefined, 'a coin that is sold has a bid');
  const prices = { [given.asset]: { bid, ask: bid } };
  const conversion = convert({ amount: given, to: 'USDT', prices, spreadRate });
  return { given, conversion, received: conversion.receive };
}

/** Whether an aim is reached with what is left. */
function reaches(
  aim: SaleAim,
  state: Pick<Sale, 'paid' | 'debtAfter' | 'collateralAfter'>,
  { bids, debt }: { readonly bids: Bids; readonly debt: Money },
): boolean {
  if (aim.kind === 'pay') {
    const wanted = aim.amount.units < debt.units ? aim.amount.units : debt.units;
    return state.paid.units >= wanted;
  }
  const value = collateralValue(state.collateralAfter, bids);
  return value !== null && isWithin(state.debtAfter, value, aim.line);
}
