import { type EntryId, type UnixMs, money, newUuid } from '@candor/kernel';
import { type Entry, type Holdings, type Posting, draft } from '../../ledger/index.ts';
import type { OrderDay, StoredOrder } from '../plan/plan.ts';

type Said = Pick<Entry, 'kind' | 'requestId' | 'cause' | 'postings'>;

/** An entry of one order. */
export function orderEntry(order: StoredOrder, said: Said, at: UnixMs): Entry[] {
  if (said.postings.length === 0) return [];
  const id = newUuid(at) as EntryId;
  const { userId, mode } = order;
  return [{ id, userId, mode, part: 0, subject: order.id, reverses: null, at, ...said }];
}

/**
 * The entry of what a day brought an order: its part of the fund's result, then the share of the house.
 *
 * @source LEDGER 2, rows "plan settle"
 */
export function settleEntry(
  order: StoredOrder,
  day: OrderDay,
  said: { readonly cause: Entry['cause']; readonly at: UnixMs },
): Entry[] {
  const asset = 'USDT' as const;
  const { units } = day.result;
  const postings: Posting[] = [];
  if (units > 0n) {
    const from = { from: 'house:strategy', fromSub: day.fundId } as const;
    postings.push({ ...from, to: 'user:plan', asset, units });
  }
  if (units < 0n) {
    const to = { to: 'house:strategy', toSub: day.fundId } as const;
    postings.push({ from: 'user:plan', ...to, asset, units: -units });
  }
  if (day.share.units > 0n) {
    postings.push({ from: 'user:plan', to: 'house:fees', asset, units: day.share.units });
  }
  const requestId = `plan-settle:${day.orderId}:${day.day}:${day.kind}`;
  return orderEntry(
    order,
    { kind: 'plan-settle', requestId, cause: said.cause, postings },
    said.at,
  );
}

/**
 * The entry that pays an order out; a deficit or a reversed deposit is covered first.
 *
 * @source LEDGER 2, row "plan exit / maturity"
 */
export function payoutEntry(
  order: StoredOrder,
  facts: { readonly holdings: Holdings; readonly cause: Entry['cause']; readonly at: UnixMs },
): Entry[] {
  const received = order.received ?? money('USDT', 0n);
  const book = draft('USDT', facts.holdings);
  book.pay('user:plan', 'user:cash', received.units);
  book.pay('user:plan', 'house:early-exit', order.exitShare.units);
  book.cover();
  // What was due before this payment is not its business.
  const postings = received.units === 0n && order.exitShare.units === 0n ? [] : book.postings();
  const requestId = `plan-exit:${order.id}`;
  return orderEntry(
    order,
    { kind: 'plan-exit', requestId, cause: facts.cause, postings },
    facts.at,
  );
}
