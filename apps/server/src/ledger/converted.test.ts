import { newUuid } from '@candor/kernel';
import { type TestDatabase, createEmptyDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOOKS_START } from '../../test/books.ts';
import { migrateUntil } from '../../test/migrate-until.ts';
import { type Database, openDatabase } from '../platform/postgres/db.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { reconcile } from './index.ts';

/** The first file that writes the journal anew. */
const FIRST_ANEW = '0073';

let database: TestDatabase;
let owner: Database;

beforeAll(async () => {
  database = await createEmptyDatabase();
  owner = openDatabase({ ...database.ownerConfig, max: 2 });
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

type Command = {
  readonly userId: string;
  readonly request: string;
  readonly kind: string;
  readonly subject: string | null;
  readonly pays: string;
};

/** One entry with its payments; its accounts as the texts of before, or as words of the chart. */
const actOf = (params: Command, word: 'text' | 'ledger.class'): string => `
  with act as (
    insert into ledger.entry (user_id, id, mode, kind, request_id, part, cause, subject, at)
    values ('${params.userId}', '${newUuid(BOOKS_START)}', 'demo', '${params.kind}',
            '${params.request}', 0, 'request',
            ${params.subject === null ? 'null' : `'${params.subject}'`}, '2024-01-01T00:00:00.123Z')
    returning user_id, id
  )
  insert into ledger.posting
    (user_id, entry_id, line, mode, kind, asset, from_class, to_class, amount)
  select act.user_id, act.id, p.line, 'demo', '${params.kind}', 'USDT', p.debit::${word},
         p.credit::${word}, p.amount
  from act cross join (values ${params.pays}) p (line, debit, credit, amount)`;

const ENTRIES = `
  select user_id, id, seq::text, mode::text, kind::text, request_id, part, cause::text,
         subject::text, reverses, at, tx::text as tx
  from ledger.entry order by seq`;
const POSTINGS = `
  select p.entry_id, p.line, p.mode::text, p.kind::text, p.asset::text, p.from_class::text,
         p.from_sub, p.to_class::text, p.to_sub, p.amount::text
  from ledger.posting p join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
  order by e.seq, p.line`;

test('a journal that is written anew keeps every entry, its number and its guards', async () => {
  await migrateUntil(owner, FIRST_ANEW);
  const userId = newUuid(BOOKS_START);
  const subject = newUuid(BOOKS_START);
  const request = newUuid(BOOKS_START);
  const opening = {
    userId,
    request: 'demo-opening',
    kind: 'demo-opening',
    subject: null,
    pays: `(0, 'house:demo-grant', 'user:cash', 10000)`,
  };
  const bought = {
    userId,
    request,
    kind: 'contract-open',
    subject,
    pays: `(0, 'user:cash', 'user:margin', 300), (1, 'user:cash', 'house:fees', 7)`,
  };
  await owner.query(actOf(opening, 'text'));
  await owner.query(actOf(bought, 'text'));
  const before = { entries: await owner.query(ENTRIES), postings: await owner.query(POSTINGS) };
  expect(before.postings).toHaveLength(3);

  await migrate({
    connection: database.ownerConfig,
    appPassword: String(database.config.password),
    deskPassword: String(database.deskConfig.password),
  });
  expect(await owner.query(ENTRIES)).toEqual(before.entries);
  expect(await owner.query(POSTINGS)).toEqual(before.postings);
  expect((await reconcile(owner)).faults).toEqual([]);

  // The same request of before writes no second entry, and the next entry takes the next number.
  await expect(owner.query(actOf(bought, 'ledger.class'))).rejects.toMatchObject({
    constraint: 'entry_once',
  });
  await expect(owner.query('update ledger.posting set amount = 1')).rejects.toThrow(/append-only/);
  await expect(owner.query('delete from ledger.entry')).rejects.toThrow(/append-only/);
  const next = { ...bought, request: newUuid(BOOKS_START) };
  await owner.query(actOf(next, 'ledger.class'));
  const numbers = (await owner.query<{ seq: string }>(ENTRIES)).map(({ seq }) => BigInt(seq));
  expect(numbers.length).toBe(3);
  expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)));
  expect((await reconcile(owner)).faults).toEqual([]);
});
