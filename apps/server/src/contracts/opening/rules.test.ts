import {
  type ContractId,
  type InstrumentCode,
  type TickId,
  type UnixMs,
  type UserId,
  decimal,
  formatDecimal,
  formatMoney,
  ok,
  parseMoney,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import {
  type Instrument,
  type Quote,
  type MarginJudgement,
  type MarginState,
  freeMargin,
  marginLevel,
} from '@candor/pricing';
import type { OpenContractBody } from '@candor/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closingOf, decideClose, voidingOf } from '../closing/rules.ts';
import { type Contract, type PendingOrder, canMove, newContract } from '../order/contract.ts';
import { closePostings, holdingsAfter, openPostings } from '../batch/postings.ts';
import { type OpenFacts, decideFill, decideOpen, decidePlace } from './rules.ts';
import { decideTradable } from '../order/tradable.ts';

const usdt = (text: string) => {
  const amount = parseMoney(text, 'USDT');
  if (amount === null) throw new Error(`not an amount: ${text}`);
  return amount;
};

const NOW = 1_763_700_000_000 as UnixMs;
const CODE = 'BTC/USDT' as InstrumentCode;

const instrument: Instrument = {
  code: CODE,
  name: 'Bitcoin',
  type: 2,
  class: 'crypto',
  base: 'BTC',
  quoteCurrency: 'USDT',
  contractSize: quantity('1'),
  tickSize: price('0.1'),
  lotStep: quantity('0.001'),
  lotsMin: quantity('0.001'),
  lotsMax: quantity('100'),
  leverageMax: 10,
  feeRate: rate('0.001'),
  financingRate: rate('0.0005'),
  spreadRate: rate('0.0002'),
  freshForMs: 5000,
  bandRate: rate('0.02'),
  hours: [],
  sources: ['test'],
  status: 'open',
};

const quote: Quote = {
  code: CODE,
  tickId: '2026-11-21/7' as TickId,
  bid: price('60000'),
  ask: price('60010'),
  source: 'test',
  sourceTime: NOW,
  receivedAt: NOW,
  sourceCount: 2,
  mayTrigger: true,
};

const marginState: MarginState = {
  cash: usdt('10000'),
  margin: usdt('0'),
  deficit: usdt('0'),
  reversed: usdt('0'),
  floatingPnl: usdt('0'),
};

const body: OpenContractBody = {
  code: CODE,
  direction: 'buy',
  orderType: 'market',
  lots: '0.1',
  leverage: 10,
  requestId: '0198f000-0000-7000-8000-000000000001',
};

const facts = (
  change: Partial<OpenFacts> & { asked?: Partial<OpenContractBody> } = {},
): OpenFacts => {
  const { asked, ...rest } = change;
  return {
    body: { ...body, ...asked },
    mode: 'demo',
    now: NOW,
    instrument,
    quote,
    status: 'open',
    link: { rate: price('1'), tickId: null },
    feedMode: 'live',
    isRehearsal: false,
    houseHasFloor: true,
    isOperatorNamed: true,
    margin: { isJudged: true, marginState },
    exposures: [],
    counts: { open: 0, waiting: 0 },
    ...rest,
  };
};

describe('opening: a trader reads given, asked, then', () => {
  const refused: [string, Parameters<typeof facts>[0], string, string | undefined][] = [
    ['an instrument nobody lists', { instrument: null }, 'not-found', 'code'],
    ['a stop price', { asked: { stopPrice: '5' } }, 'unreadable', 'stopPrice'],
    ['a price that is not this market’s', { asked: { price: '50000' } }, 'quote-expired', 'price'],
    ['a quote that is over', { frozen: null }, 'quote-expired', undefined],
    [
      'a trailing distance off the tick',
      { asked: { trailingDistance: '100.05' } },
      'stop-loss-unreasonable',
      'trailingDistance',
    ],
    [
      'a trailing distance beyond zero',
      { asked: { trailingDistance: '60000' } },
      'stop-loss-unreasonable',
      'trailingDistance',
    ],
    ['no lots', { asked: { lots: '0' } }, 'quantity-refused', 'lots'],
    ['lots off their step', { asked: { lots: '0.0015' } }, 'quantity-refused', 'lots'],
    ['too many lots', { asked: { lots: '100.001' } }, 'quantity-refused', 'lots'],
    ['leverage above the cap', { asked: { leverage: 11 } }, 'leverage-refused', 'leverage'],
    ['an old price', { status: 'stale' }, 'not-tradable-now', undefined],
    ['a closed market', { status: 'closed' }, 'not-tradable-now', undefined],
    ['a close-only market', { status: 'closeOnly' }, 'not-tradable-now', undefined],
    ['a suspended market', { status: 'suspended' }, 'not-tradable-now', undefined],
    ['no price at all', { quote: null }, 'not-tradable-now', undefined],
    ['no conversion rate', { link: null }, 'not-tradable-now', undefined],
    ['a stop above a long', { asked: { stopLoss: '60000' } }, 'stop-loss-unreasonable', 'stopLoss'],
    [
      'a stop off the tick',
      { asked: { stopLoss: '59000.05' } },
      'stop-loss-unreasonable',
      'stopLoss',
    ],
    [
      'a stop past close-out',
      { asked: { lots: '1.6', stopLoss: '50000' } },
      'stop-loss-unreasonable',
      'stopLoss',
    ],
    [
      'a target below a long',
      { asked: { takeProfit: '60010' } },
      'take-profit-unreasonable',
      'takeProfit',
    ],
    [
      'both wrong',
      { asked: { stopLoss: '70000', takeProfit: '50000' } },
      'stops-unreasonable',
      'stopLoss',
    ],
    ['more than the free margin', { asked: { lots: '2' } }, 'free-margin-short', 'lots'],
  ];
  test.each(refused)('%s is refused', (_what, change, name, field) => {
    const decided = decideOpen(facts(change));
    expect(decided.ok).toBe(false);
    if (!decided.ok) {
      expect(decided.failure.name).toBe(name);
      expect(decided.failure.field).toBe(field);
    }
  });

  test('a buy of 0.1 at 10x fills at the ask, holds 600.10, costs 6.001', () => {
    const decided = decideOpen(facts());
    expect(decided.ok && formatDecimal(decided.value.fill.price)).toBe('60010');
    expect(decided.ok && formatMoney(decided.value.margin)).toBe('600.1');
    expect(decided.ok && formatMoney(decided.value.fee)).toBe('6.001');
    expect(decided.ok && decided.value.fill.tickId).toBe('2026-11-21/7');
  });

  test('a sell fills at the bid', () => {
    const decided = decideOpen(facts({ asked: { direction: 'sell' } }));
    expect(decided.ok && formatDecimal(decided.value.fill.price)).toBe('60000');
  });

  test('a shortage says what is needed and what is there: margin, fee and the spread', () => {
    const decided = decideOpen(facts({ asked: { lots: '2' } }));
    // 2 × 60,010 ÷ 10 = 12,002; fee 120.02; opening loss 2 × 10 = 20.
    expect(!decided.ok && decided.failure.facts).toEqual({ need: '12142.02', have: '10000' });
  });

  test('the last unit of free margin is enough, one unit less is not', () => {
    const need = usdt('607.101');
    const exactly = { ...marginState, cash: need };
    expect(decideOpen(facts({ margin: { isJudged: true, marginState: exactly } })).ok).toBe(true);
    const short = { ...marginState, cash: { ...need, units: need.units - 1n } };
    expect(decideOpen(facts({ margin: { isJudged: true, marginState: short } })).ok).toBe(false);
  });

  test('an account with a contract without a price takes no new risk, waiting or not', () => {
    const { floatingPnl: _, ...held } = marginState;
    const unmarked = ['EUR/USD', 'USD/JPY'].map((code) => code as InstrumentCode);
    const margin = { isJudged: false, held, unmarked } as unknown as MarginJudgement;
    const waiting = { orderType: 'limit', price: '59000' } as const;
    for (const decided of [
      decideOpen(facts({ margin })),
      decidePlace(facts({ margin, asked: waiting })),
    ]) {
      expect(!decided.ok && decided.failure).toMatchObject({
        name: 'not-tradable-now',
        facts: { why: 'unjudgeable', codes: 'EUR/USD, USD/JPY' },
      });
    }
  });

  test('real accounts are never priced by a replay or a simulation', () => {
    const asked = { leverage: 2 };
    for (const feedMode of ['replay', 'simulated'] as const) {
      const decided = decideOpen(facts({ mode: 'real', feedMode, asked }));
      expect(!decided.ok && decided.failure.facts).toEqual({ why: 'feedNotForReal' });
      const rehearsal = { mode: 'real', feedMode, isRehearsal: true, asked } as const;
      expect(decideOpen(facts(rehearsal)).ok).toBe(true);
    }
    expect(decideOpen(facts({ mode: 'real', feedMode: 'live', asked })).ok).toBe(true);
  });

  test('real money never gets more leverage than its class is capped at; practice money may', () => {
    const real = decideOpen(facts({ mode: 'real', asked: { leverage: 3 } }));
    expect(!real.ok && real.failure).toMatchObject({
      name: 'leverage-refused',
      field: 'leverage',
      facts: { max: '2' },
    });
    expect(decideOpen(facts({ asked: { leverage: 3 } })).ok).toBe(true);
    // What the operator lowered is lower for both.
    const low = { ...instrument, leverageMax: 1 };
    for (const mode of ['real', 'demo'] as const) {
      const decided = decideOpen(facts({ mode, instrument: low, asked: { leverage: 2 } }));
      expect(!decided.ok && decided.failure.facts).toEqual({ max: '1' });
    }
  });

  test('a book has at most so many contracts; the last one fits', () => {
    const full = decideOpen(facts({ counts: { open: 500, waiting: 0 } }));
    expect(!full.ok && full.failure).toMatchObject({
      name: 'limit-reached',
      facts: { what: 'open', max: '500' },
    });
    expect(decideOpen(facts({ counts: { open: 499, waiting: 200 } })).ok).toBe(true);
  });

  test('nobody takes new real business before saying who answers for it', () => {
    const at = { mode: 'real', isOperatorNamed: false, asked: { leverage: 2 } } as const;
    const decided = decideOpen(facts(at));
    expect(!decided.ok && decided.failure).toMatchObject({
      name: 'not-tradable-now',
      facts: { why: 'operatorUnnamed' },
    });
    expect(decideTradable(facts(at), 'close').ok).toBe(true);
    expect(decideOpen(facts({ isOperatorNamed: false })).ok).toBe(true);
  });

  test('the house takes no new real business below its floor, but lets real business close', () => {
    const at = { mode: 'real', houseHasFloor: false, asked: { leverage: 2 } } as const;
    const decided = decideOpen(facts(at));
    expect(!decided.ok && decided.failure.facts).toEqual({ why: 'houseFloor' });
    expect(decideTradable(facts(at), 'close').ok).toBe(true);
  });

  test.each([
    ['operatorUnnamed', { isOperatorNamed: false }],
    ['operatorUnnamed', { isOperatorNamed: false, houseHasFloor: false }],
    ['houseFloor', { houseHasFloor: false }],
  ] as const)('an order that waited is not filled for the same reason: %s', (why, change) => {
    const { feeRate, contractSize } = instrument;
    const terms = { side: 'long', lots: quantity('0.1'), leverage: 2, feeRate, contractSize };
    const link = { rate: price('1'), tickId: null };
    const fill = (mode: 'real' | 'demo') =>
      decideFill(terms as PendingOrder, {
        ...facts({ mode, ...change }),
        quote,
        market: quote,
        link,
      });
    const decided = fill('real');
    expect(!decided.ok && decided.failure).toMatchObject({
      name: 'not-tradable-now',
      facts: { why },
    });
    expect(fill('demo').ok).toBe(true);
  });

  test('an accepted opening starts at a level of 100 % or more, whatever its size', () => {
    const lots = fc.integer({ min: 1, max: 100_000 }).map((count) => {
      const text = String(count).padStart(4, '0');
      return `${text.slice(0, -3)}.${text.slice(-3)}`;
    });
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 10 }), fc.boolean(), (size, leverage, buys) => {
        const direction = buys ? 'buy' : 'sell';
        const decided = decideOpen(facts({ asked: { lots: size, leverage, direction } }));
        if (!decided.ok) return;
        const { margin, fee, fill, side } = decided.value;
        const opening = (decimal(size) * 10n) / 10n ** 12n;
        const after: MarginState = {
          ...marginState,
          cash: { asset: 'USDT', units: marginState.cash.units - margin.units - fee.units },
          margin,
          floatingPnl: { asset: 'USDT', units: -opening },
        };
        expect(fill.price).toBe(side === 'long' ? quote.ask : quote.bid);
        const level = marginLevel(after);
        expect(level !== null && level >= 10n ** 18n).toBe(true);
        expect(freeMargin(after).units).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: 300 },
    );
  });
});

const contract: Contract = newContract({
  id: '0198f000-0000-7000-8000-0000000000aa' as ContractId,
  userId: '0198f000-0000-7000-8000-0000000000bb' as UserId,
  mode: 'demo',
  orderNo: '261121-TEST2345',
  code: CODE,
  feed: 'test',
  side: 'long',
  orderType: 'market',
  lots: quantity('0.1'),
  contractSize: quantity('1'),
  leverage: 10,
  feeRate: rate('0.001'),
  margin: usdt('600.1'),
  openFee: usdt('6.001'),
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  askedPrice: null,
  stopPrice: null,
  since: quote.tickId,
  open: {
    price: price('60010'),
    tickId: quote.tickId,
    link: price('1'),
    linkTickId: null,
    at: NOW,
  },
  createdAt: NOW,
  changes: 0,
});

const link = { rate: price('1'), tickId: null };
const closeAt = (bid: string, ask: string, one: Contract = contract) =>
  closingOf(one, {
    quote: { ...quote, bid: price(bid), ask: price(ask) },
    link,
    reason: 'user',
    now: NOW,
  });

describe('closing', () => {
  test('0.1 bought at 60,010 and sold at 61,000 wins 99, less 6.001 and 6.10 of fees', () => {
    const closing = closeAt('61000', '61010');
    expect(formatMoney(closing.realized)).toBe('99');
    expect(formatMoney(closing.fee)).toBe('6.1');
    expect(formatMoney(closing.profit)).toBe('86.899');
  });

  test('the fee rate is the one of the opening, also when the schedule changed since', () => {
    const cheaper = { ...contract, feeRate: rate('0.0005') };
    expect(formatMoney(closeAt('61000', '61010', cheaper).fee)).toBe('3.05');
  });

  test('a void gives the margin back and keeps the fee', () => {
    const closing = voidingOf(contract, NOW);
    expect(formatMoney(closing.profit)).toBe('-6.001');
    const paid = closePostings(closing, {
      holdings: { 'user:cash': 100n, 'user:margin': contract.margin.units },
      isLast: true,
    });
    expect(paid).toMatchObject({ kind: 'contract-void', protection: [] });
    expect(paid.close).toEqual([
      { from: 'user:margin', to: 'user:cash', asset: 'USDT', units: contract.margin.units },
    ]);
  });

  const tradable = ok({ quote, link });
  const closeRefused: [string, Contract | null, string | undefined, string][] = [
    ['a contract that is not there or not one’s own', null, undefined, 'not-found'],
    ['one that is closed', { ...contract, status: 'closed' }, undefined, 'already-closed'],
    ['a part off the step', contract, '0.00005', 'quantity-refused'],
    ['a part that leaves too little', contract, '0.09995', 'quantity-refused'],
    ['more than there is', contract, '0.2', 'quantity-refused'],
    ['none of it', contract, '0', 'quantity-refused'],
  ];
  test.each(closeRefused)('closing %s is refused', (_what, one, lots, name) => {
    const decided = decideClose(one, { lots, tradable, instrument });
    expect(!decided.ok && decided.failure.name).toBe(name);
  });

  test('closing all lots by number is closing', () => {
    expect(decideClose(contract, { lots: '0.1', tradable, instrument }).ok).toBe(true);
  });
});

describe('the payments of a contract', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const results = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });

  test('opening and closing leave a user with cash + result − fees, whatever happens', () => {
    fc.assert(
      fc.property(amounts, results, amounts, (cash, result, fee) => {
        const held = contract.margin.units;
        const decision = { margin: contract.margin, fee: contract.openFee };
        const before = { 'user:cash': cash + held + contract.openFee.units };
        const open = holdingsAfter(before, openPostings(decision, before));
        const closing = {
          ...voidingOf(contract, NOW),
          reason: 'user' as const,
          realized: { asset: 'USDT' as const, units: result },
          fee: { asset: 'USDT' as const, units: fee },
        };
        const paid = closePostings(closing, { holdings: open, isLast: false });
        const after = holdingsAfter(open, paid.close);
        expect(after['user:margin']).toBe(0n);
        expect((after['user:cash'] ?? 0n) + (after['user:deficit'] ?? 0n)).toBe(
          cash + held + result - fee,
        );
        // Cash is used before a deficit arises, and a deficit is paid before cash is left.
        expect(after['user:cash'] === 0n || (after['user:deficit'] ?? 0n) === 0n).toBe(true);
        expect(paid.protection).toEqual([]);
      }),
    );
  });

  test('two contracts, one losing 250 and one gaining 100: no cover until the last one closes', () => {
    const first = { ...contract, margin: usdt('100') };
    const losing = { ...voidingOf(first, NOW), reason: 'user' as const, realized: usdt('-250') };
    const book = { 'user:cash': 0n, 'user:margin': usdt('200').units };
    const one = closePostings(losing, { holdings: book, isLast: false });
    const between = holdingsAfter(book, one.close);
    expect(between['user:deficit']).toBe(usdt('-150').units);
    expect(one.protection).toEqual([]);

    const gaining = { ...losing, realized: usdt('100') };
    const two = closePostings(gaining, { holdings: between, isLast: true });
    const after = holdingsAfter(between, two.close);
    expect(after['user:cash']).toBe(usdt('50').units);
    expect(after['user:deficit']).toBe(0n);
    expect(two.protection).toEqual([]);
  });

  test('when the last contract leaves a deficit the house covers exactly that', () => {
    const losing = { ...voidingOf(contract, NOW), reason: 'user' as const, realized: usdt('-900') };
    const book = { 'user:cash': usdt('10').units, 'user:margin': contract.margin.units };
    const paid = closePostings(losing, { holdings: book, isLast: true });
    const after = holdingsAfter(holdingsAfter(book, paid.close), paid.protection);
    expect(after['user:cash']).toBe(0n);
    expect(after['user:deficit']).toBe(0n);
    expect(paid.protection).toEqual([
      { from: 'house:bad-debt', to: 'user:deficit', asset: 'USDT', units: usdt('289.9').units },
    ]);
  });
});

test('a contract moves pending → running → closed and never back', () => {
  const statuses = ['pending', 'running', 'closed'] as const;
  const moves = statuses.flatMap((from) =>
    statuses.filter((to) => canMove(from, to)).map((to) => `${from}→${to}`),
  );
  expect(moves).toEqual(['pending→running', 'pending→closed', 'running→closed']);
});
