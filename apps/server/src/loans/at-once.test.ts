// Promise: whatever comes at once, a loan is drawn once, and a repayment, a sale and a midnight that meet leave
// books that add up to the unit. (RELIABILITY L3, L5)
import { randomUUID } from 'node:crypto';
import { DAY_MS, type RequestId } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Borrower,
  type LoanProduct,
  confirmDraw,
  decideLoan,
  newBorrower,
  startLoanProduct,
} from '../../test/loans.ts';

let lending: LoanProduct;
let who: Borrower;

const USDT = 1_000_000n;
/** On a machine that does other things as well. */
const PATIENCE_MS = 120_000;

beforeAll(async () => {
  lending = await startLoanProduct();
});
afterAll(() => lending.product.stop());
beforeEach(async () => {
  await lending.ticks(60_000);
  who = await newBorrower(lending.product, [
    { asset: 'BTC', units: 10n ** 8n },
    { asset: 'USDT', units: 1_000n * USDT },
  ]);
});

const commandOf = (call: string) => ({
  userId: who.userId,
  request: {
    userId: who.userId,
    requestId: randomUUID() as RequestId,
    call,
    bodyHash: Buffer.alloc(32).toString('base64url'),
  },
});

test(
  'two hundred draws of one loan draw it once',
  async () => {
    const { product } = lending;
    const { result } = await who.apply();
    await decideLoan(product, result.id);
    const draws = Array.from({ length: 200 }, async () => {
      const stepUp = await confirmDraw(product, who.userId, result.id);
      const asked = { id: result.id, stepUp };
      return (await product.app.loans.commands.draw(commandOf('loans.draw'), asked)).kept;
    });
    const answers = await Promise.all(draws);
    expect(answers.filter((text) => text.includes('"code":"200"'))).toHaveLength(1);
    expect(answers.filter((text) => text.includes('"code":"11017"'))).toHaveLength(199);
    expect(await who.holds()).toMatchObject({ 'user:debt': -2_000n * USDT });
    expect(await who.holds('BTC')).toMatchObject({ 'user:collateral': 10n ** 7n });
  },
  PATIENCE_MS,
);

test(
  'a repayment, more collateral, a sale and a midnight at once leave books that add up',
  async () => {
    const { product } = lending;
    const { commands, watching } = product.app.loans;
    const { id } = await who.draws({ amount: '3900' });
    product.clock.advance(5 * DAY_MS);
    // So far below the line that no order of the six keeps the loan above it.
    await lending.ticks(45_000);
    const named = { userId: who.userId, id };
    await Promise.all([
      commands.repay(commandOf('loans.repay'), { id, body: { amount: '50', source: 'cash' } }),
      watching.see(named),
      product.app.loans.tend(),
      commands.addCollateral(commandOf('loans.add-collateral'), {
        id,
        asset: 'USDT',
        amount: '1',
      }),
      watching.see(named),
      commands.repay(commandOf('loans.repay'), {
        id,
        body: { amount: '10', source: 'collateral' },
      }),
    ]);
    const [books] = await product.owner.query<Record<string, string>>(
      `select principal::text, (principal_owed + principal_paid + principal_lost)::text as sum,
         interest_charged::text as charged, (principal_owed + interest_owed)::text as owed,
         (select coalesce(sum(interest), 0)::text from loans.charge c where c.loan_id = l.id) as nights,
         (select sum(principal)::text from loans.payment p where p.loan_id = l.id) as paid,
         principal_paid::text
       from loans.loan l where id = $1`,
      [id],
    );
    expect(books?.['sum']).toBe(books?.['principal']);
    // Two nights of 0.78 behind three free ones, charged once.
    expect([books?.['charged'], books?.['nights']]).toEqual(['1560000', '1560000']);
    expect(books?.['paid']).toBe(books?.['principal_paid']);
    expect(await who.holds()).toMatchObject({ 'user:debt': -BigInt(books?.['owed'] ?? 0) });
    const { sales } = await who.get(id);
    expect(sales.filter(({ cause }) => cause === 'line')).toHaveLength(1);
  },
  PATIENCE_MS,
);
