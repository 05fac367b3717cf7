// Promise: what creators of tokens earned before it was kept is owed to them, and is paid of the oldest sale first.
import { newUuid } from '@candor/kernel';
import { createEmptyDatabase } from '@candor/testkit/postgres';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/platform/postgres/db.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { BOOKS_START } from './books.ts';
import { migrateUntil } from './migrate-until.ts';

/** The file that keeps what creators are owed. */
const KEPT = '0339';

const SALE = `
  insert into nft.sale (token_id, user_id, bid_id, number, receipt_no, beneficiary_id, creator_id, price, charity,
    creator, house, entry_id, at)
  values ($1::uuid, $1, $1, $1::text, upper(replace($1::text, '-', '')), $1, $2, 100, 100 - $3::int, $3::int, 0, $1, $4)`;

test('every creator is owed the sum of their parts, since the first of them', async () => {
  const database = await createEmptyDatabase();
  const owner = openDatabase({ ...database.ownerConfig, max: 1 });
  await migrateUntil(owner, KEPT);
  const [ann, ben, none] = ['Ann', 'Ben', 'None'].map((name) => ({
    name,
    id: newUuid(BOOKS_START),
  }));
  for (const one of [ann, ben, none]) {
    await owner.query('insert into nft.creator (id, name) values ($1, $2)', [one?.id, one?.name]);
  }
  const sales = [
    [ann, 7, '2026-02-01'],
    [ben, 5, '2026-02-02'],
    [ann, 0, '2026-02-03'],
    [ann, 9, '2026-02-04'],
  ] as const;
  const tokens = sales.map(() => newUuid(BOOKS_START));
  // Without what these are of: the token, the bid, the entry.
  await owner.query('set session_replication_role = replica');
  for (const [place, [of, units, at]] of sales.entries()) {
    await owner.query(SALE, [tokens[place], of?.id, units, at]);
  }
  await owner.query('set session_replication_role = origin');

  await migrate({
    connection: database.ownerConfig,
    appPassword: String(database.config.password),
    deskPassword: String(database.deskConfig.password),
  });
  const kept = await owner.query(
    `select name, earned::int, paid_out::int, sales, (owed_since at time zone 'utc')::date::text as since
     from nft.creator order by name`,
  );
  expect(kept).toEqual([
    { name: 'Ann', earned: 16, paid_out: 0, sales: 2, since: '2026-02-01' },
    { name: 'Ben', earned: 5, paid_out: 0, sales: 1, since: '2026-02-02' },
    { name: 'None', earned: 0, paid_out: 0, sales: 0, since: null },
  ]);
  const shares = await owner.query(
    `select h.before::int from nft.creator_share h join nft.sale s on s.token_id = h.token_id
     order by s.ordinal`,
  );
  expect(shares).toEqual([{ before: 0 }, { before: 0 }, { before: 7 }]);
  await expect(owner.query('update nft.creator_share set before = 0')).rejects.toThrow('stays');
  await owner.end();
  await database.drop();
});
