import { readFile, readdir } from 'node:fs/promises';
import { DESK_ENDPOINTS } from '@candor/protocol/desk';
import { ENDPOINTS } from '@candor/protocol';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '../src/platform/postgres/db.ts';

/** No endpoint, command or store function sets a price, a balance, a PnL or a statistic. */

let database: TestDatabase;
let owner: Database;
let desk: Database;

beforeAll(async () => {
  database = await cloneDatabase();
  owner = openDatabase({ ...database.ownerConfig, max: 2 });
  desk = openDatabase({ ...database.deskConfig, max: 2 });
});
afterAll(async () => {
  await Promise.all([owner.end(), desk.end()]);
  await database.drop();
});

const RIGHTS = ['insert', 'update', 'delete', 'truncate'] as const;

/** Tables a role may write to, in whole or in some column: "staff.member insert". */
async function writable(role: string): Promise<string[]> {
  const rows = await owner.query<{ name: string }>(
    `select n.nspname || '.' || c.relname || ' ' || r.right as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     cross join unnest($2::text[]) as r("right")
     where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^(pg_|information_schema)'
       and case when r.right in ('delete', 'truncate') then has_table_privilege($1, c.oid, r.right)
                else has_any_column_privilege($1, c.oid, r.right) end
     order by 1`,
    [role, RIGHTS],
  );
  return rows.map(({ name }) => name);
}

describe('the desk’s role', () => {
  test('writes to staff and cases alone, and hands mails over', async () => {
    const elsewhere = (await writable('candor_desk')).filter(
      (name) => !name.startsWith('staff.') && !name.startsWith('cases.'),
    );
    expect(elsewhere).toEqual(['platform.letter insert']);
  });

  test('carries nothing out: not even that a case was carried out is its to say', async () => {
    for (const column of ['applied_at', 'facts', 'amount', 'row_hash', 'people', 'opened_by']) {
      const [row] = await owner.query<{ may: boolean }>(
        `select has_column_privilege('candor_desk', 'cases.case', $1, 'update') as may`,
        [column],
      );
      expect([column, row?.may]).toEqual([column, false]);
    }
  });

  test('has one function that acts with more than its own rights: the audit log’s', async () => {
    const rows = await owner.query<{ name: string }>(
      `select p.pronamespace::regnamespace || '.' || p.proname as name from pg_proc p
       where p.prosecdef and has_function_privilege('candor_desk', p.oid, 'execute')
         and has_schema_privilege('candor_desk', p.pronamespace, 'usage')
         and p.pronamespace::regnamespace::text !~ '^pg_'`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['audit.write']);
  });

  test('reads no user’s password, factor, token or sealed file', async () => {
    const rows = await owner.query<{ name: string }>(
      `select n.nspname || '.' || c.relname || '.' || a.attname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^(pg_|information_schema)'
         and has_schema_privilege('candor_desk', n.oid, 'usage')
         and has_column_privilege('candor_desk', c.oid, a.attnum, 'select') order by 1`,
    );
    const names = rows.map(({ name }) => name);
    const schemas = new Set(names.map((name) => name.split('.')[0]));
    expect([...schemas]).toEqual(['accounts', 'audit', 'cases', 'platform', 'staff', 'support']);
    const secret =
      /hash|salt|secret|sealed|key$|code$|values|anti_phishing|invite|credential|subject/;
    expect(
      names.filter((name) => /^(accounts|platform)\./.test(name) && secret.test(name)),
    ).toEqual([]);
  });

  test.each([
    [
      'an entry',
      `insert into ledger.entry (user_id, id) values (gen_random_uuid(), gen_random_uuid())`,
    ],
    ['a posting', `insert into ledger.posting (user_id) values (gen_random_uuid())`],
    ['a balance', `update ledger.balance set amount = 1`],
    ['a parameter', `insert into parameters.parameter (key) values ('x')`],
    ['a price', `insert into market.tick (code) values ('BTC/USDT')`],
    ['an act it did not do', `insert into audit.record (seq) values (1)`],
    ['a member’s end', `delete from staff.member`],
  ])('is refused %s', async (_what, statement) => {
    await expect(desk.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

test('no role of the product changes a balance, a tick or a version of a parameter', async () => {
  const FIXED =
    /^(ledger\.(balance|entry|posting|total)|market\.tick|parameters\.)[\w.]* (update|delete)/;
  const may = [...(await writable('candor_app')), ...(await writable('candor_desk'))];
  expect(may.filter((name) => FIXED.test(name))).toEqual([]);
});

describe('what can be said', () => {
  /** Words by which a call or function would be one that states what only trading brings. */
  const STATED = /price|bid|ask$|balance|cash|equity|pnl|profit|statistic|result|volume|worth/i;
  /** A user's own limits of an order: what it waits for, never what the market says. */
  const OWN_TERMS = new Set(['contracts.amend', 'contracts.open', 'contracts.quote']);

  /** What a token of a charity is offered for is no price of a market; two people decide it. */
  const OFFERED = new Set(['tokens.propose price', 'tokens.propose-change price']);

  function fieldsOf(type: z.ZodType): string[] {
    const shape = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });
    return Object.keys((shape as { properties?: object }).properties ?? {});
  }

  test('no call of the desk takes one', () => {
    const taking = DESK_ENDPOINTS.flatMap(({ name, body }) =>
      fieldsOf(body)
        .filter((field) => STATED.test(field))
        .map((field) => `${name} ${field}`),
    );
    expect(taking.filter((one) => !OFFERED.has(one))).toEqual([]);
    const amounts = DESK_ENDPOINTS.filter(({ body }) => fieldsOf(body).includes('amount'));
    // Each of these is a proposal that two others decide.
    expect(amounts.map(({ name }) => name)).toEqual([
      'cases.open-adjustment',
      'cases.open-exchange-cover',
      'cases.open-house-funding',
      'cases.open-take-out',
      'plans.propose-subsidy',
      'tokens.propose-creator-payout',
      'tokens.propose-payout',
    ]);
  });

  test('no call of the product takes one but as a term of the caller’s own order', () => {
    const taking = ENDPOINTS.filter(({ method }) => method === 'POST').flatMap(({ name, body }) =>
      fieldsOf(body).some((field) => STATED.test(field)) ? [name] : [],
    );
    expect(taking.filter((name) => !OWN_TERMS.has(name))).toEqual([]);
  });

  test('no function of a store is named for one, and no statement writes a balance', async () => {
    const root = new URL('../src/', import.meta.url);
    const files = (await readdir(root, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    );
    const found: string[] = [];
    for (const name of files) {
      const text = await readFile(new URL(name, root), 'utf8');
      if (/(update|insert into|delete from)\s+ledger\.balance\b/i.test(text)) found.push(name);
      if (
        /export (async )?function (set|put|change|write)\w*(Balance|Pnl|Profit|Statistic|Price)\b/.test(
          text,
        )
      ) {
        found.push(name);
      }
    }
    expect(found).toEqual([]);
  });

  test('no command at the terminal sets one', async () => {
    const text = await readFile(new URL('../src/operator.ts', import.meta.url), 'utf8');
    const commands = [...text.matchAll(/npm run operator -- ([\w-]+)/g)].map(([, name]) => name);
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((name) => STATED.test(name ?? ''))).toEqual([]);
  });
});
