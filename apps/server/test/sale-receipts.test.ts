// Promise: a sale of before its receipt's number was kept keeps the number its owner was told.
import { hash } from 'node:crypto';
import { newUuid } from '@candor/kernel';
import { createEmptyDatabase } from '@candor/testkit/postgres';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/platform/postgres/db.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { BOOKS_START } from './books.ts';
import { migrateUntil } from './migrate-until.ts';

/** The file that keeps the number of a sale's receipt. */
const KEPT = '0333';

const SALE = `
  insert into nft.sale (token_id, user_id, bid_id, number, beneficiary_id, creator_id, price, charity, creator, house,
    entry_id, at)
  values ($1, $2, $1, $3, $1, $1, 10, 8, 1, 1, $1, '2026-02-01')`;

test('its number is the one that was made of its ids', async () => {
  const database = await createEmptyDatabase();
  const owner = openDatabase({ ...database.ownerConfig, max: 1 });
  await migrateUntil(owner, KEPT);
  const sales = [1, 2, 3].map(() => ({
    tokenId: newUuid(BOOKS_START),
    userId: newUuid(BOOKS_START),
  }));
  // Without what these are of: the token, the bid, the entry.
  await owner.query('set session_replication_role = replica');
  for (const { tokenId, userId } of sales) await owner.query(SALE, [tokenId, userId, tokenId]);
  await owner.query('set session_replication_role = origin');

  await migrate({
    connection: database.ownerConfig,
    appPassword: String(database.config.password),
    deskPassword: String(database.deskConfig.password),
  });
  const kept = await owner.query<{ id: string; number: string }>(
    'select token_id as id, receipt_no as number from nft.sale',
  );
  const made = sales.map(({ tokenId: id, userId }) => ({
    id,
    number: hash('sha256', `candor.receipt|donation|${userId}|${id}`).slice(0, 32).toUpperCase(),
  }));
  expect(kept).toEqual(expect.arrayContaining(made));
  expect(kept).toHaveLength(made.length);
  // And no role changes it.
  await expect(owner.query(`update nft.sale set receipt_no = null`)).rejects.toThrow('stays');
  await owner.end();
  await database.drop();
});
