// Promises: one file that is kept elsewhere covers every secret of the data folder, also of one that
// ran without it; and nothing starts on sealed secrets without that file.
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecrets } from './secrets.ts';

const KEK = 'k'.repeat(32);
const NAMES = ['app-role', 'sealing', 'files', 'support'];
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const stored = async (): Promise<string[]> => {
  const folder = join(dataDir, 'secrets');
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
};
const allOf = async (kek: string | null): Promise<string[]> => {
  const secrets = await openSecrets({ dataDir, kek });
  return Promise.all(NAMES.map((name) => secrets.get(name)));
};

test('a secret is made once, kept for its owner alone, and is another one in each folder', async () => {
  const first = await allOf(null);
  expect(await allOf(null)).toEqual(first);
  expect(new Set(first).size).toBe(NAMES.length);
  expect((await stat(join(dataDir, 'secrets', 'sealing'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'secrets'))).mode & 0o777).toBe(0o700);
  const secrets = await openSecrets({ dataDir, kek: null });
  expect(await secrets.find('nothing')).toBeNull();
});

test('secrets of a folder that ran without the file are sealed at the next start', async () => {
  const first = await allOf(null);
  await openSecrets({ dataDir, kek: KEK, leaves: true });
  expect((await stored()).some((text) => text.startsWith('kek1.'))).toBe(false);
  await openSecrets({ dataDir, kek: KEK });
  const texts = await stored();
  expect(texts).toHaveLength(NAMES.length);
  for (const text of texts) {
    expect(text).toMatch(/^kek1\./);
    for (const secret of first) expect(text).not.toContain(secret);
  }
  expect(await allOf(KEK)).toEqual(first);
});

test('nothing is opened without the file, with another, or for another secret', async () => {
  await allOf(KEK);
  await expect(allOf(null)).rejects.toThrow('KEK_FILE must name the key');
  await expect(allOf('o'.repeat(32))).rejects.toThrow('KEK_FILE is not the file');
  const folder = join(dataDir, 'secrets');
  await writeFile(join(folder, 'files'), await readFile(join(folder, 'sealing')));
  await expect(allOf(KEK)).rejects.toThrow('KEK_FILE is not the file the secret “files”');
});

test('pictures that were sealed under the file itself open after it covers all', async () => {
  await mkdir(join(dataDir, 'secrets'));
  await writeFile(join(dataDir, 'secrets', 'app-role'), 'the password of a role\n');
  const secrets = await openSecrets({ dataDir, kek: KEK });
  expect(await secrets.get('files')).toBe(KEK);
  expect(await secrets.get('app-role')).toBe('the password of a role');
  expect((await stored()).every((text) => text.startsWith('kek1.'))).toBe(true);
});

test('a seal that was cut short or changed is refused', async () => {
  const secrets = await openSecrets({ dataDir, kek: KEK });
  await secrets.get('sealing');
  const file = join(dataDir, 'secrets', 'sealing');
  const [mark, nonce, tag = '', body] = (await readFile(file, 'utf8')).trim().split('.');
  for (const bytes of [0, 4, 12]) {
    const short = Buffer.from(tag, 'base64url').subarray(0, bytes).toString('base64url');
    await writeFile(file, [mark, nonce, short, body].join('.'));
    await expect(openSecrets({ dataDir, kek: KEK })).rejects.toThrow('KEK_FILE is not the file');
  }
});
