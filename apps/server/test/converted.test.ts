import { type RequestId, type UserId, newUuid } from '@candor/kernel';
import { createEmptyDatabase } from '@candor/testkit/postgres';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/platform/postgres/db.ts';
import { findKept, hashOf } from '../src/platform/commit/idempotency.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { findWritten } from '../src/receipts/store.ts';
import { BOOKS_START } from './books.ts';
import { migrateUntil } from './migrate-until.ts';

/** The first file that keeps numbers and hashes in binary. */
const FIRST_BINARY = '0074';

test('answers and receipts written as texts are found again when they are kept in binary', async () => {
  const database = await createEmptyDatabase();
  const owner = openDatabase({ ...database.ownerConfig, max: 2 });
  await migrateUntil(owner, FIRST_BINARY);
  const userId = newUuid(BOOKS_START) as UserId;
  const requestId = newUuid(BOOKS_START) as RequestId;
  const bodyHash = hashOf({ code: 'BTC/USDT', lots: '0.1?>' });
  const number = '0A1B2C3D4E5F60718293A4B5C6D7E8F9';
  await owner.query(
    `insert into platform.request (user_id, request_id, call, body_hash, answer, at)
     values ($1, $2, 'contracts.open', $3, '{}', now())`,
    [userId, requestId, bodyHash],
  );
  await owner.query(`insert into receipts.terms (terms) values ('{"feed":"test"}')`);
  await owner.query(
    `insert into receipts.receipt (number, kind, user_id, subject, terms_id, hash, written_at)
     values ($1, 'contract', $2, $2, 1, decode(repeat('ab', 32), 'hex'), now())`,
    [number, userId],
  );

  await migrate({
    connection: database.ownerConfig,
    appPassword: String(database.config.password),
    deskPassword: String(database.deskConfig.password),
  });
  const kept = await findKept(owner, [{ userId, requestId }]);
  expect(kept.get(`${userId}/${requestId}`)).toEqual({
    bodyHash,
    call: 'contracts.open',
    answer: '{}',
  });
  const written = await findWritten(owner, [number]);
  expect(written.get(number)).toMatchObject({ number, userId, terms: { feed: 'test' } });
  await owner.end();
  await database.drop();
});
