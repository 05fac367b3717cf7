import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { UserId } from '@candor/kernel';
import pg from 'pg';
import sharp from 'sharp';
import { hostilePictures } from '../test/hostile-pictures.ts';
import { createManualFeed } from '../test/manual-feed.ts';
import { type App, createApp } from '../src/app.ts';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { openDatabase } from '../src/platform/postgres/db.ts';
import { APP_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { openRecordKeys } from '../src/platform/secrets/record-keys.ts';
import { BENCH_SETTINGS } from './settings.ts';

const TIMES = 20;
const SAMPLE_MS = 20;
/** A member reads what a case says before its documents. */
const READING_MS = 2_000;
const MEGABYTE = 1024 * 1024;
const PAGE_BYTES = 4_096;

/** The picture of a phone: 12 million points, detail all over it, 1.4 MB. */
async function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const small = sharp({
    create: { width: 800, height: 600, channels: 3, background: '#888', noise },
  }).png();
  const large = sharp(await small.toBuffer()).resize(4_000, 3_000, { kernel: 'cubic' });
  return large.jpeg({ quality: 70 }).toBuffer();
}

/** The most memory the reader of pictures held while something ran; null where no system tells it. */
async function watched(run: () => Promise<void>): Promise<number | null> {
  let most = 0;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      for (const name of await readdir('/proc').catch((): string[] => [])) {
        if (!/^\d+$/.test(name)) continue;
        const command = await readFile(`/proc/${name}/cmdline`, 'latin1').catch(() => '');
        if (!command.includes('picture-process')) continue;
        const pages = (await readFile(`/proc/${name}/statm`, 'utf8').catch(() => '')).split(' ')[1];
        most = Math.max(most, Number.parseInt(pages ?? '0', 10) * PAGE_BYTES);
      }
      await setTimeout(SAMPLE_MS);
    }
  })();
  await run();
  isOver = true;
  await watch;
  return most === 0 ? null : most;
}

const said = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
};

async function timed(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await run();
  return performance.now() - from;
}

/** Puts files to a case that a member claimed, by SQL; its id and the member's. */
async function claimed(
  owner: pg.Client,
  userId: UserId,
  files: readonly string[],
): Promise<{ caseId: string; memberId: string }> {
  const [caseId, memberId] = [randomUUID(), randomUUID()];
  await owner.query(
    `insert into cases.case (id, letter, kind, user_id, subject, facts, evidence, people, opened_by,
       opened_at, deadline)
     values ($1, 'K', 'identity', $2, 'a bench', '{}', $3, 1, 'system', now(), now())`,
    [caseId, userId, files],
  );
  await owner.query(
    `update cases.case set state = 'claimed', claimed_by = $2, claimed_at = now() where id = $1`,
    [caseId, memberId],
  );
  return { caseId, memberId };
}

async function bring(app: App, userId: UserId, bytes: Buffer): Promise<string> {
  const kept = await app.files.keep({ userId, purpose: 'kycFront', bytes });
  if (!kept.ok) throw new Error(kept.failure.name);
  return kept.value.fileId;
}

/** What a document costs from its bytes to its sealed row, what a view costs, and what hostile files cost. */
export async function* benchDocuments(dataDir: string): AsyncGenerator<string> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate({ connection: server.connection, appPassword: 'bench', deskPassword: null });
  const { host, port, database } = server.connection;
  const db = openDatabase({ host, port, database, user: APP_ROLE, password: 'bench' });
  const owner = new pg.Client(server.connection);
  await owner.connect();
  const app = await createApp({
    ...BENCH_SETTINGS,
    db,
    acting: db,
    feed: createManualFeed({ now: () => systemClock.now(), codes: ['BTC/USDT'] }),
    recordKeys: await openRecordKeys({ dataDir, kek: 'k'.repeat(32) }),
    turns: 'byHand',
  });
  try {
    await app.start();
    const bytes = await photograph();
    const userId = randomUUID() as UserId;
    // The reader of pictures begins with the first.
    await bring(app, randomUUID() as UserId, bytes);
    const kept: number[] = [];
    const ids: string[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      kept.push(await timed(async () => ids.push(await bring(app, userId, bytes))));
    }
    const size = `${Math.round((bytes.length / MEGABYTE) * 10) / 10} MB, 12 million points`;
    yield `a document of ${size}: read, written anew, sealed and stored ${said(kept)} (limit 1500 ms)`;
    const { caseId, memberId } = await claimed(owner, userId, ids);
    const viewer = { id: memberId, name: 'A member of staff', roles: ['kyc'] };
    const views: number[] = [];
    // A case is open on the screen before one of its documents is.
    await app.files.documents({ ids, userId, memberId });
    await setTimeout(READING_MS);
    const first = await timed(() =>
      app.files.showDocument({ viewer, caseId, fileId: ids[0] ?? '' }),
    );
    for (const fileId of ids) {
      views.push(
        await timed(async () => {
          const shown = await app.files.showDocument({ viewer, caseId, fileId });
          if (!shown.ok) throw new Error(shown.failure.name);
        }),
      );
    }
    yield `a view of it at the desk, with its line all over it ${said(views)} (limit 300 ms); the first ${Math.round(first)} ms`;
    const own: number[] = [];
    for (const id of ids) {
      const link = await app.files.link({ userId, id });
      if (!link.ok) throw new Error(link.failure.name);
      const { url } = link.value;
      own.push(await timed(async () => app.http.inject({ url })));
    }
    yield `a view of it by its owner ${said(own)} (limit 300 ms)`;
    const hostile = await hostilePictures();
    let worst = { name: '', ms: 0 };
    const most = await watched(async () => {
      for (const { name, bytes: file } of hostile) {
        const ms = await timed(() =>
          app.files.keep({ userId: randomUUID() as UserId, purpose: 'kycFront', bytes: file }),
        );
        if (ms > worst.ms) worst = { name, ms };
      }
    });
    const memory = most === null ? 'n/a' : `${Math.round(most / MEGABYTE)} MB`;
    yield `${hostile.length} hostile files: the slowest ${Math.round(worst.ms)} ms (${worst.name}; limit 2000 ms), memory of their reader ${memory} at most (limit 300 MB)`;
  } finally {
    await app.stop();
    await Promise.all([db.end(), owner.end()]);
    await server.stop();
  }
}
