import { type InstrumentCode, ensure } from '@candor/kernel';
import type { Code, StopsParams } from './commands.ts';
import { CAPS } from './contract-invariants.ts';
import { wasJudged } from './ledger-invariants.ts';
import { ONE, chargeOf, entryPrice, exitPrice, freeOf, marginOf, resultOf, yen } from './oracle.ts';
import { type Mode, type OrderRow, type Tick, lastTick } from './snapshot.ts';
import { MARKETS, type World } from './world.ts';

const FRESH_MS: Readonly<Record<Code, number>> = {
  'BTC/USDT': 5_000,
  'EUR/USD': 15_000,
  'USD/JPY': 15_000,
  'XAU/USD': 15_000,
};

/** The newest price in force. */
export function latest(world: World, code: string): Tick {
  const tick = lastTick(world.now, code, Number.MAX_SAFE_INTEGER);
  return ensure(tick, `there is a price of ${code}`);
}

/** Whether something may be filled on its newest price. */
export function isFresh(world: World, code: string): boolean {
  return world.product.clock.now() - latest(world, code).at <= FRESH_MS[code as Code];
}

/**
 * Whether every contract of a trading account has a price now: without one nothing new is begun.
 */
export function isJudged(world: World, mode: Mode): boolean {
  const at = world.product.clock.now();
  return wasJudged(world, { mode, at });
}

/** Whether an instrument has no last price now. */
export const isGone = (world: World, code: string): boolean =>
  world.gone.some((one) => one.code === code && one.until === null);

const linkOf = (world: World, code: string): bigint =>
  code.endsWith('/JPY') ? yen(latest(world, 'USD/JPY')) : ONE;

function resultNow(world: World, order: OrderRow): bigint {
  return resultOf({
    lots: order.lotsLeft,
    size: order.size,
    link: linkOf(world, order.code),
    side: order.side,
    from: order.price ?? 0n,
    to: exitPrice(order.side, latest(world, order.code)),
  });
}

/** What a trading account may spend, by the model’s balances and the newest prices. */
export function freeNow(world: World, mode: Mode): bigint {
  const book = world.model.books[mode];
  const floating = world.now.orders
    .filter((order) => order.mode === mode && order.status === 'running')
    .reduce((sum, order) => sum + resultNow(world, order), 0n);
  const of = (account: string): bigint => book.get(account) ?? 0n;
  return freeOf({ cash: of('user:cash'), deficit: of('user:deficit'), floating });
}

/** The published fee rate of this moment. */
export function feeRateNow(world: World): bigint {
  const now = world.product.clock.now();
  return world.now.feeRates.findLast(({ from }) => from <= now)?.rate ?? 0n;
}

/** What an order at the market needs: margin, fee and the spread it loses at once. */
export function needOf(
  world: World,
  order: { code: Code; side: 'long' | 'short'; lots: bigint; leverage: number },
): bigint {
  const { code, side, lots, leverage } = order;
  const tick = latest(world, code);
  const price = entryPrice(side, tick);
  const trade = { lots, size: sizeOf(world, code), link: linkOf(world, code), price };
  const result = resultOf({ ...trade, side, from: price, to: exitPrice(side, tick) });
  const loss = result < 0n ? -result : 0n;
  return marginOf({ ...trade, leverage }) + chargeOf({ ...trade, rate: feeRateNow(world) }) + loss;
}

const instrumentOf = (world: World, code: Code) =>
  ensure(world.product.app.market.instrument(code as InstrumentCode), 'it is in the catalogue');

const sizeOf = (world: World, code: Code): bigint => instrumentOf(world, code).contractSize;

/** Lots that need about so much money; null when that is less than can be traded. */
export function lotsFor(
  world: World,
  order: { code: Code; side: 'long' | 'short'; leverage: number; money: bigint },
): bigint | null {
  const { lotStep, lotsMin, lotsMax } = instrumentOf(world, order.code);
  const perLot = needOf(world, { ...order, lots: ONE });
  const lots = ((order.money * ONE) / perLot / lotStep) * lotStep;
  const within = lots > lotsMax ? lotsMax : lots;
  return within < lotsMin ? null : within;
}

/** The step lots stand on, and the least there may be. */
export function lotRules(world: World, code: Code): { step: bigint; min: bigint } {
  const { lotStep, lotsMin } = instrumentOf(world, code);
  return { step: lotStep, min: lotsMin };
}

/** A price so many tenths of a permille away, on the instrument's ticks. */
export function away(code: Code, from: bigint, tenths: number): bigint {
  const { tick } = MARKETS[code];
  const moved = from + (from * BigInt(tenths)) / 10_000n;
  return (moved / tick) * tick;
}

/** Stops as prices, and which of them stand on the wrong side of the market. */
export function stopsOf(
  params: StopsParams & { code: Code; side: 'long' | 'short' },
  at: { bid: bigint; ask: bigint },
) {
  const { code, side, loss, profit, trailing } = params;
  const down = (from: bigint, by: number): bigint => away(code, from, -by);
  const up = (from: bigint, by: number): bigint => away(code, from, by) + MARKETS[code].tick;
  const isLong = side === 'long';
  const stopLoss = loss === null ? null : isLong ? down(at.bid, loss) : up(at.ask, loss);
  const takeProfit = profit === null ? null : isLong ? up(at.ask, profit) : down(at.bid, profit);
  const { tick } = MARKETS[code];
  const distance = trailing === null ? null : away(code, at.bid, trailing) - at.bid;
  return {
    stopLoss,
    takeProfit,
    trailingDistance: distance === null ? null : distance < tick ? tick : (distance / tick) * tick,
    isLossWrong:
      stopLoss !== null && (stopLoss <= 0n || (isLong ? stopLoss >= at.bid : stopLoss <= at.ask)),
    isProfitWrong:
      takeProfit !== null &&
      (takeProfit <= 0n || (isLong ? takeProfit <= at.ask : takeProfit >= at.bid)),
  };
}

/** Leverage a command asks for. */
export function leverageOf(code: Code, cap: 'full' | 'half' | 'over'): number {
  const most = CAPS[code] ?? 1;
  if (cap === 'over') return most + 1;
  return cap === 'half' ? Math.max(1, Math.floor(most / 2)) : most;
}
