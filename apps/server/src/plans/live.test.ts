// Promise: a plan of each strategy does live what its backtest says: over the same ticks the same trades and the same days, to the
// unit, whether the process looked at every tick, or ended and began anew in between. (PRODUCT 6; decision 0110)
import {
  STRATEGIES,
  STRATEGY_CODES,
  type StrategyCode,
  merged,
  runBacktest,
  usualParameters,
} from '@candor/advisor';
import {
  DAY_MS,
  type InstrumentCode,
  type UnixMs,
  type UserId,
  ensure,
  formatDecimal,
  formatMoney,
  money,
  plusMs,
  price,
  startOfDay,
  utcDayOf,
} from '@candor/kernel';
import { type Bar, INTERVAL_MS, barTicks, halfSpread, quoteAround } from '@candor/pricing';
import { generateBars } from '@candor/testkit';
import { describe, expect, test } from 'vitest';
import { rowsOf, stagePlans } from '../../test/plans.ts';

const INTERVAL = '15m';
const BTC = 'BTC/USDT';
const ETH = 'ETH/USDT';
type Code = typeof BTC | typeof ETH;
/** A day and two hours: a midnight lies in it. */
const COUNT = 104;
const START: Readonly<Record<Code, { readonly at: string; readonly seed: number }>> = {
  [BTC]: { at: '60000', seed: 7 },
  [ETH]: { at: '3000', seed: 11 },
};

function barsFrom(code: Code, from: UnixMs): Bar[] {
  const { at, seed } = START[code];
  return generateBars({
    ...{ seed, from, count: COUNT, interval: INTERVAL },
    ...{ startPrice: price(at), tickSize: price('0.01'), millionths: 6_000 },
  });
}

type Tried = {
  readonly parameters: Readonly<Record<string, number>>;
  readonly interval: '15m' | '1h';
  readonly codes: readonly Code[];
  /** Trades it makes at least. */
  readonly least: number;
};
/** Every strategy, with numbers by which it trades in a day. */
const TRIED: Readonly<Record<StrategyCode, Tried>> = {
  grid: { parameters: usualParameters(STRATEGIES.grid), interval: '15m', codes: [BTC], least: 6 },
  dca: { parameters: usualParameters(STRATEGIES.dca), interval: '15m', codes: [BTC], least: 6 },
  trend: {
    parameters: { fast: 3, slow: 10, margin: 0 },
    ...{ interval: '15m', codes: [ETH], least: 4 },
  },
  reversion: {
    parameters: { length: 10, width: 100, share: 6_000 },
    ...{ interval: '15m', codes: [BTC], least: 4 },
  },
  hold: { parameters: {}, interval: '15m', codes: [ETH], least: 1 },
  rotation: {
    parameters: { lookback: 2, every: 1, hold: 1, floor: 0 },
    ...{ interval: '1h', codes: [BTC, ETH], least: 6 },
  },
};
/** Plans of their own a user may have at once. */
const OWN_MAX = 3;

/** What the product and a backtest both say of a trade. */
type Said = Readonly<Record<'at' | 'quantity' | 'price' | 'fee' | 'result' | 'rule', string>>;

describe.each([
  ['looked at with every tick', 1, false],
  ['looked at now and then, by processes that end', 23, true],
] as const)('funds %s', (_, every, restarts) => {
  const stage = stagePlans();

  test('trade what a backtest of the same bars trades, and settle its days', async () => {
    const { product, who } = stage;
    const { owner, clock } = product;
    await owner.query(`update plans.plan set status = 'ended'`);
    const orders = new Map<StrategyCode, { readonly id: string; readonly userId: UserId }>();
    const owners = [who, await stage.investor()];
    for (const [index, strategy] of STRATEGY_CODES.entries()) {
      const { parameters, interval, codes } = TRIED[strategy];
      const owner = ensure(owners[Math.floor(index / OWN_MAX)], 'each has an owner');
      const asked = { strategy, parameters, codes, interval };
      const bought = await owner.paper({ ...asked, maxLoss: '1000' });
      expect(bought.code).toBe('200');
      orders.set(strategy, { id: bought.result.id, userId: owner.userId });
    }
    const begin = plusMs(startOfDay(utcDayOf(clock.now())), DAY_MS);
    const bars: Readonly<Record<Code, Bar[]>> = {
      [BTC]: barsFrom(BTC, begin),
      [ETH]: barsFrom(ETH, begin),
    };
    const instruments = [BTC, ETH].map((code) =>
      ensure(product.app.market.instrument(code as InstrumentCode), 'both coins are traded'),
    );
    let count = 0;
    for (const [bar, { time }] of bars[BTC].entries()) {
      for (const index of [0, 1, 2, 3]) {
        clock.set(plusMs(time, (index * INTERVAL_MS[INTERVAL]) / 4));
        for (const instrument of instruments) {
          const code = instrument.code as string as Code;
          const ticks = barTicks(ensure(bars[code][bar], 'one of each'), '1m');
          const tick = ensure(ticks[index], 'four of each bar');
          const { bid, ask } = quoteAround(tick.price, halfSpread(instrument, tick.price));
          await product.price(code, formatDecimal(bid), formatDecimal(ask));
        }
        count += 1;
        if (count % every === 0) await stage.turn();
        // Behind the first price of a bar: a start says its next one some seconds early.
        if (restarts && index === 0 && count % 171 === 1) await product.restart();
      }
    }
    clock.advance(60_000);
    await stage.turn();

    for (const [code, { id, userId }] of orders) {
      const { parameters, interval, codes, least } = TRIED[code];
      const run = runBacktest(
        {
          strategy: STRATEGIES[code],
          ...{ parameters, interval, base: INTERVAL },
          instruments: instruments.filter((one) =>
            codes.some((each) => each === (one.code as string)),
          ),
          amount: money('USDT', 1_000_000_000n),
        },
        merged(codes.map((each) => bars[each])),
      );
      const rows = await rowsOf(
        product,
        `select (extract(epoch from f.time) * 1000)::bigint::text as at, f.quantity::text, f.price::text,
           f.fee::text, f.result::text, f.rule
         from plans.fill f join plans.plan_order o on o.fund_id = f.fund_id
         where o.id = $1 and f.kind = 'run' order by f.seq`,
        id,
      );
      const said = rows.map((row) => ({
        ...row,
        quantity: trimmed(row['quantity']),
        price: trimmed(row['price']),
      }));
      const wanted = run.fills.map((fill): Said => ({
        at: String(fill.time),
        quantity: formatDecimal(fill.quantity),
        price: formatDecimal(fill.price),
        fee: fill.fee.units.toString(),
        result: fill.result.units.toString(),
        rule: fill.reason.rule,
      }));
      expect([code, wanted.length >= least]).toEqual([code, true]);
      expect([code, said]).toEqual([code, wanted]);
      const [found] = await product.app.plans.byIds([{ userId, id }]);
      // The backtest ends its last day at once, the fund at the midnight.
      const [first] = run.days;
      expect(found?.order.settledDays).toBe(1);
      expect(found?.order.result).toBe(formatMoney(ensure(first, 'it has a day').result));
    }
  }, 120_000);
});

const trimmed = (text: string | undefined): string => formatDecimal(price(text ?? '0'));
