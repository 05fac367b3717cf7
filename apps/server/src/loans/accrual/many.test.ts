// Promise: of more loans than one transaction takes none is left for another look, and a look that left nothing is
// not taken again until something may be owed. (PRODUCT 7; RELIABILITY L2)
import { DAY_MS, MINUTE_MS, SECOND_MS, ensure, plusMs, unixMs } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Borrower,
  type LoanProduct,
  decideLoan,
  newBorrower,
  startLoanProduct,
} from '../../../test/loans.ts';
import type { Database } from '../../platform/postgres/db.ts';

const BTC = 10n ** 8n;
/** More than is charged in one transaction, and more than is looked up at once of those that are due. */
const MANY = 300;

let lending: LoanProduct;
let who: Borrower;
/** Looks for loans that owe a midnight. */
let looks = 0;

const between = (db: Database): Database => ({
  ...db,
  query(text, values) {
    if (text.includes('l.charged_through < $1')) looks += 1;
    return db.query(text, values);
  },
});

beforeAll(async () => {
  lending = await startLoanProduct({ between });
});
beforeEach(async () => {
  await lending.ticks(60_000);
  who = await newBorrower(lending.product, [{ asset: 'BTC', units: BTC }]);
});
afterAll(() => lending.product.stop());

/** Days go by, and both coins have a price again. */
async function days(count: number): Promise<void> {
  lending.product.clock.advance(count * DAY_MS);
  await lending.ticks(60_000);
}

/** Up to which midnight a loan was looked at, in days behind the day it was drawn. */
async function nightsOf(id: string): Promise<number> {
  const [row] = await lending.product.owner.query<{ nights: number }>(
    'select charged_through - drawn_on as nights from loans.loan where id = $1',
    [id],
  );
  return ensure(row, 'it is there').nights;
}

const tend = () => lending.product.app.loans.tend();

test('nothing is looked for again where a look left nothing, until the next midnight', async () => {
  const { clock } = lending.product;
  const { id } = await who.draws({ amount: '500' });
  await days(1);
  await tend();
  expect(await nightsOf(id)).toBe(1);
  const before = looks;
  for (let count = 0; count < 3; count += 1) {
    clock.advance(5 * SECOND_MS);
    await tend();
  }
  expect(looks).toBe(before);
  // Seconds behind a look that left nothing it owes a midnight again.
  const midnight = unixMs((Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS);
  clock.set(plusMs(midnight, -SECOND_MS));
  await tend();
  clock.set(plusMs(midnight, SECOND_MS));
  await tend();
  expect(await nightsOf(id)).toBe(2);
});

test('a process that starts again looks, and so does one whose clock went back and came again', async () => {
  const { product } = lending;
  const { clock } = product;
  await tend();
  let before = looks;
  await product.restart();
  await lending.ticks(60_000);
  await tend();
  expect(looks).toBeGreaterThan(before);
  const now = clock.now();
  clock.set(plusMs(now, -DAY_MS));
  await tend();
  clock.set(plusMs(now, SECOND_MS));
  before = looks;
  await tend();
  expect(looks).toBeGreaterThan(before);
});

test('a loan drawn before a midnight and written behind its look is charged that night, soon', async () => {
  const { product } = lending;
  const { clock } = product;
  const midnight = unixMs((Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS);
  clock.set(plusMs(midnight, -MINUTE_MS));
  await lending.ticks(60_000);
  who = await newBorrower(product, [{ asset: 'BTC', units: BTC }]);
  const { id } = (await who.apply({ amount: '500' })).result;
  await decideLoan(product, id);
  const decided = clock.now();
  clock.set(plusMs(midnight, SECOND_MS));
  await tend();
  // What it was decided by, though the look has gone by meanwhile.
  clock.set(decided);
  expect((await who.draw(id)).code).toBe('200');
  clock.set(plusMs(midnight, 2 * SECOND_MS));
  await tend();
  expect(await nightsOf(id)).toBe(0);
  clock.set(plusMs(midnight, 11 * MINUTE_MS));
  await tend();
  expect(await nightsOf(id)).toBe(1);
});

test('of many loans each is charged, and each that is late is overdue, at one look', async () => {
  const { product } = lending;
  const { id } = await who.draws({ amount: '500', days: 7 });
  // As many more like it, without what their users would have signed.
  await product.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into loans.loan (user_id, id, request_id, offer_id, principal, days, free_days, rate_daily, ltv_max,
         offered, agreement_id, agreement, agreement_hash, signature_id, signature_hash, requested_at,
         review_until, state, at, approved_case, draw_until, drawn_at, drawn_on, due_on, principal_owed,
         charged_through)
       select user_id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), principal, days, free_days,
         rate_daily, ltv_max, offered, gen_random_uuid(), agreement, agreement_hash, gen_random_uuid(),
         signature_hash, requested_at, review_until, state, at, approved_case, draw_until, drawn_at, drawn_on,
         due_on, principal_owed, charged_through
       from loans.loan, generate_series(1, $2) where id = $1`,
      [id, MANY],
    );
  });
  await days(8);
  await tend();
  const found = await product.owner.query(
    `select charged_through - drawn_on as nights, state, count(*)::int as loans from loans.loan
     where user_id = $1 group by 1, 2`,
    [who.userId],
  );
  expect(found).toEqual([{ nights: 8, state: 'overdue', loans: MANY + 1 }]);
});
