import type { EntryId, UserId } from '@candor/kernel';
import { newUuid } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKS_START, type Books, entryOf, openBooks, pays } from '../../test/books.ts';
import type { Database } from '../platform/postgres/db.ts';
import { sqlState } from '../platform/postgres/db.ts';
import { HOUSE, reconcile, reversalOf } from './index.ts';
import { checkEntry } from './rules.ts';

/** What a fraud stands on: a user with 100 units of real cash and one past deposit. */
type Ground = { userId: UserId; past: EntryId; pastRequest: string; ownerName: string };

const CHECK = '23514';
const DENIED = '42501';
const TWICE = '23505';
/** A word that is none of an enumeration. */
const NO_WORD = '22P02';

type Tried = {
  readonly what: string;
  /** SQLSTATE of the refusal, so that a slip in the statement is not taken for a guard. */
  readonly refusal: string;
  readonly statement: (ground: Ground) => string;
};

/** One entry with one posting, both bent at will. */
function act(options: {
  entry?: Record<string, string>;
  posting?: Record<string, string>;
}): (ground: Ground) => string {
  return ({ userId }) => {
    const id = newUuid(BOOKS_START);
    const entry = {
      user_id: `'${userId}'`,
      id: `'${id}'`,
      mode: `'real'`,
      kind: `'contract-open'`,
      request_id: `'${id}'`,
      part: '0',
      cause: `'request'`,
      at: 'now()',
      ...options.entry,
    };
    const posting = {
      user_id: entry.user_id,
      entry_id: entry.id,
      line: '0',
      mode: entry.mode,
      kind: entry.kind,
      asset: `'USDT'`,
      from_class: `'user:cash'`,
      to_class: `'user:margin'`,
      amount: '1',
      ...options.posting,
    };
    const insert = (table: string, row: Record<string, string>): string =>
      `insert into ledger.${table} (${Object.keys(row)}) overriding system value
       values (${Object.values(row)})`;
    return `with e as (${insert('entry', entry)}) ${insert('posting', posting)}`;
  };
}

const POSTING = '(user_id, entry_id, line, mode, kind, asset, from_class, to_class, amount)';
const ENTRY = '(user_id, id, mode, kind, request_id, part, cause, reverses, at)';

const MONEY: readonly Tried[] = [
  {
    what: 'an act that moves nothing',
    refusal: CHECK,
    statement: ({ userId }) =>
      `insert into ledger.entry ${ENTRY} values ('${userId}', '${newUuid(BOOKS_START)}',
       'real', 'deposit', 'x', 0, 'request', null, now())`,
  },
  { what: 'a payment of zero', refusal: CHECK, statement: act({ posting: { amount: '0' } }) },
  { what: 'a negative payment', refusal: CHECK, statement: act({ posting: { amount: '-1' } }) },
  { what: 'not a number', refusal: CHECK, statement: act({ posting: { amount: `'NaN'` } }) },
  { what: '40 digits', refusal: '22003', statement: act({ posting: { amount: '1e40' } }) },
  { what: 'a part of a unit', refusal: CHECK, statement: act({ posting: { amount: '0.4' } }) },
  { what: 'more than there is', refusal: CHECK, statement: act({ posting: { amount: '101' } }) },
  {
    what: 'practice money paid out of a real act',
    refusal: CHECK,
    statement: act({ posting: { mode: `'demo'` } }),
  },
  {
    what: 'a third mode',
    refusal: NO_WORD,
    statement: act({ entry: { mode: `'paper'` } }),
  },
  {
    what: 'a payment of another kind than its act',
    refusal: CHECK,
    statement: act({
      posting: { kind: `'deposit'`, from_class: `'world:tron'`, to_class: `'user:cash'` },
    }),
  },
  {
    what: 'a gift from the house’s fees',
    refusal: CHECK,
    statement: act({ posting: { from_class: `'house:fees'`, to_class: `'user:cash'` } }),
  },
  {
    what: 'a plan’s payout from other people’s money',
    refusal: CHECK,
    statement: act({
      entry: { kind: `'plan-settle'` },
      posting: { from_class: `'house:lending'`, to_class: `'user:plan'` },
    }),
  },
  {
    what: 'an account that is not in the chart',
    refusal: NO_WORD,
    statement: act({ posting: { to_class: `'user:gift'` } }),
  },
  { what: 'a fourth asset', refusal: NO_WORD, statement: act({ posting: { asset: `'DOGE'` } }) },
  {
    what: 'a payment to oneself',
    refusal: CHECK,
    statement: act({ posting: { to_class: `'user:cash'` } }),
  },
  {
    what: 'another user’s money in one’s own act',
    refusal: CHECK,
    statement: act({ posting: { user_id: `'${newUuid(BOOKS_START)}'` } }),
  },
  {
    what: 'a user’s money in an act of the house',
    refusal: CHECK,
    statement: act({
      entry: { user_id: `'${HOUSE}'`, kind: `'deposit'` },
      posting: { from_class: `'world:tron'`, to_class: `'user:cash'` },
    }),
  },
  {
    what: 'capital the house does not have',
    refusal: CHECK,
    statement: act({
      entry: { user_id: `'${HOUSE}'`, kind: `'house-takeout'` },
      posting: { from_class: `'house:capital'`, to_class: `'world:outside'` },
    }),
  },
  {
    what: 'a gift that no case decided',
    refusal: CHECK,
    statement: act({
      entry: { kind: `'adjustment'`, cause: `'case'` },
      posting: { from_class: `'house:goodwill'`, to_class: `'user:cash'` },
    }),
  },
  {
    what: 'money of the operator’s that no case brought',
    refusal: CHECK,
    statement: act({
      entry: { user_id: `'${HOUSE}'`, kind: `'house-funding'`, cause: `'case'` },
      posting: { from_class: `'world:outside'`, to_class: `'house:capital'` },
    }),
  },
  {
    what: 'one request acted on twice',
    refusal: TWICE,
    statement: (ground) => act({ entry: { request_id: `'${ground.pastRequest}'` } })(ground),
  },
  {
    what: 'a payment slipped into a past act',
    refusal: CHECK,
    statement: ({ userId, past }) =>
      `insert into ledger.posting ${POSTING} values ('${userId}', '${past}', 7,
       'real', 'deposit', 'USDT', 'world:tron', 'user:cash', 50)`,
  },
  {
    what: 'a past act taken back in part',
    refusal: CHECK,
    statement: (ground) =>
      act({
        entry: { kind: `'deposit'`, reverses: `'${ground.past}'` },
        posting: { from_class: `'user:cash'`, to_class: `'world:tron'`, amount: '99' },
      })(ground),
  },
  {
    what: 'an act taken back that never was',
    refusal: CHECK,
    statement: act({
      entry: { kind: `'deposit'`, reverses: `'${newUuid(BOOKS_START)}'` },
      posting: { from_class: `'user:cash'`, to_class: `'world:tron'` },
    }),
  },
  {
    what: 'the moment of writing chosen by the writer',
    refusal: DENIED,
    statement: act({ entry: { tx: `'1'` } }),
  },
  {
    what: 'the place in the journal chosen by the writer',
    refusal: DENIED,
    statement: act({ entry: { seq: '1' } }),
  },
];

const plain = (what: string, statement: string | ((ground: Ground) => string)): Tried => ({
  what,
  refusal: DENIED,
  statement: typeof statement === 'string' ? () => statement : statement,
});

const POWER: readonly Tried[] = [
  plain('changing an act', `update ledger.entry set kind = 'adjustment'`),
  plain('changing a payment', 'update ledger.posting set amount = amount + 1'),
  plain('removing a payment', 'delete from ledger.posting'),
  plain('removing an act', 'delete from ledger.entry'),
  plain('emptying the payments', 'truncate ledger.posting'),
  plain('emptying the journal', 'truncate ledger.entry cascade'),
  plain('setting a balance', 'update ledger.balance set amount = amount + 1'),
  plain(
    'making a balance',
    `insert into ledger.balance values (gen_random_uuid(), 'real', 'USDT', 'user:cash', 1)`,
  ),
  plain('removing a balance', 'delete from ledger.balance'),
  plain('emptying the balances', 'truncate ledger.balance'),
  plain('setting a kept result', 'update ledger.balance set earned = earned + 1'),
  plain(
    'adding to what the house holds',
    `insert into ledger.house_move values ('real', 'USDT', 'house:capital', '', 1)`,
  ),
  plain('setting what the house holds', 'update ledger.house_sum set amount = amount + 1'),
  plain('leaving out what moved in the house', 'delete from ledger.house_move'),
  plain('setting a mark of a statement', 'update ledger.mark set place = place + 1'),
  plain('setting what an hour brought', 'update ledger.hour set earned = earned + 1'),
  plain('making all totals anew', 'select ledger.rebuild_totals()'),
  plain(
    'widening the chart',
    `insert into ledger.allowed values ('deposit', 'house:capital', 'user:cash')`,
  ),
  plain('lowering a floor', `update ledger.account_class set floor = 'any'`),
  plain('switching the guards off', 'alter table ledger.posting disable trigger all'),
  plain('dropping a guard', 'drop function ledger.apply_postings() cascade'),
  plain('dropping a check', 'alter table ledger.posting drop column amount cascade'),
  plain('dropping the payments', 'drop table ledger.posting cascade'),
  plain('dropping the books', 'drop schema ledger cascade'),
  plain(
    'replacing a guard',
    `create or replace function ledger.refuse_change() returns trigger language plpgsql
     as $$ begin return null; end $$`,
  ),
  plain(
    'adding a trigger of one’s own',
    `create trigger mine before insert on ledger.posting
     for each row execute function suppress_redundant_updates_trigger()`,
  ),
  plain('taking the tables over', 'alter table ledger.balance owner to candor_app'),
  plain('passing for a replica', 'set session_replication_role = replica'),
  plain('becoming the owner', ({ ownerName }) => `set role ${ownerName}`),
  plain('signing in as the owner', ({ ownerName }) => `set session authorization ${ownerName}`),
];

const TRIED: readonly Tried[] = [...MONEY, ...POWER];

let books: Books;
let unguarded: Books;
let ground: Ground;
let groundWithout: Ground;

async function groundIn(own: Books): Promise<Ground> {
  const userId = await own.newUser(100n);
  const [entry] = await own.db.query<{ id: string; request_id: string }>(
    'select id, request_id from ledger.entry where user_id = $1',
    [userId],
  );
  const [who] = await own.owner.query<{ name: string }>('select quote_ident(current_user) as name');
  return {
    userId,
    past: entry?.id as EntryId,
    pastRequest: entry?.request_id ?? '',
    ownerName: who?.name ?? '',
  };
}

/** Takes every guard of the books away: triggers, checks, keys that are not primary, ownership. */
const DISARM = `do $$
declare one record; begin
  for one in select tgname, tgrelid::regclass as on_table from pg_trigger
    where tgrelid::regclass::text like 'ledger.%' and not tgisinternal
  loop execute format('drop trigger %I on %s', one.tgname, one.on_table); end loop;
  for one in select conname, conrelid::regclass as on_table from pg_constraint
    where connamespace = 'ledger'::regnamespace and contype in ('c', 'u', 'f')
      and conrelid <> 0 order by contype = 'u'
  loop execute format('alter table %s drop constraint %I', one.on_table, one.conname); end loop;
  for one in select indexrelid::regclass as index from pg_index
    where indrelid::regclass::text like 'ledger.%' and indisunique and not indisprimary
  loop execute format('drop index %s', one.index); end loop;
  for one in select oid::regclass as relation from pg_class
    where relnamespace = 'ledger'::regnamespace and relkind = 'r'
  loop execute format('alter table %s owner to candor_app', one.relation); end loop;
  for one in select oid::regprocedure as routine from pg_proc
    where pronamespace = 'ledger'::regnamespace
  loop execute format('alter function %s owner to candor_app', one.routine); end loop;
  alter schema ledger owner to candor_app;
end $$`;

beforeAll(async () => {
  [books, unguarded] = await Promise.all([openBooks(), openBooks()]);
  [ground, groundWithout] = await Promise.all([groundIn(books), groundIn(unguarded)]);
  await unguarded.owner.query(DISARM);
});

afterAll(async () => {
  await Promise.all([books.stop(), unguarded.stop()]);
});

class TakenBack extends Error {}

/** The SQLSTATE a statement and its commit are refused with; null when they would succeed. */
async function refusalOf(db: Database, statement: string): Promise<string | null> {
  try {
    await db.transaction(async (tx) => {
      await tx.query(statement);
      await tx.query('set constraints all immediate');
      throw new TakenBack();
    });
  } catch (error) {
    if (error instanceof TakenBack) return null;
    return sqlState(error) ?? String(error);
  }
  throw new Error('a transaction that throws does not commit');
}

describe('the product’s own role', () => {
  test.each(TRIED)('is refused $what', async ({ statement, refusal }) => {
    expect(await refusalOf(books.db, statement(ground))).toBe(refusal);
  });

  test('leaves the books as they were after all of it', async () => {
    for (const { statement } of TRIED) await books.db.query(statement(ground)).catch(() => null);
    const { faults, totals } = await reconcile(books.db);
    expect(faults).toEqual([]);
    expect(totals).toEqual(
      new Map([
        ['real/USDT/user:cash', 100n],
        ['real/USDT/world:tron', -100n],
      ]),
    );
  });

  test('takes an entry back whole, by its mirror image, and once', async () => {
    const userId = await books.newUser();
    const deposit = entryOf('deposit', userId, [pays('world:tron', 'user:cash', 9n)]);
    await books.commit(deposit);
    const back = (requestId: string) =>
      reversalOf(deposit, {
        id: newUuid(BOOKS_START) as EntryId,
        requestId,
        cause: 'case',
        at: BOOKS_START,
      });
    await books.commit(back('first'));
    checkEntry(back('second'));
    await expect(books.commit(back('second'))).rejects.toMatchObject({ code: TWICE });
    const [cash] = await books.db.query<{ amount: string }>(
      'select amount from ledger.balance where user_id = $1',
      [userId],
    );
    expect(cash?.amount).toBe('0');
  });
});

describe('an act in two statements', () => {
  const entry = (userId: UserId, id: string, reverses: EntryId | null) =>
    `insert into ledger.entry ${ENTRY} values ('${userId}', '${id}', 'real', 'deposit', '${id}', 0,
     'case', ${reverses === null ? 'null' : `'${reverses}'`}, now())`;
  const posting = (userId: UserId, id: string, line: number) =>
    `insert into ledger.posting ${POSTING} values ('${userId}', '${id}', ${line}, 'real',
     'deposit', 'USDT', 'user:cash', 'world:tron', 100)`;

  test('is none: an entry comes with its payments', async () => {
    const { userId } = ground;
    const id = newUuid(BOOKS_START);
    const refused = books.db.transaction(async (tx) => {
      await tx.query(entry(userId, id, null));
      await tx.query(posting(userId, id, 0));
    });
    await expect(refused).rejects.toMatchObject({ constraint: 'entry_has_posting' });
  });

  test('cannot take back more than there was', async () => {
    const { userId, past } = ground;
    const id = newUuid(BOOKS_START);
    const whole = `with e as (${entry(userId, id, past)}) ${posting(userId, id, 0)}`;
    const refused = books.db.transaction(async (tx) => {
      await tx.query(whole);
      await tx.query(posting(userId, id, 1));
    });
    await expect(refused).rejects.toMatchObject({ constraint: 'reversal_mirrors' });
    expect((await reconcile(books.db)).faults).toEqual([]);
  });
});

test('without the guards the same statements go through: it is the guards that refuse', async () => {
  const still: string[] = [];
  for (const { what, statement } of TRIED) {
    if ((await refusalOf(unguarded.db, statement(groundWithout))) !== null) still.push(what);
  }
  // These are kept by the server itself, whichever role owns the tables.
  expect(still).toEqual([
    '40 digits',
    'a third mode',
    'an account that is not in the chart',
    'a fourth asset',
    'passing for a replica',
    'becoming the owner',
    'signing in as the owner',
  ]);
  expect(TRIED.length - still.length).toBeGreaterThanOrEqual(20);
});
