// Promise: what shows who a user is opens as that user's document alone, and once it is shredded no copy of
// the database opens it, however old, nor anything else of the data folder.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@candor/kernel';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brings } from '../../test/identity.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { isApart } from './rules.ts';

let product: TestApp;
type Caller = Awaited<ReturnType<TestApp['register']>>;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

const opens = async ({ token }: Caller, id: string) => {
  const { result } = await product.call('files.link', { token, params: { id } });
  return product.app.http.inject({ url: result.url });
};

const keyNames = async (): Promise<string[]> => {
  const names = await readdir(join(product.dataDir, 'keys'), { recursive: true });
  return names.filter((name) => name.includes('/'));
};

test('every document has a key of its own in the data folder; other pictures have none there', async () => {
  const caller = await product.register();
  const before = (await keyNames()).length;
  const purposes = [
    ...(['kycFront', 'kycBack', 'kycHolding', 'kycAddress', 'signature', 'proof'] as const),
  ];
  for (const purpose of [...purposes, 'support'] as const) {
    const id = await brings(product, caller, purpose);
    expect((await opens(caller, id)).statusCode).toBe(200);
    const isThere = (await keyNames()).some((name) => name.endsWith(id));
    expect([purpose, isThere]).toEqual([purpose, isApart(purpose)]);
  }
  expect((await keyNames()).length).toBe(before + purposes.length);
});

test('moved to another user or named another kind it opens for nobody', async () => {
  const caller = await product.register();
  const id = await brings(product, caller, 'kycFront');
  await product.owner.query(`update files.file set purpose = 'kycBack' where id = $1`, [id]);
  expect((await opens(caller, id)).statusCode).toBe(500);
  await product.owner.query(`update files.file set purpose = 'kycFront' where id = $1`, [id]);
  expect((await opens(caller, id)).statusCode).toBe(200);
  const thief = await product.register();
  await product.owner.query('update files.file set user_id = $2 where id = $1', [id, thief.userId]);
  expect((await opens(thief, id)).statusCode).toBe(500);
});

test('a shredded document is opened by no copy of the database', async () => {
  const caller = await product.register();
  const marker = await sharp({
    create: { width: 48, height: 32, channels: 3, background: '#a1b2c3' },
  })
    .png()
    .toBuffer();
  const id = await brings(product, caller, 'kycHolding', marker);
  const key = await readFile(join(product.dataDir, 'keys', id.slice(-2), id), 'utf8');
  type Copy = { body: Buffer };
  const [copy] = await product.owner.query<Copy>('select body from files.file where id = $1', [id]);
  await product.app.files.destroy(product.db, [id]);
  await product.app.files.shred();
  const [row] = await product.owner.query<{ isShredded: boolean }>(
    'select shredded_at is not null as "isShredded" from files.file where id = $1',
    [id],
  );
  expect(row?.isShredded).toBe(true);
  expect((await keyNames()).some((name) => name.endsWith(id))).toBe(false);
  // As from a copy: all of the row is back, and its key is not.
  await product.owner.query(
    `update files.file set body = $2, destroyed_at = null, shredded_at = null where id = $1`,
    [id, copy?.body],
  );
  const { token } = caller;
  const link = await product.call('files.link', { token, params: { id } });
  const answer = await product.app.http.inject({ url: link.result.url });
  expect(answer.statusCode).toBe(404);
  // Nor does the key lie anywhere else in the database.
  const [found] = await product.owner.query<{ count: number }>(
    `select count(*)::int as count from files.file
     where position($1 in encode(body, 'base64')) > 0`,
    [key.trim()],
  );
  expect(found?.count).toBe(0);
});

test('what nobody used within a day is shredded by itself', async () => {
  const caller = await product.register();
  const id = await brings(product, caller, 'kycFront');
  product.clock.advance(DAY_MS);
  await product.app.files.tidy();
  expect((await keyNames()).some((name) => name.endsWith(id))).toBe(false);
});
