import { envelopeOf, live as protocol } from '@candor/protocol';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/postgres/db.ts';
import { openLive } from '../../test/live-harness.ts';

const URL = '/swx/customer/user/wsTicket';

let clone: TestDatabase;
let db: Database;
let product: Awaited<ReturnType<typeof openLive>>;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
  product = await openLive(db);
});

afterAll(async () => {
  await product.stop();
  await db.end();
  await clone.drop();
});

function ask(headers: Record<string, string>, payload: object = {}) {
  return product.app.inject({ method: 'POST', url: URL, headers, payload });
}

test('a ticket is 256 bits and our mark, lives 30 seconds, and only its hash is kept', async () => {
  const { token } = product.signIn();
  const answer = await ask({ authorization: `Bearer ${token}`, virtually: 'NO' });
  expect(answer.statusCode).toBe(200);
  const body = envelopeOf(protocol.wsTicket.result).parse(answer.json()) as {
    result: { ticket: string; expiresAt: number };
  };
  const [ticket = '', mark = ''] = body.result.ticket.split('.');
  expect(Buffer.from(ticket, 'base64url')).toHaveLength(32);
  expect(Buffer.from(mark, 'base64url')).toHaveLength(16);
  expect(body.result.expiresAt).toBe(product.clock.now() + 30_000);
  const kept = JSON.stringify(await db.query('select hash, user_id, mode from live.ticket'));
  expect(kept).toContain('demo');
  expect(kept).not.toContain(ticket);
});

test('without a live session there is no ticket', async () => {
  for (const headers of [{ virtually: 'NO' }, { virtually: 'NO', authorization: 'token-none' }]) {
    const answer = await ask(headers);
    expect([answer.statusCode, answer.json().code]).toEqual([401, '401']);
  }
});

test('a ticket is for one mode, and a missing or odd one is refused', async () => {
  const { token: authorization } = product.signIn();
  for (const virtually of [undefined, 'MAYBE', 'no']) {
    const odd = virtually === undefined ? {} : { virtually };
    const answer = await ask({ authorization, ...odd });
    expect([answer.statusCode, answer.json().code]).toEqual([400, '400']);
  }
});

test('a field nobody asked for is refused', async () => {
  const { token: authorization } = product.signIn();
  const answer = await ask({ authorization, virtually: 'NO' }, { userId: 'me' });
  expect(answer.statusCode).toBe(400);
});

test('the application may not read or keep tickets beyond their use', async () => {
  await expect(db.query("update live.ticket set mode = 'real'")).rejects.toThrow('denied');
});
