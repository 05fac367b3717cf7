/**
 * Reads one picture after the other in a process of its own, which may open no file of the
 * machine, start nothing and knows no secret: whatever a picture does to its reader stays here.
 * Its reader is WebAssembly: machine code could walk around Node's permissions, and none is loaded.
 */
import sharp, { type Sharp } from 'sharp';

/** A picture to read, and the most it may be. */
export type PictureParams = {
  readonly kind: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
  readonly bytesMax: number;
  readonly pixelsMax: number;
};

/** The picture as it is kept, or why there is none. */
export type Told =
  | {
      readonly kind: 'image/jpeg' | 'image/png';
      readonly bytes: Uint8Array;
      readonly width: number;
      readonly height: number;
    }
  | { readonly refused: 'image-format' | 'image-size' };

/** Each try smaller than the one before: what is kept is no larger than what may be sent. */
const QUALITIES = [88, 76, 60] as const;

const white = { r: 255, g: 255, b: 255 };

// Only that build names its compiler. Without it nothing is read here at all.
if (!('emscripten' in sharp.versions)) throw new Error('not the WebAssembly build');

// One picture at a time on one thread, and nothing of it remembered.
sharp.concurrency(1);
sharp.cache(false);

type Kind = PictureParams['kind'];
type Written = { readonly data: Buffer; readonly info: { width: number; height: number } };

async function write({ kind, bytes, bytesMax, pixelsMax }: PictureParams): Promise<Told> {
  // Turned as the camera says, since what the camera says is left out of the copy.
  const open = (): Sharp =>
    sharp(bytes, {
      limitInputPixels: pixelsMax,
      failOn: 'warning',
      pages: 1,
      sequentialRead: false,
    })
      .autoOrient()
      .toColourspace('srgb');
  const { format } = await sharp(bytes, { limitInputPixels: pixelsMax }).metadata();
  if (format !== (kind === 'image/png' ? 'png' : 'jpeg')) return { refused: 'image-format' };
  const told = (made: Kind, { data, info }: Written): Told => ({
    kind: made,
    bytes: data,
    width: info.width,
    height: info.height,
  });
  if (kind === 'image/png') {
    const png = await open().png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true });
    if (png.data.length <= bytesMax) return told('image/png', png);
  }
  for (const quality of QUALITIES) {
    const jpeg = await open()
      .flatten({ background: white })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    if (jpeg.data.length <= bytesMax) return told('image/jpeg', jpeg);
  }
  return { refused: 'image-size' };
}

process.on('message', (params: PictureParams) => {
  write(params)
    // Whatever the reader did not like: a picture that cannot be read is none.
    .catch((): Told => ({ refused: 'image-format' }))
    .then((told) => process.send?.(told))
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit(0));
