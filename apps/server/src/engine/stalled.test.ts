import { price } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MANUAL_SOURCES } from '../../test/manual-feed.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';

// More than memory holds between two turns.
const TICKS = 11_500;
const PATIENCE_MS = 60_000;

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

const decimals = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Thousands of prices nobody's turn sees: down and up again in long waves, with much noise. */
async function stall(seed: number): Promise<void> {
  const random = createRandom(seed);
  let cents = 6_000_000;
  let drift = -1;
  for (let index = 0; index < TICKS; index += 1) {
    if (index % 1_500 === 0) drift = random.between(0, 1) === 0 ? -1 : 1;
    const step = drift * random.between(1, 400) + random.between(-250, 250);
    cents += step === 0 ? 1 : step;
    product.clock.advance(2);
    for (const source of MANUAL_SOURCES.toReversed()) {
      product.feed.say('BTC/USDT', decimals(cents), decimals(cents + 1_000), source);
    }
  }
  const until = performance.now() + PATIENCE_MS;
  while (product.app.market.unstoredSince() !== null) {
    if (performance.now() > until) throw new Error('the tape was never written');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type Tick = { readonly id: string; readonly bid: bigint; readonly ask: bigint };

/** The tape from a tick on, read by itself. */
async function tapeFrom(id: string): Promise<Tick[]> {
  const rows = await product.db.query<{ id: string; bid: string; ask: string }>(
    `select day::text || '/' || seq as id, bid::text as bid, ask::text as ask from market.tick
     where instrument = 'BTC/USDT' and standing = 'acting'
       and (day, seq) >= (split_part($1, '/', 1)::date, split_part($1, '/', 2)::bigint)
     order by day, seq`,
    [id],
  );
  return rows.map((row) => ({ id: row.id, bid: price(row.bid), ask: price(row.ask) }));
}

type Stops = { stopLoss?: string; takeProfit?: string; trailingDistance?: string };
type Params = Stops & { direction: 'buy' | 'sell' };

/** What a look at every tick of the tape says: the first that ends it, and its price. */
function firstEnd(params: Params, ticks: readonly Tick[]): Tick | null {
  const isLong = params.direction === 'buy';
  const loss = params.stopLoss === undefined ? null : price(params.stopLoss);
  const profit = params.takeProfit === undefined ? null : price(params.takeProfit);
  const distance = params.trailingDistance === undefined ? null : price(params.trailingDistance);
  let best: bigint | null = null;
  for (const [index, quote] of ticks.entries()) {
    const at = isLong ? quote.bid : quote.ask;
    const away = (level: bigint): boolean => (isLong ? at <= level : at >= level);
    const isIn = (level: bigint): boolean => (isLong ? at >= level : at <= level);
    if (index > 0) {
      const trailed: bigint | null =
        best === null || distance === null ? null : isLong ? best - distance : best + distance;
      if (loss !== null && away(loss)) return quote;
      if (profit !== null && isIn(profit)) return quote;
      if (trailed !== null && away(trailed)) return quote;
    }
    if (best === null || (isLong ? at > best : at < best)) best = at;
  }
  return null;
}

const WANTED: readonly Params[] = [300, 1_100, 2_600, 5_200, 9_400].flatMap((distance) => {
  const [below, above] = [60_000 - distance, 60_020 + distance].map(String);
  return [
    { direction: 'buy', stopLoss: below ?? '' },
    { direction: 'sell', stopLoss: above ?? '' },
    { direction: 'buy', takeProfit: above ?? '' },
    { direction: 'sell', takeProfit: below ?? '' },
    { direction: 'buy', trailingDistance: String(distance) },
    { direction: 'sell', trailingDistance: String(distance) },
  ] satisfies Params[];
});

async function place(trader: Trader): Promise<{ id: string; openTickId: string; asked: Params }[]> {
  const placed = [];
  for (const asked of WANTED) {
    const { id } = await trader.opens({ ...asked, lots: '0.0001', leverage: 2 });
    const { openTickId } = await trader.sees(id);
    placed.push({ id, openTickId: openTickId ?? '', asked });
  }
  return placed;
}

test.each([11, 12, 13])(
  'after a turn that stalled over thousands of ticks each stop fills at its first (seed %i)',
  async (seed) => {
    const trader = await newTrader(product);
    await trader.says('60000', '60010');
    const placed = await place(trader);
    await product.settle();
    await stall(seed);
    for (let pulses = 0; pulses < 3; pulses += 1) await product.settle();
    const tape = await tapeFrom(placed[0]?.openTickId ?? '');
    expect(tape.length).toBeGreaterThan(10_000);
    let ended = 0;
    for (const { id, asked } of placed) {
      const wanted = firstEnd(asked, tape);
      const now = await trader.sees(id);
      expect([asked, now.closeTickId ?? null]).toEqual([asked, wanted?.id ?? null]);
      if (wanted !== null) ended += 1;
    }
    expect(ended).toBeGreaterThan(placed.length / 2);
  },
  120_000,
);
