// What funds and orders come to, written from the papers with whole numbers: prices, quantities and rates have
// 18 places, USDT has 6. The product's own functions are never asked.

const ONE = 10n ** 18n;
/** Quantity × price has 36 places, USDT has 6. */
const SURPLUS = 10n ** 30n;
/** Value × this ÷ units: what a unit is worth, with 18 places. */
const UNIT_PLACES = 10n ** 30n;

export type Quote = { readonly bid: bigint; readonly ask: bigint };
export type Held = { readonly quantity: bigint; readonly cost: bigint };

const size = (one: bigint): bigint => (one < 0n ? -one : one);
export const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);

/** Toward minus infinity. */
function down(a: bigint, b: bigint): bigint {
  const whole = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? whole - 1n : whole;
}
const up = (a: bigint, b: bigint): bigint => -down(-a, b);
function halfEven(a: bigint, b: bigint): bigint {
  const whole = down(a, b);
  const twice = 2n * (a - whole * b);
  return twice > b || (twice === b && whole % 2n !== 0n) ? whole + 1n : whole;
}

/** What closing brings: a long at the bid, a short at the ask. */
export const worthOf = ({ quantity }: Held, { bid, ask }: Quote): bigint =>
  down(quantity * (quantity < 0n ? ask : bid), SURPLUS);

/** A trade: its fee up, what is received down, what is paid up, the part of the cost half to even. */
export function traded(
  held: Held,
  { quantity, price, feeRate }: { quantity: bigint; price: bigint; feeRate: bigint },
): { readonly held: Held; readonly result: bigint; readonly fee: bigint } {
  const sign = quantity < 0n ? -1n : 1n;
  const isAgainst = held.quantity * quantity < 0n;
  const [mine, moved] = [size(held.quantity), size(quantity)];
  const closed = isAgainst ? (mine < moved ? mine : moved) : 0n;
  const opened = moved - closed;
  const released = closed === 0n ? 0n : halfEven(held.cost * closed, mine);
  return {
    fee: up(moved * price * feeRate, SURPLUS * ONE),
    result: closed === 0n ? 0n : down(-sign * closed * price, SURPLUS) - released,
    held: {
      quantity: held.quantity + quantity,
      cost: held.cost - released - down(-sign * opened * price, SURPLUS),
    },
  };
}

type FundLike = {
  readonly settled: bigint;
  readonly result: bigint;
  readonly units: bigint;
  readonly positions: readonly Held[];
};

/** What a fund is worth at some prices, in the order of its positions; null while one of them is missing. */
export function valueOf(fund: FundLike, prices: readonly (Quote | null)[]): bigint | null {
  let value = fund.settled + fund.result;
  for (const [index, held] of fund.positions.entries()) {
    if (held.quantity === 0n) continue;
    const price = prices[index] ?? null;
    if (price === null) return null;
    value += worthOf(held, price) - held.cost;
  }
  return value;
}

/** What all who are in a fund would get, were everything sold now with its fees; null while a price is missing. */
export function soldOut(
  fund: FundLike,
  market: { readonly prices: readonly (Quote | null)[]; readonly feeRates: readonly bigint[] },
): bigint | null {
  let value = fund.settled + fund.result;
  for (const [index, held] of fund.positions.entries()) {
    if (held.quantity === 0n) continue;
    const price = market.prices[index] ?? null;
    if (price === null) return null;
    const trade = traded(held, {
      quantity: -held.quantity,
      price: held.quantity > 0n ? price.bid : price.ask,
      feeRate: market.feeRates[index] ?? 0n,
    });
    value += trade.result - trade.fee;
  }
  return value;
}

/** What an order is worth of it, never below nothing. */
export function worthNow(
  order: { readonly value: bigint; readonly units: bigint },
  fund: FundLike,
  value: bigint,
): bigint {
  const own = order.value + down((value - fund.settled) * order.units, fund.units);
  return own < 0n ? 0n : own;
}

export const unitValue = (value: bigint, units: bigint): bigint => down(value * UNIT_PLACES, units);

/** Whether the loss an order's owner agreed to is reached at the value of a unit. */
export const isLossReached = (
  order: { readonly amount: bigint; readonly maxLoss: bigint; readonly units: bigint },
  at: bigint,
): boolean => at <= up((order.amount - order.maxLoss) * UNIT_PLACES, order.units);

/** Less than a thousandth of what a unit began with is left. */
export const isNextToNothing = (value: bigint, units: bigint): boolean =>
  value * 10n ** 15n < units;

/** Parts toward minus infinity, the rest one each by the largest remainder, then by id. */
export function shared(
  amount: bigint,
  among: readonly { readonly id: string; readonly units: bigint }[],
): Map<string, bigint> {
  const whole = sum(among.map(({ units }) => units));
  const parts = among.map(({ id, units }) => {
    const part = down(amount * units, whole);
    return { id, part, left: amount * units - part * whole };
  });
  let rest = amount - sum(parts.map(({ part }) => part));
  const sorted = parts.toSorted((a, b) =>
    a.left === b.left ? (a.id < b.id ? -1 : 1) : a.left > b.left ? -1 : 1,
  );
  return new Map(
    sorted.map(({ id, part }) => {
      rest -= 1n;
      return [id, rest >= 0n ? part + 1n : part];
    }),
  );
}

/** The house's part of what is above the highest value. */
export const shareOf = (value: bigint, high: bigint, rate: bigint): bigint =>
  value <= high ? 0n : ((value - high) * rate) / ONE;

/** What leaving early costs: of the amount, and never more than there is. */
export function exitShareOf(amount: bigint, rate: bigint, value: bigint): bigint {
  const share = (amount * rate) / ONE;
  return share < value ? share : value;
}

/** To eight places. */
const onStep = (quantity: bigint): bigint => quantity - (quantity % 10n ** 10n);

/** What leaving at some prices brings an order, with what its trades cost; null while a price is missing. */
export function leavingOf(
  order: {
    readonly amount: bigint;
    readonly value: bigint;
    readonly high: bigint;
    readonly units: bigint;
    readonly shareRate: bigint;
    readonly exitRate: bigint;
  },
  fund: FundLike,
  market: { readonly prices: readonly (Quote | null)[]; readonly feeRates: readonly bigint[] },
): { value: bigint; fees: bigint; share: bigint; early: bigint; receive: bigint } | null {
  let brought = down(fund.result * order.units, fund.units);
  let fees = 0n;
  for (const [index, held] of fund.positions.entries()) {
    const isAll = order.units === fund.units;
    const part = isAll ? held.quantity : onStep((held.quantity * order.units) / fund.units);
    if (part === 0n) continue;
    const price = market.prices[index] ?? null;
    if (price === null) return null;
    const trade = traded(held, {
      quantity: -part,
      price: part > 0n ? price.bid : price.ask,
      feeRate: market.feeRates[index] ?? 0n,
    });
    brought += trade.result - trade.fee;
    fees += trade.fee;
  }
  const all = order.value + brought;
  const value = all < 0n ? 0n : all;
  const share = shareOf(value, order.high, order.shareRate);
  const early = exitShareOf(order.amount, order.exitRate, value - share);
  return { value, fees, share, early, receive: value - share - early };
}
