// Promise: the ladder says what really moving the prices would do, account by account.
import {
  type InstrumentCode,
  type Mode,
  type UserId,
  decimal,
  divideInteger,
  formatMoney,
  money,
  newUuid,
  unixMs,
} from '@candor/kernel';
import { type Instrument, type Quote, mustCloseOut, notionalUsdt } from '@candor/pricing';
import { LADDER_PERCENTS } from '@candor/protocol/desk';
import { createRandom } from '@candor/testkit';
import { describe, expect, test } from 'vitest';
import { type Contract, type MarketView, judge, valueAll } from '../../contracts/index.ts';
import type { OpenBook } from '../../engine/index.ts';
import { conversionRateBy } from '../../market/index.ts';
import { lookOver } from './ladder.ts';
import { riskView } from './risk-view.ts';
import { type LadderMarket, scenariosAt } from './scenarios.ts';

const FEED = 'feed';
const LISTED = [
  ['BTC/USDT', 'crypto', 'USDT', '60000', '60010', '1'],
  ['EUR/USD', 'forexMajor', 'USD', '1.1', '1.1002', '100000'],
  ['USD/JPY', 'forexMajor', 'JPY', '150', '150.02', '100000'],
  ['EUR/JPY', 'forex', 'JPY', '165', '165.03', '100000'],
  ['AAPL', 'stock', 'USD', '200', '200.1', '1'],
] as const;
type Code = (typeof LISTED)[number][0];

const instruments = LISTED.map(
  ([code, group, quoteCurrency]) =>
    ({ code, class: group, quoteCurrency }) as unknown as Instrument,
);
const quotes = new Map<string, Quote>(
  LISTED.map(([code, , , bid, ask]) => [
    code,
    {
      code: code as InstrumentCode,
      bid: decimal(bid),
      ask: decimal(ask),
      receivedAt: 0,
    } as unknown as Quote,
  ]),
);

function marketOf(latest: (code: string) => Quote | null): LadderMarket & MarketView {
  return {
    list: () => instruments,
    instrument: (code) => instruments.find((one) => one.code === code) ?? null,
    latest,
    status: () => 'open',
    freshConversionRate: () => null,
    lastConversionRate: (currency) => conversionRateBy(currency, latest),
    feed: () => ({ key: FEED, mode: 'simulated' }),
  };
}

const now = marketOf((code) => quotes.get(code) ?? null);

/** The market once the prices of a group have really fallen. */
function moved(group: string, percent: number): MarketView {
  return marketOf((code) => {
    const quote = quotes.get(code);
    const [, its] = LISTED.find(([one]) => one === code) ?? [];
    if (quote === undefined || (group !== 'all' && its !== group)) return quote ?? null;
    const fall = (price: bigint) =>
      divideInteger(price * BigInt(100 - percent), 100n, 'halfEven') as Quote['bid'];
    return { ...quote, bid: fall(quote.bid), ask: fall(quote.ask) };
  });
}

type Held = { code: Code; side: 'long' | 'short'; lots: string; margin: bigint; at?: string };

function contractOf({ code, side, lots, margin, at }: Held): Contract {
  const [, , , bid, , size] = LISTED.find(([one]) => one === code) ?? LISTED[0];
  return {
    id: newUuid(unixMs(0)),
    code,
    feed: FEED,
    mode: 'real',
    side,
    lots: decimal(lots),
    contractSize: decimal(size),
    open: { price: decimal(at ?? bid) },
    margin: money('USDT', margin),
  } as unknown as Contract;
}

function bookOf(held: readonly Held[], cash: bigint, mode: Mode = 'real'): OpenBook {
  const margin = held.reduce((sum, one) => sum + one.margin, 0n);
  return {
    userId: newUuid(unixMs(0)) as unknown as UserId,
    mode,
    contracts: held.map(contractOf),
    holdings: { 'user:cash': cash, 'user:margin': margin },
  };
}

const atOnce = (): Promise<void> => Promise.resolve();

describe('the margin ladder', () => {
  test.each([1, 2, 3])('is what really moved prices do to each account, seed %i', async (seed) => {
    const random = createRandom(seed);
    const pick = (most: number): number => random.between(0, most - 1);
    const books = Array.from({ length: 150 }, () =>
      bookOf(
        Array.from({ length: 1 + pick(4) }, () => ({
          code: (LISTED[pick(LISTED.length)] ?? LISTED[0])[0],
          side: pick(4) === 0 ? ('short' as const) : ('long' as const),
          lots: `0.0${1 + pick(9)}`,
          margin: BigInt(20 + pick(200)) * 1_000_000n,
        })),
        BigInt(pick(200)) * 1_000_000n,
      ),
    );
    const look = await lookOver(books, scenariosAt(now), atOnce);
    let closed = 0;
    for (const { group, percent, total, accounts } of look.real.rungs) {
      const market = moved(group, percent);
      const out = books.filter(({ holdings, contracts }) => {
        const judged = judge(holdings ?? {}, valueAll(contracts, market));
        return judged.isJudged && mustCloseOut(judged.marginState);
      });
      expect([group, percent, total]).toEqual([group, percent, out.length]);
      const shown = out.slice(0, 100).map(({ userId }) => userId);
      expect(accounts.map(({ userId }) => userId)).toEqual(shown);
      closed += out.length;
    }
    // Neither all accounts nor none, or the comparison would say little.
    expect(closed).toBeGreaterThan(0);
    expect(closed).toBeLessThan(books.length * look.real.rungs.length);
  });

  test('values again only accounts that a fall can bring to the line', async () => {
    const held = [{ code: 'BTC/USDT', side: 'long', lots: '0.5', margin: 100_000_000n }] as const;
    // Never, by a fall of five percent, and already.
    const books = [900_000_000_000n, 1_400_000_000n, -90_000_000n].map((cash) =>
      bookOf(held, cash),
    );
    let asked = 0;
    const counted = books.map((book) => ({
      ...book,
      contracts: book.contracts.map((one) => {
        return Object.defineProperty({ ...one }, 'open', {
          enumerable: true,
          get() {
            asked += 1;
            return one.open;
          },
        });
      }),
    }));
    const look = await lookOver(counted, scenariosAt(now), atOnce);
    const rung = look.real.rungs.filter(({ group }) => group === 'crypto');
    expect(rung.map(({ total }) => total)).toEqual([1, 1, 2, 2]);
    // Each contract was read a fixed number of times, not once for each of 44 falls.
    expect(asked).toBeLessThanOrEqual(3 * books.length);
  });

  test('a pair that converts falls with its class: what is quoted in it moves too', async () => {
    // The yen gains by a tenth, so a loss in yen of EUR/JPY, which itself stands still, costs more.
    const held = [
      { code: 'EUR/JPY', side: 'long', lots: '0.1', margin: 100_000_000n, at: '167' },
    ] as const;
    const loss = judge({}, valueAll(held.map(contractOf), now));
    const after = judge({}, valueAll(held.map(contractOf), moved('forexMajor', 10)));
    expect(loss.isJudged && after.isJudged).toBe(true);
    if (!loss.isJudged || !after.isJudged) return;
    expect(after.marginState.floatingPnl.units).toBeLessThan(loss.marginState.floatingPnl.units);
    // It lands between the two: above half the margin now, below it after the fall.
    const cash = -loss.marginState.floatingPnl.units - 50_000_000n + 1_000_000n;
    const look = await lookOver([bookOf(held, cash)], scenariosAt(now), atOnce);
    const rung = look.real.rungs.find(
      ({ group, percent }) => group === 'forexMajor' && percent === 10,
    );
    expect([look.real.below, rung?.total]).toEqual([0, 1]);
  });
});

describe('exposure', () => {
  const view = async (books: readonly OpenBook[], market: LadderMarket = now) => {
    const value = await lookOver(books, scenariosAt(market), atOnce);
    return riskView({ value, at: unixMs(0), tookMs: 3 }, 500);
  };

  test('is the notional at the mark of each side, net and gross, by mode', async () => {
    const long = { code: 'BTC/USDT', side: 'long', lots: '0.5', margin: 1_000_000n } as const;
    const short = { code: 'BTC/USDT', side: 'short', lots: '0.2', margin: 1_000_000n } as const;
    const demo = { code: 'EUR/JPY', side: 'long', lots: '1', margin: 1_000_000n } as const;
    const seen = await view([
      bookOf([long, short], 0n),
      bookOf([long], 0n),
      bookOf([demo], 0n, 'demo'),
    ]);
    // Longs close at the bid, shorts at the ask.
    expect(seen.real.instruments).toEqual([
      {
        code: 'BTC/USDT',
        contracts: 3,
        long: '60000',
        short: '12002',
        net: '47998',
        gross: '72002',
        floatingPnl: '-2',
      },
    ]);
    expect(seen.real.total).toMatchObject({ code: null, net: '47998', gross: '72002' });
    expect(seen).toMatchObject({ ageMs: 500, tookMs: 3, real: { accounts: 2, unjudged: 0 } });
    const link = conversionRateBy('JPY', (code) => quotes.get(code) ?? null)?.rate;
    const { units } = notionalUsdt({
      lots: decimal('1') as never,
      contractSize: decimal('100000') as never,
      price: decimal('165') as never,
      link: link as never,
    });
    expect(seen.demo.total.long).toBe(formatMoney({ asset: 'USDT', units }));
  });

  test('without a mark nothing is judged: no sum, and no account on the ladder', async () => {
    const bare = marketOf((code) => (code === 'AAPL' ? null : (quotes.get(code) ?? null)));
    const stock = { code: 'AAPL', side: 'long', lots: '1', margin: 1_000_000n } as const;
    const coin = { code: 'BTC/USDT', side: 'long', lots: '1', margin: 1_000_000n } as const;
    const seen = await view([bookOf([stock, coin], 0n), bookOf([coin], 900_000_000_000n)], bare);
    const [first, second] = seen.real.instruments;
    expect(first).toMatchObject({ code: 'AAPL', contracts: 1, long: null, net: null, gross: null });
    expect(second).toMatchObject({ code: 'BTC/USDT', contracts: 2, long: '120000' });
    expect(seen.real.total).toMatchObject({ contracts: 3, net: null, floatingPnl: null });
    expect(seen.real).toMatchObject({ accounts: 2, unjudged: 1, below: 0 });
    const counted = seen.real.ladder.flatMap(({ accounts }) => accounts);
    expect(counted.every((count) => count === 0)).toBe(true);
    expect(seen.real.ladder[0]?.accounts).toHaveLength(LADDER_PERCENTS.length);
  });

  test('what is held is not known yet: counted as not judged', async () => {
    const coin = { code: 'BTC/USDT', side: 'long', lots: '1', margin: 1_000_000n } as const;
    const seen = await view([{ ...bookOf([coin], 0n), holdings: null }]);
    expect(seen.real).toMatchObject({ accounts: 1, unjudged: 1, below: 0 });
    expect(seen.real.total.long).toBe('60000');
  });
});
