// Promise: an auction whose end a bid had moved keeps the end it was offered with, also one of before that was kept.
import { newUuid } from '@candor/kernel';
import { createEmptyDatabase } from '@candor/testkit/postgres';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/platform/postgres/db.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { BOOKS_START } from './books.ts';
import { migrateUntil } from './migrate-until.ts';

/** The file that keeps the end an auction was offered with. */
const KEPT = '0330';
const OFFERED = '2026-03-01 12:00:00+00';
const MOVED = '2026-03-01 12:04:00+00';

const TOKEN = `
  insert into nft.token (id, title, text, creator_id, beneficiary_id, art_id, kind, price, step, charity_basis,
    creator_basis, house_basis, starts_at, ends_at, extend_minutes, extensions_max, extensions, current, leader, bids,
    bidders, case_id, at)
  values ($1, $2, '', $1, $1, $1, 'auction', 1, 1, 10000, 0, 0, '2026-02-01', $3, 5, 3, $4, 1, 1, 1, 1, $5, '2026-02-01')`;

test('an end that was moved is read from the case of its token, one that was not is the end', async () => {
  const database = await createEmptyDatabase();
  const owner = openDatabase({ ...database.ownerConfig, max: 1 });
  await migrateUntil(owner, KEPT);
  const [decided, quiet, lost] = [1, 2, 3].map(() => newUuid(BOOKS_START));
  // Without what these are of: the charity, the picture, the people who decided.
  await owner.query('set session_replication_role = replica');
  const facts = JSON.stringify({ endsAt: String(Date.parse(OFFERED)) });
  await owner.query(
    `insert into cases.case (id, letter, kind, subject, facts, row_hash, people, opened_by, opened_at, deadline)
     values ($1, 'N', 'token', 'a token', $2, sha256('a'), 2, 'system', now(), now())`,
    [decided, facts],
  );
  await owner.query(TOKEN, [decided, 'moved', MOVED, 1, decided]);
  await owner.query(TOKEN, [quiet, 'quiet', OFFERED, 0, quiet]);
  await owner.query(TOKEN, [lost, 'without its case', MOVED, 1, lost]);
  await owner.query('set session_replication_role = origin');

  await migrate({
    connection: database.ownerConfig,
    appPassword: String(database.config.password),
    deskPassword: String(database.deskConfig.password),
  });
  const ends = await owner.query<{ title: string; at: number }>(
    'select title, (extract(epoch from offered_end) * 1000)::float8 as at from nft.token order by title',
  );
  expect(ends).toEqual([
    { title: 'moved', at: Date.parse(OFFERED) },
    { title: 'quiet', at: Date.parse(OFFERED) },
    { title: 'without its case', at: Date.parse(MOVED) },
  ]);
  await owner.end();
  await database.drop();
});
