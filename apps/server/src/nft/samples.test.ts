// Promise: samples are drawn from the numbers that stand beside them, the same on every machine, and are offered in a
// rehearsal alone, by cases, of a charity nobody takes for one. (PRODUCT 8)
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideCase } from '../../test/nft-planting.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { drawPictures } from '../files/index.ts';
import { drawSample } from './pictures/drawing.ts';
import { offerSamples } from './samples.ts';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

test('a picture follows from its number, at each width', async () => {
  const svg = drawSample(20_260_101);
  expect(drawSample(20_260_101)).toBe(svg);
  expect(drawSample(20_260_105)).not.toBe(svg);
  const [first = [], again = []] = await drawPictures([svg, svg], [64, 128]);
  expect(first.map(({ kind, width, height }) => [kind, width, height])).toEqual([
    ['image/jpeg', 64, 64],
    ['image/jpeg', 128, 128],
  ]);
  const hashes = (all: typeof first) => all.map(({ bytes }) => hash('sha256', bytes));
  expect(hashes(again)).toEqual(hashes(first));
});

test('twelve are offered once, each by a case, and none where money may be real', async () => {
  const { db, clock } = product;
  const kinds: string[] = [];
  let isPlayed = false;
  const offer = () =>
    offerSamples({ db, at: clock.now() }, async (kind, proposal) => {
      kinds.push(kind);
      if (kind === 'token' && !isPlayed) throw new Error('nothing is offered of no charity');
      await decideCase(product, kind, proposal, kind === 'beneficiary' ? 'B' : 'N');
    });
  // No rehearsal: the case of the charity is decided, and nothing comes of it.
  await expect(offer()).rejects.toThrow('of no charity');
  const charities = await product.call('nft.donations');
  expect(charities.result.charities).toEqual([]);
  expect((await product.call('nft.list')).result.total).toBe(0);
  // The installation says what it is at its first start; the owner of a database may plant it.
  await product.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('delete from platform.installation');
    await tx.query(`insert into platform.installation (kind) values ('rehearsal')`);
  });
  kinds.length = 0;
  isPlayed = true;
  expect(await offer()).toBe(true);
  expect([kinds.length, kinds[0], new Set(kinds.slice(1))]).toEqual([
    13,
    'beneficiary',
    new Set(['token']),
  ]);
  const { result } = await product.call('nft.list', { query: { page: 1, size: 20 } });
  expect(result.total).toBe(12);
  for (const token of result.records) {
    expect(token.charity).toMatchObject({ name: 'Sample charity (rehearsal)', isSample: true });
    expect(token.seed).toMatch(/^\d+$/);
    expect(token.images.map(({ width }) => width)).toEqual([320, 640, 1280]);
  }
  expect(await offer()).toBe(false);
  // Thirty-six pictures are drawn, twice.
}, 180_000);
