import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PICTURE } from '../../test/form.ts';
import { type PictureLimits, type Pictures, createPictures } from './pictures.ts';

const LIMITS: PictureLimits = {
  ...{
    timeMs: 15_000,
    wallMs: 60_000,
    memoryBytes: 450 * 1024 * 1024,
    restBytes: 300 * 1024 * 1024,
  },
  ...{ waiting: 2, waitingOfOne: 2, waitingBytes: 64 * 1024 * 1024 },
};
const asked = { kind: 'image/png', bytes: PICTURE, owner: 'a user' } as const;
const UPLOAD_FAILED = { ok: false, failure: { name: 'upload-failed' } };

let folder: string;
const made: Pictures[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-reader-'));
});
afterAll(async () => {
  for (const pictures of made) pictures.stop();
  await rm(folder, { recursive: true });
});

/** A reader that runs another program in the place of ours. */
async function reading(program: string, limits: Partial<PictureLimits> = {}): Promise<Pictures> {
  const file = join(folder, `${made.length}.mjs`);
  await writeFile(file, program);
  const pictures = createPictures({ ...LIMITS, ...limits }, pathToFileURL(file));
  made.push(pictures);
  return pictures;
}

test('a reader that never answers is ended', async () => {
  const pictures = await reading('process.on("message", () => {});', { wallMs: 1_000 });
  expect(await pictures.rewrite(asked)).toEqual(UPLOAD_FAILED);
});

test('a reader that dies fails its picture alone', async () => {
  const pictures = await reading('process.on("message", () => process.exit(3));');
  expect(await pictures.rewrite(asked)).toEqual(UPLOAD_FAILED);
  expect(await pictures.rewrite(asked)).toEqual(UPLOAD_FAILED);
});

test.runIf(process.platform === 'linux')(
  'a reader that takes too much memory is ended',
  async () => {
    const pictures = await reading(
      `process.on('message', () => { globalThis.kept = Buffer.alloc(300 * 1024 * 1024, 1); });`,
      { memoryBytes: 200 * 1024 * 1024 },
    );
    expect(await pictures.rewrite(asked)).toEqual(UPLOAD_FAILED);
  },
);

test('the reader can open no file, start nothing and knows nothing of ours', async () => {
  process.env['A_SECRET'] = 'known to the server';
  const pictures = await reading(`
    import { readFileSync, writeFileSync } from 'node:fs';
    import { spawnSync } from 'node:child_process';
    const tries = [
      () => readFileSync('/etc/passwd'),
      () => writeFileSync(${JSON.stringify(join(tmpdir(), 'candor-never'))}, 'x'),
      () => spawnSync('/bin/true').error === undefined || (() => { throw new Error() })(),
    ];
    const succeeded = tries.filter((act) => { try { act(); return true; } catch { return false; } });
    const known = process.env.A_SECRET === undefined ? 0 : 100;
    process.on('message', () => process.send({
      kind: 'image/png', bytes: new Uint8Array(1), width: succeeded.length + known, height: 1,
    }));`);
  try {
    expect(await pictures.rewrite(asked)).toMatchObject({ ok: true, value: { width: 0 } });
  } finally {
    delete process.env['A_SECRET'];
  }
});

/** A program in place of the reader that tries an operation of its library, and says whether it succeeded. */
const trying = (act: string): string => `
  import { readFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  import { Worker } from 'node:worker_threads';
  const require = createRequire(${JSON.stringify(import.meta.url)});
  const sharp = require('sharp');
  const inThread = (code) => new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
  process.on('message', async ({ bytes }) => {
    let width = 0;
    try { await (${act})(bytes); width = 1; } catch {}
    process.send({ kind: 'image/png', bytes: new Uint8Array(1), width, height: 1 });
  });`;

test('what reads pictures is no machine code, and reaches no secret from inside', async () => {
  const data = await mkdtemp(join(tmpdir(), 'candor-data-'));
  const secret = join(data, 'secrets', 'file-key');
  await mkdir(join(data, 'secrets'));
  // A picture, so that the reader's own way to a file would succeed if it reached it.
  await writeFile(secret, PICTURE);
  const [path, other] = [JSON.stringify(secret), JSON.stringify(join(data, 'written.png'))];
  const native = JSON.stringify(`@img/sharp-${process.platform}-${process.arch}/sharp.node`);
  const throughThread = `require("node:worker_threads").parentPort.postMessage(
    require("node:fs").readFileSync(${path}))`;
  const succeeds = async (act: string): Promise<boolean> => {
    const told = await (await reading(trying(act))).rewrite(asked);
    // One that broke on the way reached nothing either.
    return told.ok && told.value.width === 1;
  };
  try {
    // The counter-proof: what it is there for succeeds in the same way.
    expect(await succeeds('(bytes) => sharp(bytes).png().toBuffer()')).toBe(true);
    for (const act of [
      `() => sharp(${path}).metadata()`,
      `() => sharp(${path}).png().toBuffer()`,
      `(bytes) => sharp(bytes).png().toFile(${other})`,
      `() => readFileSync(${path})`,
      `() => require(${native})`,
      `() => process.binding('fs').open(${path}, 0, 0)`,
      `() => inThread(${JSON.stringify(throughThread)})`,
    ]) {
      expect(await succeeds(act), act).toBe(false);
    }
    expect(existsSync(join(data, 'written.png'))).toBe(false);
  } finally {
    await rm(data, { recursive: true });
  }
}, 120_000);

test('no more wait than may; whoever comes later tries again', async () => {
  const pictures = await reading('process.on("message", () => {});', { wallMs: 1_000 });
  const [first, second, third] = [1, 2, 3].map(() => pictures.rewrite(asked));
  expect(await third).toEqual({ ok: false, failure: { name: 'upload-failed', isUnread: true } });
  await Promise.all([first, second]);
});

const IDLE = 'process.on("message", () => {});';
const GREETING = `process.on('message', () => process.send({
  kind: 'image/png', bytes: new Uint8Array(1), width: 1, height: 1 }));`;
const UNREAD = { ok: false, failure: { name: 'upload-failed', isUnread: true } };

test('a view waits for no upload, however many there are', async () => {
  const program = `process.on('message', ({ task }) => { if (task === 'view') process.send({
    kind: 'image/jpeg', bytes: new Uint8Array(1), width: 1, height: 1 }); });`;
  const pictures = await reading(program, { wallMs: 20_000, waiting: 3 });
  const flood = ['a', 'b', 'c'].map((owner) => pictures.rewrite({ ...asked, owner }));
  const outline = { path: 'M0 0L1 1Z', width: 1 };
  const seen = await pictures.mark({ bytes: PICTURE, outline, owner: 'a member' });
  expect(seen.ok).toBe(true);
  pictures.stop();
  await Promise.all(flood);
});

/** Whether a process runs that was begun with a program of this file. */
async function isRunning(name: string): Promise<boolean> {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(join(folder, name))) return true;
  }
  return false;
}

test.runIf(process.platform === 'linux')(
  'a reader of views that is expected begins before the first of them',
  async () => {
    const name = `${made.length}.mjs`;
    const pictures = await reading(GREETING);
    expect(await isRunning(name)).toBe(false);
    pictures.expectViews();
    await expect.poll(() => isRunning(name)).toBe(true);
    // It is the one that is asked then.
    const outline = { path: 'M0 0L1 1Z', width: 1 };
    const seen = await pictures.mark({ bytes: PICTURE, outline, owner: 'a member' });
    expect(seen.ok).toBe(true);
    pictures.stop();
    await expect.poll(() => isRunning(name)).toBe(false);
    pictures.expectViews();
    expect(await isRunning(name)).toBe(false);
  },
);

test.runIf(process.platform === 'linux')(
  'the reader gives back what views took, and is not replaced for it',
  async () => {
    const own = new URL('./picture-process.ts', import.meta.url).href;
    const pictures = await reading(
      `const send = process.send.bind(process);
       process.send = (told) => send({ ...told, height: process.pid });
       await import(${JSON.stringify(own)});`,
    );
    const page = await sharp({
      create: { width: 2_400, height: 1_800, channels: 3, background: '#ccc' },
    })
      .jpeg()
      .toBuffer();
    const outline = { path: 'M0 0L50 0L50 70Z', width: 800 };
    const readers = new Set<number>();
    for (let view = 0; view < 12; view += 1) {
      const seen = await pictures.mark({ bytes: page, outline, owner: 'a member' });
      expect(seen.ok).toBe(true);
      if (seen.ok) readers.add(seen.value.height);
    }
    expect(readers.size).toBe(1);
  },
  60_000,
);

test('one user has few of the places, and what waits weighs no more than it may', async () => {
  const pictures = await reading(IDLE, { wallMs: 1_000, waiting: 4, waitingOfOne: 2 });
  const [first, second, third] = [1, 2, 3].map(() => pictures.rewrite(asked));
  const other = pictures.rewrite({ ...asked, owner: 'another user' });
  expect(await third).toEqual(UNREAD);
  expect(await Promise.all([first, second, other])).toEqual([
    ...[UPLOAD_FAILED, UPLOAD_FAILED, UPLOAD_FAILED],
  ]);
  const light = await reading(GREETING, { waiting: 4, waitingBytes: PICTURE.length });
  const [one, two] = ['a', 'b'].map((owner) => light.rewrite({ ...asked, owner }));
  expect(await two).toEqual(UNREAD);
  expect((await one)?.ok).toBe(true);
  expect((await light.rewrite({ ...asked, owner: 'b' })).ok).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'a reader that computes without end is ended by what it used, and one that starved is not',
  async () => {
    const busy = await reading('process.on("message", () => { for (;;); });', { timeMs: 300 });
    expect(await busy.rewrite(asked)).toEqual(UPLOAD_FAILED);
    const slow = await reading(
      `process.on('message', () => setTimeout(() => process.send({
        kind: 'image/png', bytes: new Uint8Array(1), width: 1, height: 1 }), 1_500));`,
      { timeMs: 1_000 },
    );
    expect((await slow.rewrite(asked)).ok).toBe(true);
  },
);

test.runIf(process.platform === 'linux')(
  'a reader that holds much after a picture is replaced, and nobody notices',
  async () => {
    const pictures = await reading(
      `let count = 0;
       process.on('message', () => { globalThis.kept = Buffer.alloc(120 * 1024 * 1024, 1); count += 1;
         process.send({ kind: 'image/png', bytes: new Uint8Array(1), width: count, height: 1 }); });`,
      { restBytes: 100 * 1024 * 1024 },
    );
    for (let time = 0; time < 2; time += 1) {
      expect(await pictures.rewrite(asked)).toMatchObject({ ok: true, value: { width: 1 } });
    }
  },
);

test('the largest picture there may be is read, and no larger than what may be sent', async () => {
  const pictures = createPictures(LIMITS);
  made.push(pictures);
  const noise = await sharp({
    create: {
      width: 1_400,
      height: 1_000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const large = await pictures.rewrite({ kind: 'image/png', bytes: noise, owner: 'a user' });
  // Too heavy as PNG: kept as JPG.
  expect(noise.length).toBeGreaterThan(2 * 1024 * 1024);
  expect(large).toMatchObject({ ok: true, value: { kind: 'image/jpeg', width: 1_400 } });
  const plain = await sharp({
    create: { width: 5_000, height: 5_000, channels: 3, background: '#123' },
  })
    .jpeg()
    .toBuffer();
  const read = await pictures.rewrite({ kind: 'image/jpeg', bytes: plain, owner: 'a user' });
  expect(read).toMatchObject({ ok: true, value: { width: 5_000, height: 5_000 } });
});

test.runIf(process.platform === 'linux')(
  'a reader of views that is used up goes on until the next one is ready',
  async () => {
    const pictures = await reading(
      `process.on('message', () => process.send({
         kind: 'image/jpeg', bytes: new Uint8Array(1), width: 1, height: process.pid }));
       setTimeout(() => process.send({ isReady: true }), 1_500);`,
      // Used up by its first picture.
      { restBytes: 0 },
    );
    const outline = { path: 'M0 0L1 1Z', width: 1 };
    const reader = async (): Promise<number> => {
      const seen = await pictures.mark({ bytes: PICTURE, outline, owner: 'a member' });
      return seen.ok ? seen.value.height : 0;
    };
    const first = await reader();
    expect(first).toBeGreaterThan(0);
    expect(await reader()).toBe(first);
    await expect.poll(reader, { timeout: 20_000, interval: 200 }).not.toBe(first);
    // The one it follows on is gone.
    expect(await reader()).toBeGreaterThan(0);
    await expect.poll(() => existsSync(`/proc/${first}`)).toBe(false);
  },
  60_000,
);
