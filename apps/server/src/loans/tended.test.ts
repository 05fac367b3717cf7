// Promise: a running loan is charged each midnight once, to the unit, also behind days nobody ran; once its
// due date has passed its owner is told on the days that were said, and what is due is sold on the seventh;
// an approved loan nobody draws ends after its days. (PRODUCT 7; LEDGER 2, 4; RELIABILITY L2, L3)
import { DAY_MS } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { decideLoan, lostWith, newBorrower, pledge, stageLoans, toldOf } from '../../test/loans.ts';

const BTC = 10n ** 8n;
const USDT = 1_000_000n;

const stage = stageLoans([
  { asset: 'BTC', units: BTC },
  { asset: 'USDT', units: 1_000n * USDT },
]);

/** Days go by, both coins have a price again, and what time brings is done. */
async function days(count: number): Promise<void> {
  stage.lending.product.clock.advance(count * DAY_MS);
  await stage.lending.ticks(60_000);
  await stage.lending.product.app.loans.tend();
}

describe('interest', () => {
  test('is that of a table worked by hand, charged day by day', async () => {
    // 1,234.567891 × 0.0002 = 0.2469135782, up to 0.246914 a night; nights 1–3 are free.
    //   night   4         5         6         7
    //   sum     0.246914  0.493828  0.740742  0.987656
    const table = ['0', '0', '0', '0.246914', '0.493828', '0.740742', '0.987656'];
    const { id } = await stage.who.draws({ amount: '1234.567891', days: 7 });
    for (const interestOwed of table) {
      await days(1);
      expect(await stage.who.get(id)).toMatchObject({ principalOwed: '1234.567891', interestOwed });
    }
    // What was said of it before it was signed.
    expect(await stage.who.get(id)).toMatchObject({ interest: '0.987656', total: '1235.555547' });
    expect((await stage.who.get(id)).charges).toHaveLength(4);
  });

  test('is the same when nothing ran for a week, and is charged once whoever comes first', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws({ amount: '1000' });
    product.clock.advance(9 * DAY_MS);
    await stage.lending.ticks(60_000);
    await Promise.all([1, 2, 3].map(() => product.app.loans.tend()));
    // Six nights of 0.2 behind three free ones.
    expect(await stage.who.get(id)).toMatchObject({ interestOwed: '1.2', owed: '1001.2' });
    expect((await stage.who.get(id)).charges).toHaveLength(6);
    await product.app.loans.tend();
    expect((await stage.who.get(id)).charges).toHaveLength(6);
    expect(await stage.who.holds()).toMatchObject({ 'user:debt': -1_001_200_000n });
  });

  test('of a loan that cannot be charged keeps neither the others nor what is due', async () => {
    const { product } = stage.lending;
    const broken = await stage.who.draws({ amount: '1000' });
    const other = await newBorrower(product, [{ asset: 'BTC', units: BTC }]);
    const { id } = await other.draws({ amount: '1000', days: 7 });
    product.clock.advance(8 * DAY_MS);
    await stage.lending.ticks(60_000);
    // A night that stands there already is refused by the database.
    await product.owner.query(
      `insert into loans.charge (user_id, loan_id, day, principal, interest, at)
       select user_id, id, drawn_on + 5, principal, 1, now() from loans.loan where id = $1`,
      [broken.id],
    );
    await product.app.loans.tend();
    expect(await stage.who.get(broken.id)).toMatchObject({ interestOwed: '0' });
    // Five nights of 0.2, and its due date has passed.
    expect(await other.get(id)).toMatchObject({ interestOwed: '1', state: 'overdue' });
    await product.owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('delete from loans.charge where loan_id = $1', [broken.id]);
    });
    await product.app.loans.tend();
    expect(await stage.who.get(broken.id)).toMatchObject({ interestOwed: '1' });
  });

  test('follows the principal that is left', async () => {
    const { id } = await stage.who.draws({ amount: '1000' });
    await days(4);
    await stage.who.repays(id, '500.2');
    await days(2);
    // 500 × 0.0002 = 0.1 a night.
    expect(await stage.who.get(id)).toMatchObject({ principalOwed: '500', interestOwed: '0.2' });
  });
});

describe('a loan past its due date', () => {
  test('is told on the first, fourth and seventh day, and sold on the seventh as far as is due', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws({ amount: '1000', days: 7 });
    await days(7);
    expect(await stage.who.get(id)).toMatchObject({ state: 'repaymentInProgress' });
    await days(1);
    expect(await stage.who.get(id)).toMatchObject({ state: 'overdue', canRepay: true });
    expect(await toldOf(product, id)).toEqual(['overdue 0']);
    await days(3);
    await product.app.loans.tend();
    expect(await toldOf(product, id)).toEqual(['overdue 0', 'overdue 3']);
    await days(2);
    expect((await stage.who.get(id)).sales).toEqual([]);
    await days(1);
    // 11 nights of 0.2: 1,002.2 ÷ 0.998 ÷ 60,000 = 0.0167368…, up to the unit.
    const loan = await stage.who.get(id);
    expect(loan).toMatchObject({ state: 'sold', owed: '0', collateral: [], interestPaid: '2.2' });
    expect(loan.sales).toMatchObject([
      { cause: 'overdue', sold: [{ asset: 'BTC', amount: '0.01673681' }], shortfall: '0' },
    ]);
    expect(await toldOf(product, id)).toEqual([
      'overdue 0',
      'overdue 3',
      'overdue 6',
      'sale',
      'closed',
    ]);
    // What was not needed is its owner's again.
    expect(await stage.who.holds('BTC')).toEqual({
      'user:cash': BTC - 1_673_681n,
      'user:collateral': 0n,
    });
  });

  test('can be repaid until then', async () => {
    const { id } = await stage.who.draws({ amount: '500', days: 7 });
    await days(9);
    expect(await stage.who.get(id)).toMatchObject({ state: 'overdue', owed: '500.6' });
    await stage.who.repays(id, 'all');
    expect(await stage.who.get(id)).toMatchObject({ state: 'repaid', owed: '0' });
    await days(7);
    expect((await stage.who.get(id)).sales).toEqual([]);
  });

  test('whose collateral has no price waits for one, and is sold then', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws({ amount: '500', days: 7 });
    product.clock.advance(15 * DAY_MS);
    await product.app.loans.tend();
    expect(await stage.who.get(id)).toMatchObject({ state: 'overdue', sales: [] });
    await stage.lending.ticks(60_000);
    await product.app.loans.tend();
    expect(await stage.who.get(id)).toMatchObject({ state: 'sold' });
  });

  test('whose collateral is worth less than what is due ends sold; the house bears the rest', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws({
      amount: '500',
      days: 7,
      collateral: pledge('BTC:0.013'),
    });
    product.clock.advance(14 * DAY_MS);
    await stage.lending.ticks(30_000);
    await product.app.loans.tend();
    // 0.013 × 30,000 × 0.998 = 389.22 of 501.1 that are owed.
    expect(await stage.who.get(id)).toMatchObject({ state: 'sold', owed: '0', collateral: [] });
    expect(await lostWith(product, stage.who.userId)).toBe(111_880_000n);
  });
});

test('an approved loan that is not drawn in seven days has expired, once', async () => {
  const { product } = stage.lending;
  const { result } = await stage.who.apply();
  await decideLoan(product, result.id);
  await days(6);
  expect(await stage.who.get(result.id)).toMatchObject({ state: 'approved', canDraw: true });
  await days(1);
  await product.app.loans.tend();
  expect(await stage.who.get(result.id)).toMatchObject({ state: 'expired', reason: 'not-drawn' });
  expect(await toldOf(product, result.id)).toEqual(['not-drawn']);
});
