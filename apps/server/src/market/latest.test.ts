import { type InstrumentCode, HOUR_MS } from '@candor/kernel';
import { type TestClock, createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualFeed, sayUntilAgreed } from '../../test/manual-feed.ts';
import { type Database, openDatabase } from '../platform/postgres/db.ts';
import { createMarket } from './create-market.ts';

const EUR = 'EUR/USD' as InstrumentCode;
const BTC = 'BTC/USDT' as InstrumentCode;
const log = pino({ level: 'silent' });

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.config);
});

afterAll(async () => {
  await db.end();
  await database.drop();
});

async function start(clock: TestClock, feedKey: string) {
  const feed = createManualFeed({ now: () => clock.now(), codes: [EUR, BTC], feedKey });
  const market = createMarket({ db, acting: db, clock, log, feed });
  await market.start();
  return { feed, market };
}

/** So many ticks of one instrument that no reading of the newest ones reaches past them. */
async function fillTape(feedKey: string, code: string, count: number): Promise<void> {
  await db.query(
    `insert into market.tick (day, seq, feed_id, instrument, bid, ask, source_id, source_time,
       received_at, source_count, standing, hash)
     select last.day, last.seq + n, last.feed_id, $2, 100, 101, last.source_id, last.source_time,
       last.received_at, 1, 'acting', sha256(n::text::bytea)
     from generate_series(1, $3::int) as n cross join (
       select tick.* from market.tick as tick join market.feed as feed on feed.id = tick.feed_id
       where feed.key = $1 order by tick.day desc, tick.seq desc limit 1) as last`,
    [feedKey, code, count],
  );
}

test('a start finds the last price of every instrument behind whatever others said since', async () => {
  const clock = createTestClock();
  const first = await start(clock, 'latest');
  sayUntilAgreed(first.feed, clock, { code: EUR, bid: '1.1', ask: '1.1001' });
  first.feed.say(EUR, '1.1', '1.1001');
  first.feed.say(BTC, '100', '101');
  await expect.poll(() => first.market.latest(EUR)?.mayTrigger).toBe(true);
  await expect.poll(() => first.market.latest(BTC)).not.toBeNull();
  const last = first.market.latest(EUR);
  await first.market.stop();
  await fillTape('latest', BTC, 50_001);
  clock.advance(HOUR_MS);

  const second = await start(clock, 'latest');
  expect(second.market.latest(EUR)).toEqual(last);
  expect(second.market.acting(EUR)).toEqual(last);
  await second.market.stop();
}, 30_000);

test('a last price that nothing spoke for does not hide the last one that stops act on', async () => {
  const clock = createTestClock();
  const first = await start(clock, 'latest-first');
  sayUntilAgreed(first.feed, clock, { code: EUR, bid: '1.1', ask: '1.1001' });
  first.feed.say(EUR, '1.1', '1.1001');
  await expect.poll(() => first.market.latest(EUR)?.mayTrigger).toBe(true);
  const acting = first.market.latest(EUR);
  await first.market.stop();
  clock.advance(HOUR_MS);

  const second = await start(clock, 'latest-first');
  second.feed.say(EUR, '1.103', '1.1031');
  await expect.poll(() => second.market.latest(EUR)?.mayTrigger).toBe(false);
  const alone = second.market.latest(EUR);
  await second.market.stop();

  const third = await start(clock, 'latest-first');
  expect(third.market.latest(EUR)).toEqual(alone);
  expect(third.market.acting(EUR)).toEqual(acting);
  await third.market.stop();
});
