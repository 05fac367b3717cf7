import type { Invariant } from './ledger-invariants.ts';
import { endingOf, openingOf } from './model.ts';
import { type ClosingRow, type OrderRow, type Snapshot, lastTick } from './snapshot.ts';

/** Caps of PRODUCT 4 for the instruments the simulation trades. */
export const CAPS: Readonly<Record<string, number>> = {
  'BTC/USDT': 2,
  'EUR/USD': 30,
  'USD/JPY': 30,
  'XAU/USD': 20,
};

/** Closings of a contract, in the order of their entries. */
export function closingsOf(now: Snapshot, contractId: string): ClosingRow[] {
  const places = new Map(now.entries.map((one) => [`${one.requestId}/${one.part}`, one.seq]));
  return now.closings
    .filter((one) => one.contractId === contractId)
    .toSorted(
      (a, b) =>
        (places.get(`${a.requestId}/${a.part}`) ?? 0) -
        (places.get(`${b.requestId}/${b.part}`) ?? 0),
    );
}

const isFilled = (order: OrderRow): boolean => order.price !== null;

/** One end for each order that ended, none for one that did not, and nothing after it. */
const c1: Invariant = ({ now }) =>
  now.orders.flatMap((order) => {
    const closings = closingsOf(now, order.id);
    const ends = closings.filter(({ isLast }) => isLast).length;
    const wanted = order.status === 'closed' && isFilled(order) ? 1 : 0;
    const isAfter = closings.slice(0, -1).some(({ isLast }) => isLast);
    const found: string[] = [];
    if (ends !== wanted) found.push(`${order.id} is ${order.status} and has ${ends} ends`);
    if (isAfter) found.push(`${order.id} was closed after its end`);
    const closed = closings.reduce((sum, { lots }) => sum + lots, 0n);
    if (isFilled(order) && closed + order.lotsLeft !== order.lots) {
      found.push(`${order.id}: ${closed} lots closed, ${order.lotsLeft} left of ${order.lots}`);
    }
    return found;
  });

/** The margin held is that of what is open, which is what its openings took less what came back. */
const c2: Invariant = ({ now }) => {
  const sums = (['demo', 'real'] as const).flatMap((mode) => {
    const open = now.orders.filter((one) => one.mode === mode && one.status === 'running');
    const wanted = open.reduce((sum, { marginLeft }) => sum + marginLeft, 0n);
    const stored = now.balances.get(`${mode} user:margin`) ?? 0n;
    return wanted === stored ? [] : [`${mode} holds ${stored}, open contracts ask for ${wanted}`];
  });
  const each = now.orders.flatMap((order) => {
    if (!isFilled(order)) return [];
    const back = closingsOf(now, order.id).reduce((sum, { margin }) => sum + margin, 0n);
    return back + order.marginLeft === order.margin
      ? []
      : [`${order.id} took ${order.margin}, gave ${back} back and holds ${order.marginLeft}`];
  });
  return [...sums, ...each];
};

/** Price and amounts of a fill follow from its tick: margin and fee up, at the side's own price. */
function openingFaults(now: Snapshot, order: OrderRow): string[] {
  if (!isFilled(order)) return [];
  const opening = openingOf(now, order);
  if (opening === null) return [`${order.id} was opened by a price that is not on the tape`];
  const { price, margin, fee, tick } = opening;
  return [
    ...(tick.code === order.code ? [] : [`${order.id} was opened at a tick of ${tick.code}`]),
    ...(price === order.price ? [] : [`${order.id} opened at ${order.price}, the tick ${price}`]),
    ...(margin === order.margin ? [] : [`${order.id} margin ${order.margin}, should ${margin}`]),
    ...(fee === order.openFee ? [] : [`${order.id} fee ${order.openFee}, should ${fee}`]),
  ];
}

function closingFaults(now: Snapshot, order: OrderRow): string[] {
  const left = {
    lots: order.lots,
    margin: order.margin ?? 0n,
    openFee: order.openFee,
    financing: 0n,
  };
  let lastAt = 0;
  return closingsOf(now, order.id).flatMap((closing) => {
    // What was charged between two closings is there to be shared by the second.
    for (const charge of now.charges) {
      if (charge.contractId !== order.id) continue;
      const midnight = new Date(`${charge.day}T00:00:00Z`).getTime();
      if (midnight > lastAt && midnight <= closing.at) left.financing += charge.amount;
    }
    lastAt = closing.at;
    const ending = endingOf(now, { order, closing, left });
    if (ending === null) return [`${order.id} was closed by a price that is not on the tape`];
    const { isLast: _, ...wanted } = ending;
    left.lots -= closing.lots;
    left.margin -= wanted.margin;
    left.openFee -= wanted.openFee;
    left.financing -= wanted.financing;
    const profit = wanted.realized - wanted.fee - wanted.openFee - wanted.financing;
    return Object.entries({ ...wanted, profit }).flatMap(([field, should]) => {
      const is = closing[field as keyof typeof wanted];
      return is === should
        ? []
        : [`${order.id} ${closing.reason}: ${field} ${is}, should ${should}`];
    });
  });
}

/** Every amount recomputes from the ticks of its fills, rounded toward the disclosed side. */
const c3: Invariant = ({ now, touched }) =>
  now.orders
    .filter(({ id }) => touched === null || touched.has(id))
    .flatMap((order) => [...openingFaults(now, order), ...closingFaults(now, order)]);

/** Leverage up to the cap of the instrument's class. */
const c8: Invariant = ({ now }) =>
  now.orders.flatMap(({ id, code, leverage }) =>
    leverage <= (CAPS[code] ?? 0) ? [] : [`${id} has ${leverage}, the cap of ${code} is lower`],
  );

/** The fee rate is the schedule's at the moment of acceptance, whatever it is later. */
const c9: Invariant = ({ now }) =>
  now.orders.flatMap(({ id, createdAt, feeRate }) => {
    const inForce = now.feeRates.findLast(({ from }) => from <= createdAt)?.rate;
    return feeRate === inForce ? [] : [`${id} pays ${feeRate}, the schedule said ${inForce}`];
  });

/**
 * Everything ordered is an order of its own; what fills at once fills at the price of its moment, or at one
 * that was held for it. */
const c10: Invariant = ({ now, held }) => {
  const numbers = [...now.orders, ...now.options].map(({ id }) => id);
  const orderNos = now.orders.map(({ orderNo }) => orderNo);
  const isUnique = new Set([...numbers, ...orderNos]).size === numbers.length + orderNos.length;
  const stale = now.orders.flatMap((order) => {
    if (order.type !== 'market') return [];
    const newest = lastTick(now, order.code, order.createdAt);
    const limit = order.code === 'BTC/USDT' ? 5_000 : 15_000;
    const isFresh = newest !== null && order.createdAt - newest.at <= limit;
    const isOfMoment = newest?.id === order.tick || held.has(order.tick ?? '');
    return isOfMoment && isFresh ? [] : [`${order.id} filled at an old price`];
  });
  return [...(isUnique ? [] : ['two orders share a number']), ...stale];
};

/** Closings at the user's word are at the newest price or a held one, and at a fresh one. */
const c10Closing: Invariant = ({ now, held }) =>
  now.closings.flatMap((closing) => {
    const order = now.orders.find(({ id }) => id === closing.contractId);
    if (closing.reason !== 'user' || order === undefined) return [];
    const newest = lastTick(now, order.code, closing.at);
    const limit = order.code === 'BTC/USDT' ? 5_000 : 15_000;
    const isFresh = newest !== null && closing.at - newest.at <= limit;
    const isOfMoment = newest?.id === closing.tick || held.has(closing.tick ?? '');
    return isOfMoment && isFresh ? [] : [`${order.id} closed at an old price`];
  });

/** C1–C3 and C8–C10 of RELIABILITY 2.4; C7 is asked by the command itself. */
export const CONTRACT_INVARIANTS: Readonly<Record<string, Invariant>> = {
  'C1 one end': c1,
  'C2 margin of what is open': c2,
  'C3 recomputes from its ticks': c3,
  'C8 leverage within the cap': c8,
  'C9 fee of its acceptance': c9,
  'C10 own order, fresh price': c10,
  'C10 closing at a fresh price': c10Closing,
};
