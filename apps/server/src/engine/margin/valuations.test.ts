import {
  type ContractId,
  type InstrumentCode,
  type Price,
  type TickId,
  type UnixMs,
  type UserId,
  ensure,
  formatMoney,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import { unrealizedPnl } from '@candor/pricing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Contract, newContract } from '../../contracts/index.ts';
import {
  createAccountTable,
  errorBoundOf,
  equityOf,
  setHoldings,
} from '../tables/account-table.ts';
import { createMarginWatch } from './margin.ts';
import { createOrderTable } from '../tables/order-table.ts';
import { createValuations } from './valuations.ts';
import type { AccountRecord, OrderRecord } from '../tables/records.ts';

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

/** Contracts as the margin watch keeps them: each in its account and among those of its instrument. */
function createHolding() {
  const table = createOrderTable();
  const accounts = createAccountTable();
  const valuations = createValuations();
  return {
    accounts,
    valuations,
    add(contract: Contract) {
      const record = table.write(contract, 0);
      record.account = accounts.get(contract);
      record.account.contracts.add(record);
      valuations.add(record);
      return record;
    },
    replace(contract: Contract) {
      const record = table.write(contract, 0);
      valuations.replace(record);
      return record;
    },
    remove({ id }: Contract) {
      const record = ensure(table.remove(id), 'it was added');
      valuations.remove(record);
      record.account?.contracts.delete(record);
    },
  };
}

test('whatever is opened, closed and revalued, each book stands where its contracts stand', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const holding = createHolding();
      const { accounts, valuations } = holding;
      const open = new Map<ContractId, Contract>();
      const marks = new Map<InstrumentCode, { bid: number; ask: number }>();
      const pick = (which: number) => [...open.values()][which % Math.max(1, open.size)];
      const revalueOne = (record: OrderRecord) => {
        const mark = marks.get(record.order.code);
        if (mark !== undefined) valuations.revalueOne(record, { ...mark, link: 1 });
      };
      for (const one of steps) {
        if (one.kind === 'tick') {
          const code = CODES[one.code] as InstrumentCode;
          marks.set(code, { bid: one.bid, ask: one.bid + 1 });
          const touched = new Set<AccountRecord>();
          valuations.revalue(code, { bid: one.bid, ask: one.bid + 1, link: 1 }, (account) =>
            touched.add(account),
          );
          const users = [...open.values()].filter((each) => each.code === code);
          expect(touched.size).toBe(new Set(users.map(({ userId }) => userId)).size);
        } else if (one.kind === 'open') {
          const contract = contractOf(one);
          open.set(contract.id, contract);
          revalueOne(holding.add(contract));
        } else {
          const contract = pick(one.which);
          if (contract === undefined) continue;
          if (one.kind === 'close') {
            open.delete(contract.id);
            holding.remove(contract);
          } else {
            const less = { ...contract, lots: quantity('0.05') };
            open.set(contract.id, less);
            revalueOne(holding.replace(less));
          }
        }
      }
      const held = CODES.flatMap((code) => valuations.ofInstrument(code));
      expect(held.map(({ order }) => order.id).toSorted()).toEqual([...open.keys()].toSorted());
      for (const userId of USERS) {
        const own = [...open.values()].filter((one) => one.userId === userId);
        const account = accounts.find({ userId, mode: 'demo' });
        expect(account?.valued ?? 0).toBe(own.length);
        if (account === undefined) continue;
        const exact = own.reduce((sum, contract) => {
          const mark = marks.get(contract.code);
          if (mark === undefined) return sum;
          const at = price(String(contract.side === 'long' ? mark.bid : mark.ask)) as Price;
          const { open: fill, side, lots, contractSize } = contract;
          const trade = { side, lots, contractSize, link: LINK, openPrice: fill.price, mark: at };
          return sum + +formatMoney(unrealizedPnl(trade));
        }, 0);
        expect(Math.abs(equityOf(account) - exact)).toBeLessThanOrEqual(errorBoundOf(account));
      }
    }),
    { numRuns: 300 },
  );
});

test('an account that opens again stands where its new contracts stand, and owes no old notice', () => {
  const table = createOrderTable();
  const accounts = createAccountTable();
  const margin = createMarginWatch(
    { instrument: () => null, lastConversionRate: () => ({ rate: LINK, tickId: null }) },
    accounts,
  );
  const first = contractOf({ code: 0, user: 0, isLong: true, open: 100 });
  margin.put(table.write(first, 0));
  const account = accounts.get(first);
  setHoldings(account, { 'user:cash': 5_000_000n, 'user:margin': 1_000_000n });
  account.floating = 0.1;
  margin.remove(ensure(table.remove(first.id), 'it was added'));
  expect(accounts.find(first)).toBeUndefined();
  const second = contractOf({ code: 0, user: 0, isLong: true, open: 100 });
  margin.setTold(second, rate('0.6'));
  margin.put(table.write(second, 0));
  expect(equityOf(accounts.get(second))).toBe(0);
  margin.remove(ensure(table.remove(second.id), 'it was added'));
  const [over] = margin.takeNominated(0 as UnixMs);
  expect(over).toMatchObject({ userId: second.userId, told: rate('0.6') });
  const outcome = { told: null, level: null, isJudged: true, closed: [] };
  margin.done(ensure(over, 'what was told is over'), outcome);
  expect(accounts.find(second)).toBeUndefined();
});
