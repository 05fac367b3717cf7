// Promise: JPEG 2000 is read where nothing of ours is, within its own bounds, and kept as a clean JPG.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBoxes, jpeg2000 } from '../../test/jpeg2000.ts';
import { MARK } from '../../test/hostile-pictures.ts';
import { sizeOfJpeg2000 } from './jpeg2000-rules.ts';
import { type Pictures, createPictures } from './pictures.ts';
import { decidePicture } from './rules.ts';

const PATIENCE_MS = 120_000;

let stream: Buffer;
let pictures: Pictures;

beforeAll(async () => {
  stream = await jpeg2000();
  pictures = createPictures({
    wallMs: 60_000,
    restBytes: 2 ** 30,
    waitingOfOne: 2,
    waitingBytes: 2 ** 30,
    timeMs: 60_000,
    memoryBytes: 450 * 1024 * 1024,
    waiting: 8,
  });
});
afterAll(() => pictures.stop());

const changed = (at: number, bytes: readonly number[]): Buffer => {
  const copy = Buffer.from(stream);
  copy.set(bytes, at);
  return copy;
};
const rewrite = (bytes: Buffer) => pictures.rewrite({ owner: 'a user', kind: 'image/jp2', bytes });

describe('a picture of JPEG 2000', () => {
  test('says its size in its boxes and bare', () => {
    const said = { ok: true, value: { kind: 'image/jp2', width: 64, height: 48 } };
    expect(decidePicture(stream)).toEqual(said);
    expect(decidePicture(inBoxes(stream))).toEqual(said);
  });

  test.each(['bare', 'in boxes'])(
    '%s is kept as a JPG of the same points',
    async (form) => {
      const sent = form === 'bare' ? stream : inBoxes(stream, Buffer.from(MARK));
      const kept = await rewrite(sent);
      if (!kept.ok) throw new Error(kept.failure.name);
      expect(kept.value).toMatchObject({ kind: 'image/jpeg', width: 64, height: 48 });
      expect(kept.value.bytes.includes(MARK)).toBe(false);
      const { data, info } = await sharp(kept.value.bytes)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const red = [...data.subarray(info.channels * 8, info.channels * 8 + 3)];
      const blue = [...data.subarray(info.channels * 56, info.channels * 56 + 3)];
      for (const [is, wanted] of [
        [red, [200, 30, 30]],
        [blue, [30, 30, 200]],
      ] as const) {
        is.forEach((value, at) => expect(Math.abs(value - (wanted[at] ?? 0))).toBeLessThan(12));
      }
    },
    PATIENCE_MS,
  );

  test('is refused before it is read when it says too many points, tiles, colours or bits', () => {
    const one = (bytes: Buffer) => decidePicture(bytes);
    const size = { ok: false, failure: { name: 'image-size' } };
    const format = { ok: false, failure: { name: 'image-format' } };
    // 8,192 by 8,192 points in one tile.
    const large = changed(8, [0, 0, 0x20, 0, 0, 0, 0x20, 0]);
    large.set([0, 0, 0x20, 0, 0, 0, 0x20, 0], 24);
    expect(one(large)).toEqual(size);
    expect(one(changed(24, [0, 0, 0, 1, 0, 0, 0, 1]))).toEqual(format);
    expect(one(changed(24, [0, 0, 0, 0]))).toEqual(format);
    expect(one(changed(40, [0x40, 0]))).toEqual(format);
    expect(one(changed(42, [15]))).toEqual(format);
    expect(one(changed(43, [2]))).toEqual(format);
    // Nothing left of it: what lies left of its first point is not shown.
    expect(one(changed(16, [0, 0, 0, 64]))).toEqual(format);
  });

  test('cut off anywhere it says no size, or one', () => {
    const whole = inBoxes(stream);
    for (let length = 0; length < whole.length; length += 1) {
      const said = sizeOfJpeg2000(whole.subarray(0, length));
      expect(said === null || (said.width === 64 && said.height === 48)).toBe(true);
    }
  });

  test(
    'that cannot be read is none, and the reader goes on',
    async () => {
      const format = { ok: false, failure: { name: 'image-format' } };
      // Its head alone, and one whose points are of other sizes than its head says.
      expect(await rewrite(stream.subarray(0, 60))).toEqual(format);
      expect(await rewrite(Buffer.concat([stream.subarray(0, 12), Buffer.alloc(400)]))).toEqual(
        format,
      );
      expect((await rewrite(stream)).ok).toBe(true);
    },
    PATIENCE_MS,
  );
});
