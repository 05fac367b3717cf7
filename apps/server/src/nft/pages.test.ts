// Promise: a page of what one charity or artist was brought and paid reads that page, however much others were.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NftProduct, startNftProduct } from '../../test/nft.ts';
import { costOf } from '../../test/plan-cost.ts';
import type { Sql, Tx } from '../platform/postgres/db.ts';
import { listPayouts } from './token/payout-store.ts';
import { listSales } from './token/sale-store.ts';

const OTHERS = 5_000;
const PAGE = { page: 1, size: 20 } as const;

let stage: NftProduct;
let creatorId: string;

/** Sales and pay-outs of others by the thousand, as their owner plants them, behind one of each. */
async function plant(tx: Tx): Promise<void> {
  const tokenId = await stage.offer();
  const [made] = await tx.query<{ creator_id: string }>(
    'select creator_id from nft.token where id = $1',
    [tokenId],
  );
  creatorId = made?.creator_id ?? '';
  await tx.query('set local session_replication_role = replica');
  const sales = `
    insert into nft.sale (token_id, user_id, bid_id, number, receipt_no, beneficiary_id, creator_id, price,
      charity, creator, house, entry_id, at)
    select $1, gen_random_uuid(), gen_random_uuid(), 'N-' || $2 || n,
      upper(replace(gen_random_uuid()::text, '-', '')), $3, gen_random_uuid(), 10, 8, 1, 1,
      gen_random_uuid(), now()
    from generate_series(1, $4) n`;
  await tx.query(sales, [tokenId, 'own', stage.charityId, 1]);
  await tx.query(sales.replace('select $1', 'select coalesce($1, gen_random_uuid())'), [
    ...[null, 'other', randomUUID(), OTHERS],
  ]);
  const payouts = `
    insert into nft.payout (id, number, beneficiary_id, creator_id, amount, account, reference, receipt, entry_id, at)
    select gen_random_uuid(), 'Q-' || $1 || n, $2, $3, 1, 'outside', $1 || n, 'R', gen_random_uuid(), now()
    from generate_series(1, $4) n`;
  await tx.query(payouts, ['charity', stage.charityId, null, 1]);
  await tx.query(payouts, ['artist', null, creatorId, 1]);
  await tx.query(payouts, ['charities', randomUUID(), null, OTHERS]);
  await tx.query(payouts, ['artists', null, randomUUID(), OTHERS]);
}

beforeAll(async () => {
  stage = await startNftProduct();
  await stage.product.owner.transaction(plant);
  await stage.product.owner.query('analyze nft.sale, nft.payout');
});
afterAll(() => stage.product.stop());

describe('a page of one among thousands', () => {
  test.each([
    ['sales for a charity', (sql: Sql) => listSales(sql, { charity: stage.charityId, ...PAGE })],
    [
      'pay-outs to a charity',
      (sql: Sql) => listPayouts(sql, 'charity', { payee: stage.charityId, ...PAGE }),
    ],
    [
      'pay-outs to an artist',
      (sql: Sql) => listPayouts(sql, 'creator', { payee: creatorId, ...PAGE }),
    ],
  ])('of %s reads no more than it shows', async (_, list) => {
    const { rows, read } = await costOf<object>(stage.product, list);
    expect(rows).toHaveLength(1);
    expect(read).toBeLessThan(20);
  });
});

test('a page of all sales reads that page', async () => {
  const { read } = await costOf(stage.product, (sql) =>
    listSales(sql, { charity: undefined, ...PAGE }),
  );
  expect(read).toBeLessThan(OTHERS / 10);
});
