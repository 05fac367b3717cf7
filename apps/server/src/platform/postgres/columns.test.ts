import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf } from './columns.ts';
import { type Database, openDatabase } from './db.ts';

type Note = { readonly id: number; readonly text: string | null; readonly at: number | null };

let clone: TestDatabase;
let db: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase({ ...clone.ownerConfig, max: 1 });
  await db.query('create table public.noted (id int, said jsonb, at timestamptz, n numeric)');
});
afterAll(async () => {
  await db.end();
  await clone.drop();
});

const NOTES = columnsOf<Note>([
  ['n', 'numeric', ({ id }) => `${id}.5`],
  ['id', 'int', ({ id }) => id],
  ['at', 'moment', ({ at }) => at],
  ['said', 'jsonb', ({ text }) => (text === null ? null : JSON.stringify({ text }))],
]);

test('each value is written to the column it is described with, in any order of them', async () => {
  const notes = [
    { id: 1, text: 'a "quoted" \\ text', at: 1_763_700_000_123 },
    { id: 2, text: null, at: null },
  ];
  await db.commitAll(NOTES.statements(NOTES.insertInto('public.noted'), notes));
  const read = 'select id, said, at, n from public.noted order by id';
  expect(await db.query(read)).toEqual([
    { id: 1, said: { text: notes[0]?.text }, at: notes[0]?.at, n: '1.5' },
    { id: 2, said: null, at: null, n: '2.5' },
  ]);
});

test('rows stand where a statement of its own reads them', async () => {
  const text = `
    update public.noted set n = r.n * 2 from ${NOTES.rows('r')} where noted.id = r.id`;
  await db.query('insert into public.noted (id, n) values (3, 0)');
  await db.commitAll(NOTES.statements(text, [{ id: 3, text: null, at: null }]));
  expect(await db.query('select n from public.noted where id = 3')).toEqual([{ n: '7.0' }]);
});

test('rows that are numbered say which record they are of', async () => {
  const text = `select r.place::int as place, r.id from ${NOTES.numbered('r')} where r.id > 5`;
  const notes = [5, 6, 7].map((id) => ({ id, text: null, at: null }));
  expect(await db.query(text, NOTES.values(notes))).toEqual([
    { place: 2, id: 6 },
    { place: 3, id: 7 },
  ]);
});

test('no records make no statement', () => {
  expect(NOTES.statements(NOTES.insertInto('public.noted'), [])).toEqual([]);
});

test('lists of two lengths stand in one statement, and single values behind them', async () => {
  const more = columnsOf<string>([['said', 'text', (said) => said]], { before: NOTES.count });
  const text = `
    select (${NOTES.list('id')})[1] as first, r.said, ${more.behind(1)}::int as last
    from ${more.rows('r')} cross join ${NOTES.rows('n')}`;
  const note = { id: 4, text: null, at: null };
  const rows = await db.query(text, [...NOTES.values([note]), ...more.values(['a', 'b']), 9]);
  expect(rows).toEqual([
    { first: 4, said: 'a', last: 9 },
    { first: 4, said: 'b', last: 9 },
  ]);
  expect(() => NOTES.list('none')).toThrow('a column is named');
});
