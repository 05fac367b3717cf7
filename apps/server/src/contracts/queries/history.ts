import { formatDecimal, formatMoney, money, price, quantity } from '@candor/kernel';
import type { OrderEvent } from '@candor/protocol';
import { type AnyOrder, isContract } from '../order/contract.ts';
import type { ClosingRow, EventRow } from './history-store.ts';

function placed(order: AnyOrder): OrderEvent[] {
  if (order.orderType === 'market') return [];
  const own = order.askedPrice ?? order.stopPrice;
  return [
    {
      time: order.createdAt,
      kind: 'placed',
      by: 'user',
      ...(own === null ? {} : { price: formatDecimal(own) }),
    },
  ];
}

function opened(order: AnyOrder): OrderEvent[] {
  if (!isContract(order)) return [];
  return [
    {
      time: order.open.at,
      kind: 'opened',
      price: formatDecimal(order.open.price),
      tickId: order.open.tickId,
      lots: formatDecimal(order.lotsOpened),
      by: order.orderType === 'market' ? 'user' : 'market',
    },
  ];
}

/** Who set a closing off: its owner, or the market. */
const byOf = (reason: string): OrderEvent['by'] =>
  reason === 'user' || reason === 'void' ? 'user' : 'market';

function closed(row: ClosingRow): OrderEvent {
  return {
    time: row.at,
    kind: row.is_last ? 'closed' : 'partClosed',
    ...(row.price === null ? {} : { price: formatDecimal(price(row.price)) }),
    ...(row.tick === null ? {} : { tickId: row.tick }),
    lots: formatDecimal(quantity(row.lots)),
    amount: formatMoney(money('USDT', BigInt(row.profit))),
    receiptNo: row.receipt_no,
    by: byOf(row.reason),
  };
}

function noted(row: EventRow): OrderEvent {
  return {
    time: row.at,
    kind: row.kind as OrderEvent['kind'],
    ...(row.price === null ? {} : { price: formatDecimal(price(row.price)) }),
    ...(row.tick === null ? {} : { tickId: row.tick }),
    ...(row.amount === null ? {} : { amount: formatMoney(money('USDT', BigInt(row.amount))) }),
    ...(row.changes === null ? {} : { changes: row.changes as OrderEvent['changes'] }),
    by: row.by as OrderEvent['by'],
  };
}

function unfilled(order: AnyOrder): OrderEvent[] {
  if (isContract(order) || order.ended === null) return [];
  const { reason, at } = order.ended;
  return [{ time: at, kind: reason, by: reason === 'cancelled' ? 'user' : 'market' }];
}

/** Everything that happened to an order, oldest first. */
export function eventsOf(
  order: AnyOrder,
  written: { closings: readonly ClosingRow[]; events: readonly EventRow[] },
): OrderEvent[] {
  const between = [...written.events.map(noted), ...written.closings.map(closed)];
  const all = [...placed(order), ...opened(order), ...between, ...unfilled(order)];
  // Sorting is stable: what shares a moment stays in the order above.
  return all.toSorted((a, b) => a.time - b.time);
}
