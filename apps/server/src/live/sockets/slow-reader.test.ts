import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Client,
  balanceOf,
  openLive,
  pnlOf,
  quoteOf,
  until,
} from '../../../test/live-harness.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';

let clone: TestDatabase;
let db: Database;
let product: Awaited<ReturnType<typeof openLive>>;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
});

afterAll(async () => {
  await db.end();
  await clone.drop();
});

beforeEach(async () => {
  product = await openLive(db, { quoteIntervalMs: 2 });
});

afterEach(() => product.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** About 100 kB of quotes, so that the buffers of the operating system fill up soon. */
const CODES = Array.from({ length: 500 }, (_, index) => `C${index}`);

function publishAll(round: number): void {
  product.live.publishQuotes(CODES.map((code) => quoteOf(code, `${round}`)));
}

/** Publishes round after round until something happened; answers the last round. */
async function publishUntil(happened: () => boolean, each?: () => void): Promise<number> {
  const endsAt = performance.now() + 15_000;
  for (let round = 1; ; round += 1) {
    publishAll(round);
    each?.();
    await pause(2);
    if (happened()) return round;
    if (performance.now() > endsAt) throw new Error('it did not happen');
  }
}

function privateSeqs(client: Client): number[] {
  const types = ['REAL_TIME_PNL', 'BATCH_REAL_TIME_PNL', 'USER_BALANCE_UPDATE'] as const;
  return client.frames(...types).map(({ seq }) => seq);
}

test('a slow reader misses steps of quotes, but no private frame', async () => {
  const user = product.signIn();
  const account = { userId: user.userId, mode: 'demo' } as const;
  const client = await product.hearing(user, 'demo');
  const { seq } = await client.frame('AUTH_SUCCESS');
  const long = Array.from({ length: 15 }, () => pnlOf());
  let privates = 0;
  client.ws.pause();
  const lastRound = await publishUntil(
    () => product.live.counters().quotesCoalesced > 20 && product.live.counters().privateHeld > 20,
    () => {
      // A short frame that finds room must not overtake a long one that found none.
      product.live.publishPnl(account, long);
      product.live.publishBalance(account, balanceOf(user.userId, `${privates}`));
      privates += 2;
    },
  );
  client.ws.resume();
  await until(() => privateSeqs(client).length === privates);
  expect(privateSeqs(client)).toEqual(Array.from({ length: privates }, (_, n) => seq + 1 + n));
  const last = () =>
    client
      .quotes()
      .at(-1)
      ?.find(({ code }) => code === 'C0');
  await until(() => last()?.price === `${lastRound}`);
  const heard = client
    .quotes()
    .flat()
    .filter(({ code }) => code === 'C0');
  const seqs = heard.map((quote) => quote.seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
  expect(seqs.length).toBeLessThan(seqs.at(-1) ?? 0);
  expect(product.live.counters()).toMatchObject({ evicted: 0, snapshotsNeeded: 0 });
});

test('past the bound a lagging reader is told to fetch a snapshot, from where on', async () => {
  const user = product.signIn();
  const account = { userId: user.userId, mode: 'demo' } as const;
  const client = await product.hearing(user, 'demo');
  const { seq } = await client.frame('AUTH_SUCCESS');
  client.ws.pause();
  await publishUntil(() => product.live.counters().quotesCoalesced > 0);
  // About 60 kB each: five of them are more than is kept.
  const many = Array.from({ length: 300 }, () => pnlOf());
  for (let sent = 0; sent < 12; sent += 1) product.live.publishPnl(account, many);
  client.ws.resume();
  const { from } = await client.frame('SNAPSHOT_NEEDED');
  product.live.publishBalance(account, balanceOf(user.userId));
  const after = await client.frame('USER_BALANCE_UPDATE');
  expect(after.seq).toBe(seq + 13);
  const before = privateSeqs(client).filter((one) => one < after.seq);
  expect(before).toEqual(Array.from({ length: from - 1 - seq }, (_, n) => seq + 1 + n));
  expect(from).toBeLessThan(after.seq);
  expect(client.frames('SNAPSHOT_NEEDED')).toHaveLength(1);
  expect(product.live.counters()).toMatchObject({ evicted: 0, snapshotsNeeded: 1 });
});

test('readers that stop reading are closed with 1013, and the others hear every step', async () => {
  const paused = await Promise.all(Array.from({ length: 5 }, () => product.connect()));
  const healthy = await product.connect();
  for (const client of paused) client.ws.pause();
  await publishUntil(() => product.live.counters().evicted === paused.length);
  expect(product.live.counters().quotesCoalesced).toBeGreaterThan(0);
  for (const client of paused) client.ws.resume();
  const codes = await Promise.all(paused.map(async (client) => (await client.closed).code));
  expect(codes).toEqual(paused.map(() => 1013));
  await until(() => product.live.counters().sockets === 1);
  const seqs = healthy
    .quotes()
    .flat()
    .filter(({ code }) => code === 'C0')
    .map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, n) => n + 1));
});

test('a reader that never comes back is let go, with all that waited for it', async () => {
  const client = await product.connect();
  client.ws.pause();
  await publishUntil(() => product.live.counters().evicted === 1);
  await expect
    .poll(() => product.live.counters().sockets, { timeout: 8_000, interval: 50 })
    .toBe(0);
  client.ws.terminate();
});

test('a revoked session hears nothing more within a second, even if it reads nothing', async () => {
  const user = product.signIn();
  const [reading, deaf] = [
    await product.hearing(user, 'demo'),
    await product.hearing(user, 'real'),
  ];
  const other = await product.hearing(product.signIn(user.userId), 'demo');
  deaf.ws.pause();
  await publishUntil(() => product.live.counters().quotesCoalesced > 0);
  const revokedAt = performance.now();
  expect(product.live.revokeSession(user.id)).toBe(2);
  product.live.publishBalance({ userId: user.userId, mode: 'demo' }, balanceOf(user.userId));
  expect((await reading.closed).code).toBe(4403);
  await until(() => product.live.counters().sockets === 1);
  expect(performance.now() - revokedAt).toBeLessThan(1_000);
  expect(reading.frames('USER_BALANCE_UPDATE')).toEqual([]);
  await other.frame('USER_BALANCE_UPDATE');
  deaf.ws.terminate();
});
