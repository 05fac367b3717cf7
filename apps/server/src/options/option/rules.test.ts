import {
  type InstrumentCode,
  type Mode,
  type OptionId,
  type QuoteId,
  type TickId,
  type UnixMs,
  type UserId,
  fail,
  formatDecimal,
  formatMoney,
  money,
  ok,
  plusMs,
  price,
  quantity,
  rate,
  unixMs,
} from '@candor/kernel';
import type { Instrument, MarginJudgement, Quote } from '@candor/pricing';
import { describe, expect, test } from 'vitest';
import type { MarketStatus, Offer, Option, Promised } from './option.ts';
import { settlePostings } from './postings.ts';
import {
  type TermsFacts,
  canMove,
  decideBuy,
  decideTerms,
  offersFor,
  settlementOf,
  windowEnd,
} from './rules.ts';

const NOW = unixMs(1_704_067_200_000);
const usdt = (whole: string) => money('USDT', BigInt(price(whole)) / 10n ** 12n);

const INSTRUMENT: Instrument = {
  code: 'BTC/USDT' as InstrumentCode,
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
  leverageMax: 2,
  feeRate: rate('0.001'),
  financingRate: rate('0.0005'),
  spreadRate: rate('0.0002'),
  freshForMs: 5_000,
  bandRate: rate('0.02'),
  hours: [],
  sources: [],
  status: 'open',
};

const QUOTE: Quote = {
  code: INSTRUMENT.code,
  tickId: '2024-01-01/7' as TickId,
  bid: price('60000'),
  ask: price('60010'),
  source: 'Test venue',
  sourceTime: NOW,
  receivedAt: NOW,
  sourceCount: 2,
  mayTrigger: true,
};

const OPEN = { isOpen: true, country: 'DE' } as const;
const CLOSED = { isOpen: false, why: 'countryNotEnabled', country: 'DE' } as const;

const OFFERS: readonly Offer[] = [
  { seconds: 60, rate: rate('0.8'), rateVersion: 1 },
  { seconds: 300, rate: rate('0.84'), rateVersion: 3 },
];

function facts(
  change: Partial<TermsFacts> = {},
  body: Partial<TermsFacts['body']> = {},
): TermsFacts {
  return {
    body: { direction: 'up', period: 60, amount: '10', ...body },
    mode: 'demo',
    real: null,
    instrument: INSTRUMENT,
    quote: QUOTE,
    status: 'open',
    isOpenAtEnd: true,
    offers: OFFERS,
    stakes: { min: usdt('1'), max: usdt('1000') },
    ...change,
  };
}

function judged(cash: string, floating = '0'): MarginJudgement {
  const nothing = usdt('0');
  const marginState = {
    cash: usdt(cash),
    margin: nothing,
    deficit: nothing,
    reversed: nothing,
    floatingPnl: floating.startsWith('-')
      ? money('USDT', -usdt(floating.slice(1)).units)
      : usdt(floating),
  };
  return { isJudged: true, marginState };
}

const PROMISED: Promised = {
  id: '0198f000-0000-7000-8000-000000000009' as QuoteId,
  userId: 'u' as UserId,
  mode: 'demo',
  code: INSTRUMENT.code,
  direction: 'up',
  period: 60,
  stake: usdt('10'),
  rate: rate('0.9'),
  rateVersion: 2,
  expiresAt: plusMs(NOW, 1),
};

describe('the terms an option is offered on', () => {
  test('the price is the middle of the tick, the payout stake and gain', () => {
    const decided = decideTerms(facts());
    expect(decided.ok).toBe(true);
    if (!decided.ok) return;
    expect(formatDecimal(decided.value.open.price)).toBe('60005');
    expect(formatMoney(decided.value.payout)).toBe('18');
    expect(decided.value.rateVersion).toBe(1);
  });

  type Refused = {
    what: string;
    change?: Partial<TermsFacts>;
    body?: Partial<TermsFacts['body']>;
    name: string;
    why?: string;
    field?: string;
  };
  const statuses: MarketStatus[] = ['stale', 'closed', 'noSource', 'closeOnly', 'suspended'];
  const refused: Refused[] = [
    {
      what: 'a real account nothing is known of',
      change: { mode: 'real' },
      name: 'not-yet-open',
      why: 'countryUnknown',
    },
    {
      what: 'a real account of a country that is not enabled',
      change: { mode: 'real', real: { access: CLOSED, admitted: ok(null) } },
      name: 'not-yet-open',
      why: 'countryNotEnabled',
    },
    {
      what: 'a real account before its day is over',
      change: { mode: 'real', real: { access: OPEN, admitted: fail({ name: 'cooling-off' }) } },
      name: 'cooling-off',
    },
    {
      what: 'no instrument',
      change: { instrument: null },
      name: 'not-offered-as-option',
      field: 'code',
    },
    {
      what: 'a share',
      change: { instrument: { ...INSTRUMENT, class: 'stock' } },
      name: 'not-offered-as-option',
      field: 'code',
    },
    {
      what: 'a period nobody offers',
      body: { period: 61 },
      name: 'option-period-unknown',
      field: 'period',
    },
    {
      what: 'less than the least stake',
      body: { amount: '0.999999' },
      name: 'quantity-refused',
      field: 'amount',
    },
    {
      what: 'more than the most',
      body: { amount: '1000.000001' },
      name: 'quantity-refused',
      field: 'amount',
    },
    {
      what: 'a part of a unit',
      body: { amount: '1.0000001' },
      name: 'quantity-refused',
      field: 'amount',
    },
    ...statuses.map((status): Refused => ({
      what: status,
      change: { status },
      name: 'not-tradable-now',
      why: status,
    })),
    { what: 'no price', change: { quote: null }, name: 'not-tradable-now', why: 'noSource' },
    {
      what: 'a price nobody confirms',
      change: { quote: { ...QUOTE, mayTrigger: false } },
      name: 'not-tradable-now',
      why: 'unconfirmed',
    },
    {
      what: 'a market closed when it ends',
      change: { isOpenAtEnd: false },
      name: 'not-tradable-now',
      why: 'closedAtSettlement',
    },
  ];
  test.each(refused)('$what is refused', ({ change, body, name, why, field }) => {
    const decided = decideTerms(facts(change, body));
    expect(decided.ok).toBe(false);
    if (decided.ok) return;
    expect(decided.failure.name).toBe(name);
    expect(decided.failure.field).toBe(field);
    expect(decided.failure.facts?.['why']).toBe(why);
  });

  test('the least and the most stake are allowed', () => {
    for (const amount of ['1', '1.000000', '1000']) {
      expect(decideTerms(facts({}, { amount })).ok).toBe(true);
    }
  });

  test('a rate outside the published range is not offered, nor any for a share', () => {
    const range = { offers: OFFERS, least: rate('0.81'), most: rate('0.92') };
    expect(offersFor(INSTRUMENT, range).map(({ seconds }) => seconds)).toEqual([300]);
    expect(offersFor({ ...INSTRUMENT, class: 'etf' }, range)).toEqual([]);
    expect(offersFor(null, range)).toEqual([]);
  });
});

describe('a purchase', () => {
  const buy = (
    change: Partial<Parameters<typeof decideBuy>[0]> = {},
    body: Partial<TermsFacts['body']> = {},
  ) =>
    decideBuy({
      ...facts({}, body),
      now: NOW,
      margin: judged('10'),
      promised: undefined,
      ...change,
    });

  test('takes the rate in force, or the one its quote promised', () => {
    const plain = buy();
    const promised = buy({ promised: PROMISED });
    expect(plain.ok && formatMoney(plain.value.payout)).toBe('18');
    expect(promised.ok && formatMoney(promised.value.payout)).toBe('19');
    expect(promised.ok && promised.value.rateVersion).toBe(2);
  });

  test.each<[string, Partial<Promised> | null]>([
    ['that was used or never given', null],
    ['that has ended', { expiresAt: plusMs(NOW, -1) }],
    ['for another instrument', { code: 'ETH/USDT' as InstrumentCode }],
    ['for the other direction', { direction: 'down' }],
    ['for another period', { period: 300 }],
    ['for another stake', { stake: usdt('9') }],
    ['for another account', { mode: 'real' as Mode }],
  ])('is refused on a quote %s', (_, change) => {
    const decided = buy({ promised: change === null ? null : { ...PROMISED, ...change } });
    expect(!decided.ok && decided.failure).toMatchObject({
      name: 'quote-expired',
      field: 'quoteId',
    });
  });

  test('is not taken of an account with a contract without a price', () => {
    const nothing = usdt('0');
    const held = { cash: usdt('10'), margin: nothing, deficit: nothing, reversed: nothing };
    const unmarked = ['EUR/USD' as InstrumentCode] as const;
    const margin: MarginJudgement = { isJudged: false, held, unmarked };
    const decided = buy({ margin });
    expect(!decided.ok && decided.failure).toMatchObject({
      name: 'not-tradable-now',
      facts: { why: 'unjudgeable', codes: 'EUR/USD' },
    });
  });

  test('needs its whole stake from the free margin, open losses counted', () => {
    expect(buy({ margin: judged('10') }).ok).toBe(true);
    const short = buy({ margin: judged('9.999999') });
    expect(!short.ok && short.failure).toMatchObject({
      name: 'free-margin-short',
      field: 'amount',
      facts: { need: '10', have: '9.999999' },
    });
    expect(buy({ margin: judged('15', '-5') }).ok).toBe(true);
    expect(buy({ margin: judged('15', '-5.000001') }).ok).toBe(false);
  });
});

const OPTION: Option = {
  id: 'o' as OptionId,
  userId: 'u' as UserId,
  mode: 'demo',
  country: null,
  orderNo: '240101-AAAA2222',
  code: INSTRUMENT.code,
  feed: 'test',
  direction: 'up',
  period: 60,
  stake: usdt('10'),
  rate: rate('0.8'),
  rateVersion: 1,
  payout: usdt('18'),
  open: { price: price('60005'), tickId: QUOTE.tickId },
  boughtAt: NOW,
  settleAt: plusMs(NOW, 60_000),
  settlement: null,
};

describe('stories: given an option, when its price comes, then these payments', () => {
  const BOOK = { 'user:cash': usdt('90').units, 'user:stake': usdt('10').units };
  type Story = {
    what: string;
    direction?: 'up' | 'down';
    settlesAt: string | null;
    deficit?: string;
    outcome: string;
    payments: string[];
  };
  const stories: Story[] = [
    {
      what: 'up, and the price is higher: stake back, gain from the house',
      settlesAt: '60005.1',
      outcome: 'won',
      payments: ['user:stake → user:cash 10', 'house:trading → user:cash 8'],
    },
    {
      what: 'up, and the price is lower: the stake goes to the house',
      settlesAt: '60004.9',
      outcome: 'lost',
      payments: ['user:stake → house:trading 10'],
    },
    {
      what: 'down, and the price is lower',
      direction: 'down',
      settlesAt: '60000',
      outcome: 'won',
      payments: ['user:stake → user:cash 10', 'house:trading → user:cash 8'],
    },
    {
      what: 'down, and the price is higher',
      direction: 'down',
      settlesAt: '60010',
      outcome: 'lost',
      payments: ['user:stake → house:trading 10'],
    },
    {
      what: 'the very price it opened at: a tie, the stake comes back',
      settlesAt: '60005',
      outcome: 'tie',
      payments: ['user:stake → user:cash 10'],
    },
    {
      what: 'no price within a minute: void, the stake comes back',
      settlesAt: null,
      outcome: 'void',
      payments: ['user:stake → user:cash 10'],
    },
    {
      what: 'won while a contract’s loss is not covered: the loss is paid first',
      settlesAt: '60006',
      deficit: '5',
      outcome: 'won',
      payments: [
        'user:stake → user:cash 10',
        'house:trading → user:cash 8',
        'user:cash → user:deficit 5',
      ],
    },
  ];
  test.each(stories)('$what', ({ direction = 'up', settlesAt, deficit, outcome, payments }) => {
    const option = { ...OPTION, direction };
    const receivedAt = option.settleAt;
    const tick =
      settlesAt === null
        ? null
        : { tickId: '2024-01-01/99' as TickId, price: price(settlesAt), receivedAt };
    const settlement = settlementOf(option, { tick, now: plusMs(receivedAt, 250) });
    expect(settlement.outcome).toBe(outcome);
    const book =
      deficit === undefined
        ? BOOK
        : { 'user:stake': BOOK['user:stake'], 'user:deficit': -usdt(deficit).units };
    const { postings } = settlePostings(option, settlement, book);
    const said = postings.map(
      ({ from, to, asset, units }) => `${from} → ${to} ${formatMoney({ asset, units })}`,
    );
    expect(said).toEqual(payments);
  });

  test.each([
    ['a moment too early', -1],
    ['after the window', 60_001],
  ])('a tick received %s settles nothing', (_, offset) => {
    const receivedAt = (OPTION.settleAt + offset) as UnixMs;
    const tick = { tickId: QUOTE.tickId, price: price('1'), receivedAt };
    expect(() => settlementOf(OPTION, { tick, now: receivedAt })).toThrow();
  });

  test('the window ends a minute after the period', () => {
    expect(windowEnd(OPTION)).toBe(OPTION.settleAt + 60_000);
    const tick = { tickId: QUOTE.tickId, price: price('60006'), receivedAt: windowEnd(OPTION) };
    expect(settlementOf(OPTION, { tick, now: windowEnd(OPTION) }).outcome).toBe('won');
  });
});

test('an option goes from running to closed, and nowhere else', () => {
  const moves = (['running', 'closed'] as const).flatMap((from) =>
    (['running', 'closed'] as const).filter((to) => canMove(from, to)).map((to) => `${from} ${to}`),
  );
  expect(moves).toEqual(['running closed']);
});
