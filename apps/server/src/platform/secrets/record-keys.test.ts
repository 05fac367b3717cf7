// Promises: a record's key lies outside the database, sealed where a key is kept elsewhere; once destroyed it is
// nowhere in the data folder, and nothing starts on sealed keys without that file.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newUuid, unixMs } from '@candor/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRecordKeys } from './record-keys.ts';
import { openRecord, sealRecord } from './record-sealing.ts';

const KEK = 'k'.repeat(32);
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-record-keys-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Every byte of every file under the folder. */
async function allBytes(): Promise<Buffer> {
  const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile());
  return Buffer.concat(
    await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name)))),
  );
}

test('a key is found again after a restart, and is its owner’s to read alone', async () => {
  const id = randomUUID();
  const made = await (await openRecordKeys({ dataDir, kek: null })).make(id, 'files');
  const found = await (await openRecordKeys({ dataDir, kek: null })).find(id);
  expect(found?.equals(made)).toBe(true);
  const { mode } = await stat(join(dataDir, 'keys', id.slice(-2), id));
  expect(mode & 0o777).toBe(0o600);
});

test('a destroyed key is nowhere; nobody finds it, and it is destroyed twice without harm', async () => {
  const id = randomUUID();
  const keys = await openRecordKeys({ dataDir, kek: null });
  const made = await keys.make(id, 'files');
  expect((await allBytes()).includes(made.toString('base64url'))).toBe(true);
  await keys.destroy(id);
  await keys.destroy(id);
  expect((await allBytes()).includes(made.toString('base64url'))).toBe(false);
  expect(await keys.find(id)).toBeNull();
});

test('keys that were made open are sealed once a key is kept elsewhere, and need it from then on', async () => {
  const id = randomUUID();
  const made = await (await openRecordKeys({ dataDir, kek: null })).make(id, 'files');
  const sealed = await openRecordKeys({ dataDir, kek: KEK });
  expect((await allBytes()).includes(made.toString('base64url'))).toBe(false);
  expect((await sealed.find(id))?.equals(made)).toBe(true);
  await expect(openRecordKeys({ dataDir, kek: null })).rejects.toThrow('KEK_FILE must name');
  const other = await openRecordKeys({ dataDir, kek: 'o'.repeat(32) });
  await expect(other.find(id)).rejects.toThrow('KEK_FILE is not the file');
});

test('the folder of a first key is on the disk before its key is answered, also for two at once', async () => {
  const synced: string[] = [];
  let isHeld = false;
  const keys = await openRecordKeys({
    dataDir,
    kek: null,
    async sync(folder) {
      // A disk that takes its time.
      if (folder.endsWith('keys')) await new Promise((resolve) => setImmediate(resolve));
      synced.push(folder);
      if (folder.endsWith('keys')) isHeld = true;
    },
  });
  expect(synced).toEqual([dataDir]);
  const [id, other] = [randomUUID(), randomUUID()].map((one) => `${one.slice(0, -2)}aa`) as [
    string,
    string,
  ];
  const isThere = async (one: string) => {
    await keys.make(one, 'files');
    return isHeld;
  };
  expect(await Promise.all([isThere(id), isThere(other)])).toEqual([true, true]);
  expect(synced).toEqual([dataDir, join(dataDir, 'keys')]);
});

test('a key is open until its record is known to be there, and the older ones are named', async () => {
  const keys = await openRecordKeys({ dataDir, kek: null });
  const [written, lost, young] = [1_000, 2_000, 9_000].map((at) => newUuid(unixMs(at))) as [
    string,
    string,
    string,
  ];
  for (const id of [young, lost, written]) await keys.make(id, 'identity');
  expect(await keys.listOpen('identity', unixMs(5_000))).toEqual([written, lost]);
  expect(await keys.listOpen('files', unixMs(5_000))).toEqual([]);
  await keys.settle(written, 'identity');
  await keys.destroy(lost);
  expect(await keys.listOpen('identity', unixMs(10_000))).toEqual([young]);
  expect(await keys.find(written)).not.toBeNull();
  const again = await openRecordKeys({ dataDir, kek: null });
  expect(await again.listOpen('identity', unixMs(10_000))).toEqual([young]);
});

test('a name that is no id reaches no file', async () => {
  const keys = await openRecordKeys({ dataDir, kek: null });
  await expect(async () => keys.make('../../etc/passwd', 'files')).rejects.toThrow(
    'named by its id',
  );
});

test('a record opens under its own key and label alone, whole', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const sealed = sealRecord(key, Buffer.from('a face'), 'document/u/f/kycFront');
  expect(openRecord(key, sealed, 'document/u/f/kycFront').toString()).toBe('a face');
  for (const label of ['document/v/f/kycFront', 'document/u/g/kycFront', 'document/u/f/kycBack']) {
    expect(() => openRecord(key, sealed, label)).toThrow();
  }
  expect(() => openRecord(other, sealed, 'document/u/f/kycFront')).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openRecord(key, changed, 'document/u/f/kycFront')).toThrow();
  }
});
