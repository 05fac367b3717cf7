// Promise: every picture of a user is destroyed five years after the account was closed, what it looked like too; and a
// key that cannot be destroyed holds no other up.
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brings, closesAccount } from '../../test/identity.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

const YEARS_MS = 5 * 365.25 * DAY_MS;
let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

const files = () => product.app.files;
const keyNames = async (): Promise<string[]> =>
  (await readdir(join(product.dataDir, 'keys'), { recursive: true })).flatMap((name) =>
    name.startsWith('.') ? [] : name.split('/').slice(1),
  );
/** Whether anything is kept of what a picture looks like. */
const looksOf = async (id: string): Promise<boolean> => {
  const [row] = await product.owner.query<{ is: boolean }>(
    `select f.look is not null or exists (select from files.look l where l.file_id = f.id) as is
     from files.file f where f.id = $1`,
    [id],
  );
  return row?.is === true;
};
const isOpen = async (id: string): Promise<boolean> => {
  const [row] = await product.owner.query<{ body: Buffer | null }>(
    'select body from files.file where id = $1',
    [id],
  );
  return row?.body != null;
};
/** A picture with something in it: an even one has no look. */
async function drawing(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 40, height: 30, channels: 3, background: '#888', noise } as const;
  return sharp({ create }).resize(400, 300, { kernel: 'cubic' }).jpeg().toBuffer();
}

test('proofs of payments and pictures of support go five years after the end, with their looks', async () => {
  const gone = await product.register();
  const stays = await product.register();
  const ids: string[] = [];
  for (const user of [gone, stays]) {
    for (const purpose of ['kycFront', 'proof', 'support'] as const) {
      const id = await brings(product, user, purpose, await drawing());
      const asked = { userId: user.userId, ids: [id], purpose };
      const used = await product.db.transaction((tx) => files().use(tx, asked));
      expect(used.ok).toBe(true);
      ids.push(id);
    }
  }
  const [front = '', proof = '', , keptFront = '', keptProof = ''] = ids;
  expect([await looksOf(front), await looksOf(proof)]).toEqual([true, true]);
  expect(await keyNames()).toEqual(expect.arrayContaining([front, proof]));
  await closesAccount(product, gone);
  product.clock.advance(YEARS_MS - 2 * DAY_MS);
  expect(await files().destroyOver()).toBe(0);
  expect(await isOpen(proof)).toBe(true);
  product.clock.advance(3 * DAY_MS);
  expect(await files().destroyOver()).toBe(1);
  expect(await Promise.all(ids.map(isOpen))).toEqual([false, false, false, true, true, true]);
  expect([await looksOf(front), await looksOf(proof)]).toEqual([false, false]);
  const names = await keyNames();
  for (const id of [front, proof]) expect(names).not.toContain(id);
  expect(names).toEqual(expect.arrayContaining([keptFront, keptProof]));
  expect([await looksOf(keptFront), await looksOf(keptProof)]).toEqual([true, true]);
  expect(await files().destroyOver()).toBe(0);
});

test('what a picture looked like goes when its owner takes it back or nobody used it', async () => {
  const user = await product.register();
  const { token } = user;
  const taken = await brings(product, user, 'proof', await drawing());
  const unused = await brings(product, user, 'kycFront', await drawing());
  await product.call('files.remove', { token, params: { id: taken } });
  expect([await looksOf(taken), await looksOf(unused)]).toEqual([false, true]);
  product.clock.advance(DAY_MS);
  await files().tidy();
  expect(await looksOf(unused)).toBe(false);
});

test('a key that cannot be destroyed holds no other up, and is told until it is gone', async () => {
  const user = await product.register();
  const stuck = await brings(product, user, 'kycFront');
  const other = await brings(product, user, 'kycBack');
  const path = join(product.dataDir, 'keys', stuck.slice(-2), stuck);
  // A folder in the place of the file: nobody can write over it, not even the owner of everything.
  await rename(path, `${path}.kept`);
  await mkdir(path);
  await files().destroy(product.db, [stuck]);
  product.clock.advance(1);
  await files().destroy(product.db, [other]);
  await files().shred();
  expect(files().undestroyed()).toBe(1);
  expect(await keyNames()).not.toContain(other);
  await rmdir(path);
  await rename(`${path}.kept`, path);
  await files().shred();
  expect(files().undestroyed()).toBe(0);
  expect(await keyNames()).not.toContain(stuck);
});
