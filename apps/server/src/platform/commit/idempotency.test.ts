import { type RequestId, type UserId, newUuid, unixMs } from '@candor/kernel';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase, sqlState } from '../postgres/db.ts';
import { type IdempotencyKey, findKept, hashOf, keepAnswers, keptFor } from './idempotency.ts';

const AT = unixMs(1_704_067_200_000);

let clone: TestDatabase;
let db: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
});

afterAll(async () => {
  await db.end();
  await clone.drop();
});

const requestOf = (rest: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
  userId: newUuid(AT) as UserId,
  requestId: newUuid(AT) as RequestId,
  call: 'contracts.open',
  bodyHash: hashOf({ lots: '1' }),
  ...rest,
});

const keep = (request: IdempotencyKey, answer: string): Promise<void> =>
  db.transaction((tx) => keepAnswers(tx, [{ request, answer }], AT));

describe('what was asked', () => {
  test('is the same whatever the order of its keys, at every depth', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).toReversed();
      return Object.fromEntries(entries.map(([key, inner]) => [key, shuffled(inner)]));
    };
    const asked = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(asked, (body) => {
        fc.pre(!JSON.stringify(body).includes('__proto__'));
        expect(hashOf(shuffled(body) as object)).toBe(hashOf(body));
      }),
    );
  });

  test('is another when one value, one type or one place is another', () => {
    const bodies = [
      { lots: '1' },
      { lots: '1.0' },
      { lots: 1 },
      { lots: ['1'] },
      { lots: null },
      {},
      { lot: 's1' },
      { lots: '1', code: 'x' },
      { a: { b: 1, c: 2 } },
      { a: { b: 1 }, c: 2 },
      { a: [1, 2] },
      { a: [2, 1] },
      { a: [[1], 2] },
      { a: '{"b":1}' },
      { a: { b: 1 } },
      { 'a":1,"b': 1 },
    ];
    expect(new Set(bodies.map(hashOf)).size).toBe(bodies.length);
  });

  test('is the same with a field left out and one that is undefined', () => {
    expect(hashOf({ a: 1, b: undefined })).toBe(hashOf({ a: 1 }));
  });
});

describe('an answer', () => {
  test('is found again byte for byte, on a new connection, under its own user only', async () => {
    const request = requestOf();
    const answer = '{"code":"200", "message":"ok","result":{"b":1,"a":"１ \\u0000 é 😀"}}';
    await keep(request, answer);
    const other = openDatabase(clone.config);
    const outsider = requestOf({ requestId: request.requestId });
    const unknown = requestOf({ userId: request.userId });
    const kept = await findKept(other, [request, outsider, unknown]);
    await other.end();
    const { call, bodyHash } = request;
    expect(keptFor(kept, request)).toEqual({ call, bodyHash, answer });
    expect(keptFor(kept, outsider)).toBeUndefined();
    expect(keptFor(kept, unknown)).toBeUndefined();
  });

  test('of a batch is kept with the others in one row, and is the same bytes', async () => {
    const [opened, refused, closed] = [requestOf(), requestOf(), requestOf()];
    const said = ['{"code":"200","id":"é 😀"}', '{"code":"20001"}', '{"code":"200","b":"\\n"}'];
    const [first = '', second = '', third = ''] = said;
    const made = newUuid(AT);
    await db.transaction((tx) =>
      keepAnswers(
        tx,
        [
          { request: opened, answer: first, made },
          { request: refused, answer: second },
          { request: closed, answer: third, made },
        ],
        AT,
      ),
    );
    const requests = [opened, refused, closed];
    const kept = await findKept(db, requests);
    expect(requests.map((request) => keptFor(kept, request)?.answer)).toEqual(said);
    const rows = await db.query<{ answer: string | null; kept_in: string | null }>(
      'select answer, kept_in from platform.request where user_id = any ($1::uuid[])',
      [requests.map(({ userId }) => userId)],
    );
    expect(new Set(rows.map((row) => row.kept_in)).size).toBe(2);
    expect(rows.flatMap(({ answer }) => answer ?? [])).toEqual([second]);
    // What the command made is left when the bytes are gone.
    const gone = [opened, closed].map(({ userId, requestId }) => ({ userId, requestId }));
    const owner = openDatabase(clone.ownerConfig);
    await owner.query('delete from platform.answers');
    await owner.end();
    const left = await findKept(db, gone);
    expect(keptFor(left, opened)).toMatchObject({ answer: null, made });
  });

  test('to the same id with another body is told from the same request by its hash', async () => {
    const request = requestOf();
    await keep(request, '{}');
    const kept = keptFor(await findKept(db, [request]), request);
    expect(kept?.bodyHash).toBe(hashOf({ lots: '1' }));
    expect(kept?.bodyHash).not.toBe(hashOf({ lots: '2' }));
  });

  test('goes with its command: what is rolled back was never answered', async () => {
    const request = requestOf();
    const broken = db.transaction(async (tx) => {
      await keepAnswers(tx, [{ request, answer: '{}' }], AT);
      throw new Error('the act failed');
    });
    await expect(broken).rejects.toThrow('the act failed');
    expect(keptFor(await findKept(db, [request]), request)).toBeUndefined();
  });

  test('of 30 that act on one id at once exactly one is kept', async () => {
    const request = requestOf();
    const ends = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => keep(request, `{"n":${n}}`)),
    );
    const states = ends.flatMap((end) => (end.status === 'rejected' ? [sqlState(end.reason)] : []));
    expect(states).toEqual(Array.from({ length: 29 }, () => '23505'));
    const winner = ends.findIndex((end) => end.status === 'fulfilled');
    expect(keptFor(await findKept(db, [request]), request)?.answer).toBe(`{"n":${winner}}`);
  });

  test('of one id for two users is two answers', async () => {
    const one = requestOf();
    const two = requestOf({ requestId: one.requestId });
    await keep(one, '1');
    await keep(two, '2');
    const kept = await findKept(db, [one, two]);
    expect([keptFor(kept, one)?.answer, keptFor(kept, two)?.answer]).toEqual(['1', '2']);
  });

  test('is kept for ever: the product’s role cannot change or remove it', async () => {
    for (const statement of [
      `update platform.request set answer = ''`,
      'delete from platform.request',
      'truncate platform.request',
      `update platform.answers set packed = ''`,
      'delete from platform.answers',
      'truncate platform.answers',
    ]) {
      await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

test('nothing asked finds nothing and keeps nothing', async () => {
  expect((await findKept(db, [])).size).toBe(0);
  await db.transaction((tx) => keepAnswers(tx, [], AT));
});
