// Promise: collateral is watched: each notice line is told once, at the sale line the least is sold that
// restores the loan, at a price that counts or not at all, and a gap through all of it is the house's loss.
// (PRODUCT 7; LEDGER 2, rows "partial sale" and "sale does not cover")
import type { InstrumentCode } from '@candor/kernel';
import { beforeEach, describe, expect, test } from 'vitest';
import { lostWith, newBorrower, pledge, stageLoans, toldOf } from '../../test/loans.ts';
import { fundHouse } from '../../test/decided-case.ts';
import { MANUAL_SOURCES, createManualFeed, sayUntilAgreed } from '../../test/manual-feed.ts';
import { restrictInstrument } from '../../test/restrict.ts';
import { sumHouse } from '../ledger/index.ts';

const BTC = 10n ** 8n;
const ETH = 10n ** 18n;
const USDT = 1_000_000n;

const stage = stageLoans([
  { asset: 'BTC', units: BTC },
  { asset: 'ETH', units: 10n * ETH },
  { asset: 'USDT', units: 1_000n * USDT },
]);

/** Prices move, and the engine has looked. */
async function prices(btc: number, eth?: number): Promise<void> {
  await stage.lending.ticks(btc, eth);
  await stage.lending.looked();
}

describe('a loan of 3,900 on 0.1 BTC at 60,000', () => {
  // 3,900 ÷ 6,000 = 65 %. Lines: 70 % at 55,714.29, 75 % at 52,000, 80 % at 48,750, 83 % at 46,987.95.
  let id: string;
  beforeEach(async () => {
    ({ id } = await stage.who.draws({ amount: '3900' }));
    await stage.lending.looked();
  });

  test('is told of each line once, and again after it was back where it was drawn', async () => {
    await prices(55_715);
    expect(await toldOf(stage.lending.product, id)).toEqual([]);
    await prices(55_714);
    expect(await toldOf(stage.lending.product, id)).toEqual(['notice 1']);
    await prices(56_500);
    await prices(55_000);
    expect(await toldOf(stage.lending.product, id)).toEqual(['notice 1']);
    // Over two lines at once: the further one.
    await prices(48_700);
    expect(await toldOf(stage.lending.product, id)).toEqual(['notice 1', 'notice 3']);
    await prices(59_999);
    await prices(52_000);
    expect(await toldOf(stage.lending.product, id)).toEqual(['notice 1', 'notice 3']);
    await prices(60_000);
    await prices(52_000);
    expect(await toldOf(stage.lending.product, id)).toEqual(['notice 1', 'notice 3', 'notice 2']);
  });

  test('whose owner sells of it before a line that is reached was looked at, is told of that line', async () => {
    await stage.lending.ticks(55_000);
    expect((await stage.who.repay(id, { amount: '10', source: 'collateral' })).code).toBe('200');
    await stage.lending.looked();
    expect(await toldOf(stage.lending.product, id)).toEqual(['sale', 'notice 1']);
    await stage.lending.looked();
    expect(await toldOf(stage.lending.product, id)).toEqual(['sale', 'notice 1']);
  });

  test('is sold at 83 % as far as restores 65 %, and not a unit further', async () => {
    await prices(46_988);
    expect((await stage.who.get(id)).sales).toEqual([]);
    await prices(46_987);
    const loan = await stage.who.get(id);
    expect(loan.state).toBe('repaymentInProgress');
    expect(loan.sales).toHaveLength(1);
    const [sale] = loan.sales;
    // x BTC bring 46,987 × 0.998 × x: 3,900 − 46,893.026x ≤ 0.65 × 46,987 × (0.1 − x)
    // → x ≥ (3,900 − 3,054.155) ÷ (46,893.026 − 30,541.55) = 845.845 ÷ 16,351.476 = 0.0517289693
    expect(sale).toMatchObject({
      cause: 'line',
      sold: [{ asset: 'BTC', amount: '0.05172897', price: '46987' }],
      debtBefore: '3900',
      shortfall: '0',
    });
    expect(+(sale?.ltvAfter ?? '1')).toBeLessThanOrEqual(0.65);
    expect(await stage.who.holds('BTC')).toMatchObject({
      'user:collateral': 10_000_000n - 5_172_897n,
    });
    expect(await stage.who.holds()).toMatchObject({ 'user:debt': -(await owedUnits(id)) });
    // It is watched again from there: the same price sells nothing more.
    await prices(46_986);
    expect((await stage.who.get(id)).sales).toHaveLength(1);
  });

  test('is neither told nor sold on a price that is old, and is at the next that counts', async () => {
    const { product } = stage.lending;
    product.clock.advance(60_000);
    // ETH alone ticks: BTC has no price that counts.
    await product.price('ETH/USDT', '3000', '3001');
    await stage.lending.looked();
    expect(product.app.engine.watchedLoans().unjudged).toBeGreaterThan(0);
    expect(await product.app.loans.watching.see({ userId: stage.who.userId, id })).toBe('unjudged');
    expect(await toldOf(product, id)).toEqual([]);
    await prices(46_000);
    expect(product.app.engine.watchedLoans().unjudged).toBe(0);
    expect((await stage.who.get(id)).sales).toHaveLength(1);
  });

  test('whose collateral is passed by a gap ends sold, and the house bears what is left', async () => {
    await prices(20_000);
    const loan = await stage.who.get(id);
    // 0.1 BTC bring 2,000 × 0.998 = 1,996; 1,904 are lost.
    expect(loan).toMatchObject({ state: 'sold', owed: '0', collateral: [] });
    expect(loan.sales).toMatchObject([{ paid: '1996', shortfall: '1904', debtAfter: '0' }]);
    expect(await lostWith(stage.lending.product, stage.who.userId)).toBe(1_904n * USDT);
    expect(await stage.who.holds()).toMatchObject({ 'user:debt': 0n });
    expect(await toldOf(stage.lending.product, id)).toEqual(['sale', 'closed']);
  });

  test('that gets more collateral is calm again', async () => {
    await prices(50_000);
    await stage.who.add(id, { asset: 'USDT', amount: '1000' });
    await stage.lending.looked();
    await prices(46_987);
    expect((await stage.who.get(id)).sales).toEqual([]);
    // 3,900 ÷ (4,698.7 + 1,000) = 68.4 %; 70 % at (3,900 ÷ 0.7 − 1,000) ÷ 0.1 = 45,714.29
    await prices(45_714);
    expect(await toldOf(stage.lending.product, id)).toEqual(['notice 2', 'added', 'notice 1']);
  });

  test('is watched by a start as it was before it', async () => {
    const { product } = stage.lending;
    await product.restart();
    await stage.lending.ticks(55_714);
    await stage.lending.looked();
    expect(await toldOf(product, id)).toEqual(['notice 1']);
  });
});

describe('a sale', () => {
  const sumOf = (accountClass: 'house:capital' | 'house:exchange') =>
    sumHouse(stage.lending.product.db, { mode: 'real', asset: 'USDT', accountClass });

  test('of a house that has lent all it has is made, and so is the next', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws({ amount: '3900' });
    const other = await newBorrower(product, [{ asset: 'BTC', units: BTC }]);
    const second = await other.draws({ amount: '3900' });
    await stage.lending.looked();
    const all = (await sumOf('house:capital')) + (await sumOf('house:exchange'));
    await fundHouse(product, -all, product.clock.now());
    await prices(46_987);
    expect((await stage.who.get(id)).sales).toMatchObject([{ cause: 'line', shortfall: '0' }]);
    expect((await other.get(second.id)).sales).toMatchObject([{ cause: 'line', shortfall: '0' }]);
    // What it paid came back but for spreads and interest, which follow with the day's cover.
    const left = (await sumOf('house:capital')) + (await sumOf('house:exchange'));
    expect([left < 0n, left > -100n * USDT]).toEqual([true, true]);
    await fundHouse(product, all, product.clock.now());
  });

  test('never takes more than the spread that was agreed, and takes less once it is less', async () => {
    const { parameters } = stage.lending.product.app;
    const before = parameters.version('exchange.spread');
    const set = async (value: string) => {
      const from = stage.lending.product.clock.now();
      const said = { key: 'exchange.spread', value, from, note: 'a test' } as const;
      expect((await parameters.set(said)).ok).toBe(true);
    };
    const { id } = await stage.who.draws({ amount: '3900' });
    await stage.lending.looked();
    await set('0.009');
    // Long after what was in force when it was offered.
    stage.lending.product.clock.advance(60_000);
    await prices(46_987);
    const recorded = async () => {
      const [row] = await stage.lending.product.db.query<{ rate: string; version: number }>(
        `select trim_scale(spread_rate)::text as rate, spread_version as version
         from loans.sale where loan_id = $1 order by at desc limit 1`,
        [id],
      );
      return row;
    };
    expect(await recorded()).toEqual({ rate: '0.002', version: before });
    const [sale] = (await stage.who.get(id)).sales;
    // 0.05172897 × 46,987 × 0.002, up.
    expect(sale).toMatchObject({ sold: [{ amount: '0.05172897' }], spread: '4.861179' });
    await set('0.001');
    await stage.lending.ticks(46_987);
    await stage.who.repay(id, { amount: '100', source: 'collateral' });
    expect((await recorded())?.rate).toBe('0.001');
    await set('0.002');
  });

  test('is made where the market only closes; nothing is lent on it, and nothing on prices of no venue', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws({ amount: '3900' });
    await stage.lending.looked();
    const said = { code: 'BTC/USDT', reason: 'a test', by: 'a test' };
    expect((await restrictInstrument(product, { ...said, status: 'closeOnly' })).ok).toBe(true);
    await product.settle();
    expect((await stage.who.offer({ amount: '100' })).refused).toMatchObject({
      name: 'not-tradable-now',
      facts: { why: 'unjudgeable' },
    });
    await prices(46_987);
    expect((await stage.who.get(id)).sales).toHaveLength(1);
    expect((await restrictInstrument(product, { ...said, status: 'open' })).ok).toBe(true);
    await product.settle();
    const simulated = createManualFeed({
      now: () => product.clock.now(),
      codes: ['BTC/USDT', 'ETH/USDT'],
      mode: 'simulated',
      feedKey: 'invented',
    });
    await product.restart(simulated);
    const invented = { code: 'BTC/USDT', bid: '20000', ask: '20010' };
    sayUntilAgreed(simulated, product.clock, invented);
    for (const source of MANUAL_SOURCES) simulated.say('BTC/USDT', '20000', '20010', source);
    const status = () =>
      product.app.market.status('BTC/USDT' as InstrumentCode, product.clock.now());
    await expect.poll(status).toBe('open');
    expect(await product.app.loans.watching.see({ userId: stage.who.userId, id })).toBe('unjudged');
    expect(await stage.who.get(id)).toMatchObject({ state: 'repaymentInProgress', ltv: null });
    expect((await stage.who.get(id)).sales).toHaveLength(1);
    await product.restart();
  });
});

test('two coins are judged together, whichever moves', async () => {
  const collateral = pledge('BTC:0.05', 'ETH:1');
  const { id } = await stage.who.draws({ amount: '3900', collateral });
  await stage.lending.looked();
  // 0.05 × 60,000 + 3,000 = 6,000. BTC up and ETH down leave it where it was.
  await prices(70_000, 2_500);
  expect(await toldOf(stage.lending.product, id)).toEqual([]);
  await prices(70_000, 2_071);
  expect(await toldOf(stage.lending.product, id)).toEqual(['notice 1']);
  await prices(55_000, 1_948);
  // 2,750 + 1,948 = 4,698 → 83.01 %: of the coin worth more is given first.
  const { sales } = await stage.who.get(id);
  expect(sales).toMatchObject([{ sold: [{ asset: 'BTC' }] }]);
  expect(+(sales[0]?.ltvAfter ?? '1')).toBeLessThanOrEqual(0.65);
});

async function owedUnits(id: string): Promise<bigint> {
  return unitsOf((await stage.who.get(id)).owed);
}

function unitsOf(text: string): bigint {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(6, '0'));
}
