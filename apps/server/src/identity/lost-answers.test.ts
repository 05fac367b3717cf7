// Promise: what was written stays readable though the answer of its commit was lost, and keys of what was never
// written are destroyed within hours.
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PICTURE } from '../../test/form.ts';
import { DETAILS, papersOf } from '../../test/identity.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

const LOST = 'Connection terminated';
/** What the next transactions come to: as always, committed without an answer, or never committed. */
let answers: 'always' | 'lost' | 'never' = 'always';
let product: TestApp;

beforeAll(async () => {
  product = await startTestApp({
    between: (db) => ({
      ...db,
      async transaction(act) {
        if (answers === 'always') return db.transaction(act);
        await db.transaction(async (tx) => {
          await act(tx);
          if (answers === 'never') throw new Error(LOST);
        });
        throw new Error(LOST);
      },
    }),
  });
});
beforeEach(() => {
  answers = 'always';
});
afterAll(() => product.stop());

async function keyNames(): Promise<string[]> {
  const names = await readdir(join(product.dataDir, 'keys'), { recursive: true });
  return names.flatMap((name) => (name.startsWith('.') ? [] : name.split('/').slice(1)));
}

/** Runs something whose answer is lost; the keys it made. */
async function keysMadeBy(act: () => Promise<unknown>, how: 'lost' | 'never'): Promise<string[]> {
  const before = new Set(await keyNames());
  answers = how;
  try {
    await expect(act()).rejects.toThrow(LOST);
  } finally {
    answers = 'always';
  }
  return (await keyNames()).filter((name) => !before.has(name));
}

async function settled(): Promise<string[]> {
  await product.app.identity.settle();
  await product.app.files.tidy();
  return keyNames();
}

test('a submission that was written keeps its key; one that never was loses it', async () => {
  const { userId, token } = await product.register();
  const papers = await papersOf(product, { token });
  const sends = () => product.app.identity.submit(userId, papers);
  const never = await keysMadeBy(sends, 'never');
  expect(never).toHaveLength(1);
  const written = await keysMadeBy(sends, 'lost');
  expect(written).toHaveLength(1);
  // Too early to say of either.
  expect(await settled()).toEqual(expect.arrayContaining([...never, ...written]));
  product.clock.advance(2 * HOUR_MS);
  const kept = await settled();
  expect(kept).toContain(written[0]);
  expect(kept).not.toContain(never[0]);
  expect((await product.app.identity.get(userId)).state).toBe('pending');
  const { content } = await product.app.identity.wholeFile(userId);
  expect(content).toContain(DETAILS.lastName);
});

test('one key that cannot be destroyed keeps no other', async () => {
  const { userId, token } = await product.register();
  const papers = await papersOf(product, { token });
  const sends = () => product.app.identity.submit(userId, papers);
  const keys: string[] = [];
  for (let count = 0; count < 2; count += 1) keys.push(...(await keysMadeBy(sends, 'never')));
  // The first that is looked at: names are looked at in the order of the folder.
  const [stuck = ''] = await readdir(join(product.dataDir, 'keys', '.open', 'identity'));
  const rest = keys.filter((id) => id !== stuck);
  expect(rest).toHaveLength(1);
  const path = join(product.dataDir, 'keys', stuck.slice(-2), stuck);
  // A folder in the place of the file: nobody can write over it, not even the owner of everything.
  await rename(path, `${path}.kept`);
  await mkdir(path);
  product.clock.advance(2 * HOUR_MS);
  const left = await settled();
  expect(left).toContain(stuck);
  expect(left).not.toContain(rest[0]);
  await rmdir(path);
  await rename(`${path}.kept`, path);
  expect(await settled()).not.toContain(stuck);
});

test('a picture that was written keeps its key; one that never was loses it', async () => {
  const { userId } = await product.register();
  const brings = () => product.app.files.keep({ userId, purpose: 'kycFront', bytes: PICTURE });
  const never = await keysMadeBy(brings, 'never');
  const written = await keysMadeBy(brings, 'lost');
  expect([never.length, written.length]).toEqual([1, 1]);
  product.clock.advance(2 * HOUR_MS);
  const kept = await settled();
  expect(kept).toContain(written[0]);
  expect(kept).not.toContain(never[0]);
  const id = written[0] ?? '';
  const link = await product.app.files.link({ userId, id });
  const url = link.ok ? link.value.url : '';
  expect((await product.app.http.inject({ url })).statusCode).toBe(200);
});

test('what was refused leaves no key, and what was taken none that is open', async () => {
  const { userId, token } = await product.register();
  const papers = await papersOf(product, { token });
  const before = await keyNames();
  const refused = await product.app.identity.submit(userId, { ...papers, backId: papers.frontId });
  expect(refused.ok).toBe(false);
  expect(await keyNames()).toEqual(before);
  expect((await product.app.identity.submit(userId, papers)).ok).toBe(true);
  const open = await readdir(join(product.dataDir, 'keys', '.open'), { recursive: true });
  expect(open.toSorted()).toEqual(['files', 'identity']);
});
