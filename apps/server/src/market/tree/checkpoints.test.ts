import { type UnixMs, MINUTE_MS, plusMs } from '@candor/kernel';
import { createTestClock } from '@candor/testkit';
import { cloneDatabase } from '@candor/testkit/postgres';
import { expect, test } from 'vitest';
import { openDatabase } from '../../platform/postgres/db.ts';
import { createLog } from '../../platform/process/log.ts';
import { createSigner } from '../../platform/secrets/signing.ts';
import { createCheckpoints } from './checkpoints.ts';

test('a checkpoint says no later time than that of a tick which still waits to be stored', async () => {
  const database = await cloneDatabase();
  const db = openDatabase(database.config);
  await db.query("select market.ensure_day('2026-01-01')");
  await db.query(
    `insert into market.tick (day, seq, feed_id, instrument, bid, ask, source_id, source_time,
       received_at, source_count, standing, hash)
     values ('2026-01-01', 1, 1, 'BTC/USDT', 1, 1, 1, now(), now(), 1, 'acting', sha256('x'))`,
  );
  const clock = createTestClock();
  const secret = async (name: string) => name;
  const signer = createSigner({ db, clock, secrets: { find: secret, get: secret } });
  let waiting: UnixMs | null = null;
  const checkpoints = createCheckpoints({
    db,
    clock,
    log: createLog({ level: 'silent' }),
    signer,
    unstoredSince: () => waiting,
    turns: 'byHand',
  });
  await checkpoints.start();
  const first = checkpoints.latest();
  expect(first?.at).toBe(clock.now());
  waiting = plusMs(clock.now(), 1_000);
  clock.advance(10 * MINUTE_MS);
  // The tape is complete up to there only: nothing newer can be said of it.
  await checkpoints.turn();
  expect(checkpoints.latest()).toEqual(first);
  waiting = plusMs(clock.now(), -MINUTE_MS);
  await checkpoints.turn();
  expect(checkpoints.latest()?.at).toBe(waiting);
  waiting = null;
  await checkpoints.turn();
  expect(checkpoints.latest()?.at).toBe(clock.now());
  await checkpoints.stop();
  await db.end();
  await database.drop();
});
