import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, cleanUp, startProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { type Verifier, newVerifier } from '../support/verifier-program.ts';

let product: Product;
let folder: string;
let verify: Verifier['verify'];
let number: string;

/** What is changed in files besides the tape. */
const CHANGED: Readonly<Record<string, readonly [string, string]>> = {
  'fees.json': ['"0.001"', '"0.0011"'],
  'schedule.json': ['"0.001"', '"0.0011"'],
  'specification.json': ['"contractSize":"1"', '"contractSize":"10"'],
  'published.json': ['"hash":"', '"hash":"0'],
  'roots.json': ['"root":"', '"root":"0'],
};

beforeAll(async () => {
  ({ folder, verify } = await newVerifier());
  product = await startProduct({ feed: 'simulated' });
  const { token } = await product.register();
  await product.untilOpen('BTC/USDT');
  const opened = await product.call('contracts.open', {
    token,
    body: {
      code: 'BTC/USDT',
      direction: 'buy',
      orderType: 'market',
      lots: '0.05',
      leverage: 2,
      requestId: randomUUID(),
    },
  });
  expect(opened.code).toBe('200');
  const closed = await product.call('contracts.close', {
    token,
    params: { id: opened.result.id },
    body: { requestId: randomUUID() },
  });
  number = closed.result.order.receiptNo ?? '';
  // The tape's tree follows it by a timer of its own: the first checkpoint comes a moment later.
  await until('a checkpoint', async () => {
    const { code } = await product.call('market.checkpoint', {});
    return code === '200';
  });
});
afterAll(cleanUp);

test('a stranger recomputes a receipt with the verifier alone, and finds each change', async () => {
  await mkdir(join(folder, 'files'));
  const fetched = await verify(number, '--from', product.url, 'files');
  expect(fetched.said).toContain('nothing differs');
  expect(fetched.code).toBe(0);

  expect(fetched.said).toContain('ok      [signed.receipt] signature of the receipt: by key 1');

  // A checkpoint that was kept is checked by itself, and against what the product signs now.
  const held = await verify('checkpoint', 'files/latest.txt', 'held', '--from', product.url);
  expect(held.said).toContain('nothing differs');
  expect(held.code).toBe(0);
  const note = await readFile(join(folder, 'files/latest.txt'), 'utf8');
  await writeFile(join(folder, 'odd.txt'), note.replace(/\ntime \d/, '\ntime 9'));
  expect((await verify('checkpoint', 'odd.txt', 'held')).code).toBe(2);

  // From here on the product could be gone: the files are enough.
  const path = join(folder, 'files/receipt.json');
  const kept = await readFile(path, 'utf8');
  expect((await verify('files/receipt.json')).code).toBe(0);

  const forged = JSON.parse(kept) as { result: { profit: string } };
  forged.result.profit = '1000000';
  await writeFile(path, JSON.stringify(forged));
  const found = await verify('files/receipt.json');
  expect(found.code).toBe(1);
  expect(found.said).toMatch(/DIFFERS \[result\.profit\] profit: says 1000000, is /);
  expect(found.said).toContain('DIFFERS [receipt.hash]');
  await writeFile(path, kept);

  const names = await readdir(join(folder, 'files'));
  for (const name of names.filter((one) => one.startsWith('tape-') || CHANGED[one] !== undefined)) {
    const file = join(folder, 'files', name);
    const before = await readFile(file, 'utf8');
    const after =
      CHANGED[name] !== undefined
        ? before.replaceAll(...CHANGED[name])
        : before.replace(/\|(acting|first)\|/, (standing) =>
            standing === '|acting|' ? '|first|' : '|acting|',
          );
    expect(after).not.toBe(before);
    await writeFile(file, after);
    expect((await verify('files/receipt.json')).code, name).toBe(1);
    await writeFile(file, before);
  }
  expect((await verify('files/receipt.json')).code).toBe(0);
});

test('whole days are recomputed down to their links', async () => {
  await mkdir(join(folder, 'whole'));
  const whole = await verify(number, '--from', product.url, 'whole', '--whole');
  expect(whole.said).toMatch(
    /ok +\[tape\.chain\] tape tape-\d{4}-\d\d-\d\d-1\.txt: \d+ links hold/,
  );
  expect(whole.code).toBe(0);
});

test('what cannot be read is said, and ends with 2', async () => {
  expect((await verify('nothing.json')).code).toBe(2);
  expect((await verify('F'.repeat(32), '--from', product.url, 'none')).code).toBe(2);
});
