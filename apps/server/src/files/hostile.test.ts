import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostilePictures, MARK } from '../../test/hostile-pictures.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

const HOSTILE = await hostilePictures();

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

test('there are at least forty hostile files, and none is there twice', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(40);
  expect(new Set(HOSTILE.map(({ name }) => name)).size).toBe(HOSTILE.length);
});

describe('a hostile file is refused, or what is kept of it is a clean copy', () => {
  test.each(HOSTILE)('$name', async ({ bytes, becomes }) => {
    const { token } = await product.register();
    const form = { purpose: 'proof', file: bytes, name: '../../x.php', type: 'text/html' };
    const answer = await product.call('files.upload', { token, form });
    if (becomes !== 'taken') {
      expect(answer.code).toBe(becomes);
      return;
    }
    expect(answer.code).toBe('200');
    const params = { id: answer.result.fileId };
    const { url } = (await product.call('files.link', { token, params })).result;
    const kept = (await product.app.http.inject({ url })).rawPayload;
    expect(kept.includes(MARK)).toBe(false);
    expect(kept.includes('script')).toBe(false);
    const { format, width, height, exif, xmp, iptc, icc } = await sharp(kept).metadata();
    expect([width, height]).toEqual([64, 48]);
    expect(['jpeg', 'png']).toContain(format);
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('and nothing of them lies in the database', async () => {
    const rows = await product.db.query<{ text: string }>(
      `select encode(body, 'escape') as text from files.file where body is not null`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toContain('steal(document.cookie)');
  });
});
