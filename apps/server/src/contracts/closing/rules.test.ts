import {
  type ContractId,
  type InstrumentCode,
  type Quantity,
  type TickId,
  type UnixMs,
  type UserId,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closingOf, voidingOf } from './rules.ts';
import { type Closing, type Contract, afterClosing, newContract } from '../order/contract.ts';
import { closePostings, holdingsAfter } from '../batch/postings.ts';

const NOW = 1_763_700_000_000 as UnixMs;
const STEP = quantity('0.001');

const contractOf = (seed: {
  steps: number;
  margin: bigint;
  fee: bigint;
  financing: bigint;
  isLong: boolean;
}): Contract => {
  const opened = newContract({
    id: 'contract' as ContractId,
    userId: 'user' as UserId,
    mode: 'demo',
    orderNo: '1',
    code: 'BTC/USDT' as InstrumentCode,
    feed: 'test',
    side: seed.isLong ? 'long' : 'short',
    orderType: 'market',
    lots: (BigInt(seed.steps) * STEP) as Quantity,
    contractSize: quantity('1'),
    leverage: 2,
    feeRate: rate('0.001'),
    margin: money('USDT', seed.margin),
    openFee: money('USDT', seed.fee),
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    askedPrice: null,
    stopPrice: null,
    since: '2026-11-21/1' as TickId,
    open: {
      price: price('60010'),
      tickId: '2026-11-21/1' as TickId,
      link: price('1'),
      linkTickId: null,
      at: NOW,
    },
    createdAt: NOW,
    changes: 0,
  });
  const financing = money('USDT', seed.financing);
  return { ...opened, financing, financingLeft: financing };
};

/** A contract, and shares of its steps that are closed one after another. */
const anyStory = fc.record({
  seed: fc.record({
    steps: fc.integer({ min: 1, max: 500 }),
    margin: fc.bigInt({ min: 500n, max: 10n ** 12n }),
    fee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    financing: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    isLong: fc.boolean(),
  }),
  cuts: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 8 }),
  bids: fc.array(fc.integer({ min: 30_000, max: 90_000 }), { minLength: 9, maxLength: 9 }),
  endsVoid: fc.boolean(),
});

/** Closes part after part until nothing is open; answers every closing and what is left each time. */
function closeInParts(story: {
  seed: Parameters<typeof contractOf>[0];
  cuts: readonly number[];
  bids: readonly number[];
  endsVoid: boolean;
}): { whole: Contract; closings: Closing[]; after: Contract[] } {
  const whole = contractOf(story.seed);
  const closings: Closing[] = [];
  const after: Contract[] = [];
  let now = whole;
  for (const [index, cut] of [...story.cuts, 0].entries()) {
    const wanted = ((whole.lots / STEP) * BigInt(cut)) / 100n;
    const isLast = index === story.cuts.length;
    const lots = (isLast ? now.lots : wanted * STEP) as Quantity;
    if (lots <= 0n || (!isLast && lots >= now.lots)) continue;
    const bid = price(String(story.bids[index] ?? 60_000));
    const quote = { bid, ask: (bid + price('10')) as typeof bid, tickId: '2026-11-21/9' as TickId };
    const link = { rate: price('1'), tickId: null };
    const closing =
      isLast && story.endsVoid
        ? voidingOf(now, NOW)
        : closingOf(now, { quote, link, lots, reason: 'user', now: NOW });
    closings.push(closing);
    now = afterClosing(now, closing);
    after.push(now);
  }
  return { whole, closings, after };
}

const total = (closings: readonly Closing[], read: (one: Closing) => bigint): bigint =>
  closings.reduce((sum, one) => sum + read(one), 0n);

describe('a contract closed in parts', () => {
  test('gives back exactly what it held and takes along exactly what it was charged', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const { whole, closings, after } = closeInParts(story);
        expect(total(closings, (one) => one.lots)).toBe(whole.lots);
        expect(total(closings, (one) => one.margin.units)).toBe(whole.margin.units);
        expect(total(closings, (one) => one.openFee.units)).toBe(whole.openFee.units);
        expect(total(closings, (one) => one.financing.units)).toBe(whole.financing.units);
        const end = after.at(-1);
        expect(end).toMatchObject({ status: 'closed', lots: 0n });
        expect([end?.margin.units, end?.openFeeLeft.units, end?.financingLeft.units]).toEqual([
          0n,
          0n,
          0n,
        ]);
      }),
    );
  });

  test('its profits sum to results less every fee and all financing', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const { whole, closings, after } = closeInParts(story);
        const results = total(closings, (one) => one.realized.units);
        const fees = total(closings, (one) => one.fee.units) + whole.openFee.units;
        const profit = results - fees - whole.financing.units;
        expect(total(closings, (one) => one.profit.units)).toBe(profit);
        expect(after.at(-1)?.done.profit.units).toBe(profit);
      }),
    );
  });

  test('always holds a margin for what is still open, and ends exactly once', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const { closings, after } = closeInParts(story);
        for (const [index, contract] of after.entries()) {
          const isEnd = index === after.length - 1;
          expect(contract.status).toBe(isEnd ? 'closed' : 'running');
          expect(contract.margin.units > 0n).toBe(!isEnd);
        }
        expect(closings.filter(({ isLast }) => isLast)).toHaveLength(1);
      }),
    );
  });

  test('leaves the user with cash + margin + results − fees, part by part', () => {
    fc.assert(
      fc.property(anyStory, fc.bigInt({ min: 0n, max: 10n ** 10n }), (story, cash) => {
        const { whole, closings } = closeInParts(story);
        let holdings = { 'user:cash': cash, 'user:margin': whole.margin.units };
        for (const closing of closings) {
          const paid = closePostings(closing, { holdings, isLast: false });
          holdings = holdingsAfter(holdings, paid.close) as typeof holdings;
        }
        const deficit = (holdings as { 'user:deficit'?: bigint })['user:deficit'] ?? 0n;
        const moved =
          total(closings, (one) => one.realized.units) - total(closings, (one) => one.fee.units);
        expect(holdings['user:margin']).toBe(0n);
        expect(holdings['user:cash'] + deficit).toBe(cash + whole.margin.units + moved);
        expect(holdings['user:cash'] === 0n || deficit === 0n).toBe(true);
      }),
    );
  });
});
