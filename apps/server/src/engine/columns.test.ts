import {
  type ContractId,
  type InstrumentCode,
  type Price,
  type TickId,
  type UnixMs,
  type UserId,
  formatMoney,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import { unrealizedPnl } from '@candor/pricing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Contract, newContract } from '../contracts/index.ts';
import { createBookColumns } from './book-columns.ts';
import { createColumns } from './columns.ts';

const CODES = ['BTC/USDT', 'ETH/USDT', 'EUR/USD'] as InstrumentCode[];
const USERS = ['ann', 'bob', 'cleo'] as UserId[];
const LINK = price('1');

let made = 0;
function contractOf(seed: { code: number; user: number; isLong: boolean; open: number }): Contract {
  made += 1;
  const open = { price: price(String(seed.open)), tickId: '2026-11-21/1' as TickId, link: LINK };
  return newContract({
    id: `contract-${made}` as ContractId,
    userId: USERS[seed.user] as UserId,
    mode: 'demo',
    orderNo: String(made),
    code: CODES[seed.code] as InstrumentCode,
    feed: 'test',
    side: seed.isLong ? 'long' : 'short',
    orderType: 'market',
    lots: quantity('0.37'),
    contractSize: quantity('10'),
    leverage: 2,
    feeRate: rate('0.001'),
    margin: money('USDT', 1_000_000n),
    openFee: money('USDT', 1n),
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    askedPrice: null,
    stopPrice: null,
    since: '2026-11-21/1' as TickId,
    open: { ...open, linkTickId: null, at: 0 as UnixMs },
    createdAt: 0 as UnixMs,
    changes: 0,
  });
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('tick' as const),
    code: fc.nat({ max: 2 }),
    bid: fc.integer({ min: 1, max: 1_000 }),
  }),
  fc.record({
    kind: fc.constant('open' as const),
    code: fc.nat({ max: 2 }),
    user: fc.nat({ max: 2 }),
    isLong: fc.boolean(),
    open: fc.integer({ min: 1, max: 1_000 }),
  }),
  fc.record({ kind: fc.constant('part' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('close' as const), which: fc.nat() }),
);

test('whatever is opened, closed and revalued, each book stands where its contracts stand', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const books = createBookColumns();
      const columns = createColumns(books);
      const open = new Map<ContractId, Contract>();
      const marks = new Map<InstrumentCode, { bid: number; ask: number }>();
      const pick = (which: number) => [...open.values()][which % Math.max(1, open.size)];
      const revalueOne = (contract: Contract) => {
        const mark = marks.get(contract.code);
        if (mark !== undefined) columns.revalueOne(contract.id, { ...mark, link: 1 });
      };
      for (const one of steps) {
        if (one.kind === 'tick') {
          const code = CODES[one.code] as InstrumentCode;
          marks.set(code, { bid: one.bid, ask: one.bid + 1 });
          const touched = new Set<number>();
          columns.revalue(code, { bid: one.bid, ask: one.bid + 1, link: 1 }, (slot) =>
            touched.add(slot),
          );
          const users = [...open.values()].filter((each) => each.code === code);
          expect(touched.size).toBe(new Set(users.map(({ userId }) => userId)).size);
        } else if (one.kind === 'open') {
          const contract = contractOf(one);
          open.set(contract.id, contract);
          columns.add(contract);
          revalueOne(contract);
        } else {
          const contract = pick(one.which);
          if (contract === undefined) continue;
          if (one.kind === 'close') {
            open.delete(contract.id);
            columns.remove(contract.id);
          } else {
            const less = { ...contract, lots: quantity('0.05') };
            open.set(contract.id, less);
            columns.replace(less);
            revalueOne(less);
          }
        }
      }
      expect(columns.size()).toBe(open.size);
      for (const userId of USERS) {
        const own = [...open.values()].filter((one) => one.userId === userId);
        const slot = books.find({ userId, mode: 'demo' });
        expect(slot === undefined).toBe(own.length === 0);
        if (slot === undefined) continue;
        const exact = own.reduce((sum, contract) => {
          const mark = marks.get(contract.code);
          if (mark === undefined) return sum;
          const at = price(String(contract.side === 'long' ? mark.bid : mark.ask)) as Price;
          const { open: fill, side, lots, contractSize } = contract;
          const trade = { side, lots, contractSize, link: LINK, openPrice: fill.price, mark: at };
          return sum + +formatMoney(unrealizedPnl(trade));
        }, 0);
        expect(Math.abs(books.equity(slot) - exact)).toBeLessThanOrEqual(books.doubt(slot));
      }
    }),
    { numRuns: 300 },
  );
});

test('a place that is given back is clean for the next book', () => {
  const books = createBookColumns();
  const columns = createColumns(books);
  const first = contractOf({ code: 0, user: 0, isLong: true, open: 100 });
  columns.add(first);
  const slot = books.slotOf(first);
  books.setHoldings(slot, { 'user:cash': 5_000_000n, 'user:margin': 1_000_000n });
  books.setTold(slot, 0.6);
  columns.revalue(first.code, { bid: 90, ask: 91, link: 1 }, () => undefined);
  columns.remove(first.id);
  const second = contractOf({ code: 0, user: 1, isLong: true, open: 100 });
  columns.add(second);
  expect(books.slotOf(second)).toBe(slot);
  expect(books.equity(slot)).toBe(0);
  expect(books.told(slot)).toBeNull();
});
