import { type UnixMs, plusMs } from '@candor/kernel';
import { cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../postgres/db.ts';
import { appendFacts } from './outbox.ts';
import { pruneOutbox } from './outbox-prune.ts';

const START = 1_704_067_200_000 as UnixMs;
const later = (ms: number): UnixMs => plusMs(START, ms);

let db: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  db = openDatabase(clone.config);
});
afterAll(async () => {
  await db.end();
  await drop();
});

type Place = { tx: string; seq: string };

/** Writes a fact at a moment and answers its place. */
async function told(ms: number): Promise<Place> {
  await db.transaction((tx) => appendFacts(tx, [{ topic: 'x', payload: { ms } }], later(ms)));
  const [place] = await db.query<Place>(
    'select tx::text, seq::text from platform.outbox o order by o.tx desc, o.seq desc limit 1',
  );
  return place as Place;
}

const reads = (name: string, { tx, seq }: Place) =>
  db.query(
    `insert into platform.reader values ($1, $2::text::xid8, $3)
     on conflict (name) do update set tx = excluded.tx, seq = excluded.seq`,
    [name, tx, seq],
  );

async function left(): Promise<number[]> {
  const rows = await db.query<{ payload: string }>(
    'select payload from platform.outbox o order by tx, seq',
  );
  return rows.map(({ payload }) => (JSON.parse(payload) as { ms: number }).ms);
}

test('facts go behind the slowest reader and not before their time', async () => {
  const places: Place[] = [];
  for (const ms of [1, 2, 3, 4, 5]) places.push(await told(ms));
  const [first, second, , fourth] = places as [Place, Place, Place, Place];
  const prune = (upTo: number) =>
    pruneOutbox(db, { readers: ['letters', 'receipts'], upTo: later(upTo) });
  await reads('receipts', fourth);
  // A migration gave this one its place.
  await reads('notifications', fourth);
  // The other reader has no place yet: it has read nothing.
  expect(await prune(100)).toBe(0);
  await reads('letters', second);
  expect(await prune(2)).toBe(1);
  expect(await left()).toEqual([2, 3, 4, 5]);
  expect(await prune(100)).toBe(1);
  expect(await left()).toEqual([3, 4, 5]);
  // A listener that fell behind keeps a place of its own.
  await reads('letters', fourth);
  await reads('receipts/a listener', first);
  expect(await prune(100)).toBe(0);
  await reads('receipts/a listener', fourth);
  expect(await prune(100)).toBe(2);
  expect(await left()).toEqual([5]);
});

test('the product’s role drops no fact by itself', async () => {
  await expect(db.query('delete from platform.outbox')).rejects.toMatchObject({ code: '42501' });
});
