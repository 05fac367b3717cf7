import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { afterAll, expect, test } from 'vitest';
import {
  type Product,
  cleanUp,
  newFolder,
  startProduct,
  startRefused,
} from '../support/product.ts';

afterAll(cleanUp);

/** One grey point, as PNG. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** Sends a form as a browser does. */
async function upload(product: Product, token: string, file: Buffer) {
  const form = new FormData();
  form.set('purpose', 'support');
  form.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'picture');
  const response = await fetch(`${product.url}${BASE_PATH}${CALLS['files.upload'].path}`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  return (await response.json()) as { code: string; result: { fileId: string } };
}

async function pictureOf(product: Product, token: string, id: string): Promise<Response> {
  const { result } = await product.call('files.link', { token, params: { id } });
  return fetch(`${product.url}${result.url}`);
}

test('a picture is taken over the wire, and opens again after the next start', async () => {
  const first = await startProduct({ feed: 'simulated' });
  const { token, username } = await first.register();
  const { code, result } = await upload(first, token, POINT);
  expect(code).toBe('200');
  const before = await pictureOf(first, token, result.fileId);
  expect(before.headers.get('content-type')).toBe('image/png');
  const picture = Buffer.from(await before.arrayBuffer());
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
  // No process of the reader outlives the product, so it stops at once.
  expect((await first.stop()).exitCode).toBe(0);

  const next = await startProduct({ feed: 'simulated', dataDir: first.dataDir });
  const again = await next.call('accounts.login', {
    body: { username, password: 'a stone in the river', client: 'api' },
  });
  const signed = again.result as { token: string };
  const after = await pictureOf(next, signed.token, result.fileId);
  expect(Buffer.from(await after.arrayBuffer())).toEqual(picture);
  expect(await readFile(join(first.dataDir, 'secrets', 'files'), 'utf8')).toMatch(/^\S{43}\n$/);
  await next.stop();
});

test('a start that is refused seals nothing of the product that runs', async () => {
  const folder = await newFolder();
  const file = join(folder, 'key');
  await writeFile(file, `${'k'.repeat(32)}\n`);
  const product = await startProduct({ feed: 'simulated' });
  const secrets = (): Promise<string[]> =>
    Promise.all(
      ['app-role', 'files', 'sealing', 'support'].map((name) =>
        readFile(join(product.dataDir, 'secrets', name), 'utf8'),
      ),
    );
  const before = await secrets();
  const { dataDir } = product;
  const second = await startRefused({ feed: 'simulated', dataDir, env: { KEK_FILE: file } });
  expect(second.exitCode).toBe(1);
  expect(await secrets()).toEqual(before);
  await product.stop();
});

test('its key can be kept elsewhere; one that could be guessed, or is not there, refuses the start', async () => {
  const folder = await newFolder();
  const file = join(folder, 'key');
  await writeFile(file, `${'k'.repeat(32)}\n`);
  const product = await startProduct({ feed: 'simulated', env: { KEK_FILE: file } });
  const { token } = await product.register();
  expect((await upload(product, token, POINT)).code).toBe('200');
  for (const name of ['app-role', 'files', 'sealing', 'support']) {
    expect(await readFile(join(product.dataDir, 'secrets', name), 'utf8')).toMatch(/^kek1\./);
  }
  await product.stop();
  const open = await startRefused({ feed: 'simulated', dataDir: product.dataDir });
  expect(open.said).toContain('KEK_FILE must name the key');

  await writeFile(file, 'short');
  for (const path of [file, join(folder, 'nowhere')]) {
    const refused = await startRefused({ feed: 'simulated', env: { KEK_FILE: path } });
    expect(refused.exitCode).toBe(1);
    expect(refused.said).toContain('KEK_FILE must be a file with at least 32 characters');
  }
});
