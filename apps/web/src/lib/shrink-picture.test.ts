// Promise: a picture that is too large is drawn smaller until it fits, at the shape it has; what fits
// is sent as it is, and what the browser cannot read or make small enough is not sent at all.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shrinkPicture } from './shrink-picture.ts';

/** A file of any size that takes no memory. */
class Sized {
  readonly size: number;
  readonly name: string;
  readonly type: string;
  constructor(parts: readonly { readonly size: number }[], name: string, of: { type: string }) {
    this.size = parts[0]?.size ?? 0;
    this.name = name;
    this.type = of.type;
  }
}

const sizes: string[] = [];
/** Bytes of a drawn point. */
let weight = 1;

beforeEach(() => {
  sizes.length = 0;
  weight = 1;
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.type === 'image/jp2') throw new DOMException('not read here', 'InvalidStateError');
    return { width: 6_000, height: 4_000, close: () => undefined };
  });
  const pen = { fillRect: () => undefined, drawImage: () => undefined };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    done,
    type,
  ) {
    sizes.push(`${this.width}×${this.height}`);
    const bytes = this.width * this.height * weight;
    done({ size: bytes, type } as Blob);
  });
  vi.stubGlobal('File', Sized);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const file = (size: number, type = 'image/jpeg') =>
  new File([{ size } as Blob], 'a name', { type });

it('sends what fits as it is', async () => {
  const one = file(100);
  expect(await shrinkPicture(one, 100)).toBe(one);
  expect(sizes).toEqual([]);
});

it('draws smaller until it fits, without the name it has here', async () => {
  const small = await shrinkPicture(file(9_000_000), 4_000_000);
  expect(sizes).toEqual(['3000×2000', '2400×1600']);
  expect([small?.size, small?.type, small?.name]).toEqual([3_840_000, 'image/jpeg', 'picture']);
});

it('sends nothing that cannot be read here or does not get small enough', async () => {
  expect(await shrinkPicture(file(9_000_000, 'image/jp2'), 4_000_000)).toBeNull();
  weight = 1_000;
  expect(await shrinkPicture(file(9_000_000), 4_000_000)).toBeNull();
  expect(sizes).toHaveLength(8);
});
