import {
  type ContractId,
  type InstrumentCode,
  type TickId,
  type UnixMs,
  type UserId,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { expect, test } from 'vitest';
import { newContract } from '../../contracts/index.ts';
import { createOrderTable } from '../tables/order-table.ts';
import { createTriggers } from '../triggers/triggers.ts';
import { createOrders } from './orders.ts';

const code = 'BTC/USDT' as InstrumentCode;
const q = (place: number, bid: string): Quote =>
  ({
    code,
    tickId: `2026-11-21/${place}` as TickId,
    bid: price(bid),
    ask: price(bid),
    receivedAt: place as UnixMs,
    mayTrigger: true,
  }) as Quote;
const order = (id: string, change: object = {}) =>
  newContract({
    id: id as ContractId,
    userId: 'ann' as UserId,
    mode: 'demo',
    orderNo: id,
    code,
    feed: 'test',
    side: 'long',
    orderType: 'market',
    lots: quantity('1'),
    contractSize: quantity('1'),
    leverage: 2,
    feeRate: rate('0.001'),
    margin: money('USDT', 1_000_000n),
    openFee: money('USDT', 1n),
    stopLoss: price('90'),
    takeProfit: null,
    trailingDistance: null,
    askedPrice: null,
    stopPrice: null,
    since: '2026-11-21/1' as TickId,
    open: {
      price: price('100'),
      tickId: '2026-11-21/1' as TickId,
      link: price('1'),
      linkTickId: null,
      at: 0 as UnixMs,
    },
    createdAt: 0 as UnixMs,
    changes: 0,
    ...change,
  });

test('an order whose first look fails meets the same ticks when it is looked at again', () => {
  const triggers = createTriggers(createOrderTable(), () => 'test');
  const bad = {
    ...q(2, '95'),
    get bid(): never {
      throw new Error('once');
    },
  } as unknown as Quote;
  expect(() => triggers.put(order('a'), [bad, q(3, '89')])).toThrow('once');
  expect(triggers.put(order('a'), [q(2, '95'), q(3, '89')])?.state.name).toBe('due');
});

test('one order that cannot be taken over keeps no other read with it from being watched', async () => {
  const table = createOrderTable();
  const triggers = createTriggers(table, () => 'test');
  const orders = createOrders({
    contracts: { ordersByIds: async () => [order('a'), order('b')] } as never,
    log: { error: () => undefined } as never,
    table,
    triggers,
    margin: { put: () => undefined, remove: () => undefined } as never,
    feed: () => 'test',
    actingFrom: () => [],
    actedThrough: () => null,
    onDue: () => undefined,
    onLate: () => undefined,
    onChanged: (one) => {
      if (one.id === 'a') throw new Error('a');
    },
  });
  for (const id of ['a', 'b'])
    orders.announced({ userId: 'ann' as UserId, mode: 'demo', contractId: id as ContractId });
  await orders.readAnnounced().catch(() => undefined);
  await orders.readAnnounced().catch(() => undefined);
  expect(table.find('b' as ContractId)?.state.name).toBe('watched');
});

test('after a retrace that left an amended stop where it is, a start finds it there', () => {
  const table = createOrderTable();
  const triggers = createTriggers(table, () => 'test');
  const first = order('a', { stopLoss: null, trailingDistance: price('5') });
  triggers.put(first, []);
  triggers.act([q(2, '100')], [q(2, '100')]);
  triggers.takeMoved();
  triggers.setAside();
  triggers.act([q(9, '120')], [q(9, '120')]);
  triggers.takeMoved();
  const anew = triggers.retrace();
  anew?.walk([q(2, '100')]);
  // amended (target) while pages are read
  triggers.put(
    { ...first, takeProfit: price('200'), since: '2026-11-21/9' as TickId, changes: 1 } as never,
    [],
  );
  anew?.end();
  expect(String(table.find('a' as ContractId)?.trailing?.level)).toBe(String(price('115')));
  expect(triggers.takeMoved().map(({ level }) => String(level))).toEqual([String(price('115'))]);
});
