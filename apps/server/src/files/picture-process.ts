/**
 * Reads one picture after the other in a process of its own, which may open no file of the
 * machine, start nothing and knows no secret: whatever a picture does to its reader stays here.
 * Its reader is WebAssembly: machine code could walk around Node's permissions, and none is loaded.
 */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { Outline } from '../platform/formats/pdf/pdf.ts';
import { VIEW_EDGE_MAX, layOver, lineOf } from './watermark.ts';

/** A picture to read, and the most it may be. */
export type PictureParams = {
  readonly task: 'rewrite';
  readonly kind: 'image/jpeg' | 'image/png' | 'image/jp2';
  readonly bytes: Uint8Array;
  readonly bytesMax: number;
  readonly pixelsMax: number;
  /** What it looks like is asked too. */
  readonly wantsLook?: boolean;
  /** A document is kept no larger than it is shown; its longest side. @units points */
  readonly edgeMax?: number;
  /** Written as JPG, whatever it came as. */
  readonly asJpeg?: boolean;
};

/** A drawing of our own program, as SVG, to be made a picture so wide. */
export type DrawParams = {
  readonly task: 'draw';
  readonly bytes: Uint8Array;
  readonly width: number;
};

/** A picture of ours to lay a line over. */
export type ViewParams = {
  readonly task: 'view';
  readonly bytes: Uint8Array;
  readonly outline: Outline;
};

/** The picture as it is kept, or why there is none. */
export type Told =
  | {
      readonly kind: 'image/jpeg' | 'image/png';
      readonly bytes: Uint8Array;
      readonly width: number;
      readonly height: number;
      /** Where it gets darker from left to right, place by place; absent where nobody asked. */
      readonly look?: Uint8Array;
    }
  | { readonly refused: 'image-format' | 'image-size' };

/** What a reader that makes itself quick says once, behind it. */
export type Ready = { readonly isReady: true };

/** Each try smaller than the one before: what is kept is no larger than what may be sent. */
const QUALITIES = [88, 76, 60] as const;

const white = { r: 255, g: 255, b: 255 };

// Only that build names its compiler. Without it nothing is read here at all.
if (!('emscripten' in sharp.versions)) throw new Error('not the WebAssembly build');

// One picture at a time on one thread, and nothing of it remembered.
sharp.concurrency(1);
sharp.cache(false);

type Kind = 'image/jpeg' | 'image/png';
type Written = { readonly data: Buffer; readonly info: { width: number; height: number } };

/** A JPEG 2000 picture point by point; its reader is opened with the first of them. */
async function openJpeg2000(bytes: Uint8Array): Promise<Sharp> {
  const { default: createCodec } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs');
  const silent = (): void => undefined;
  const { J2KDecoder } = await createCodec({ print: silent, printErr: silent });
  const decoder = new J2KDecoder();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo();
    const points = Buffer.from(decoder.getDecodedBuffer());
    // It is what it said before it was read, and whole.
    const isWhole = points.length === width * height * componentCount && points.length > 0;
    if (bitsPerSample !== 8 || !isWhole) throw new Error('not as announced');
    const channels = componentCount as 1 | 3 | 4;
    return sharp(points, { raw: { width, height, channels } }).toColourspace('srgb');
  } finally {
    decoder.delete();
  }
}

const told = (made: Kind, { data, info }: Written): Told => ({
  kind: made,
  bytes: data,
  width: info.width,
  height: info.height,
});

/** As JPG, each try smaller than the one before. */
async function writeJpeg(open: () => Promise<Sharp>, bytesMax: number): Promise<Told> {
  for (const quality of QUALITIES) {
    const picture = (await open()).flatten({ background: white });
    const jpeg = await picture.jpeg({ quality }).toBuffer({ resolveWithObject: true });
    if (jpeg.data.length <= bytesMax) return told('image/jpeg', jpeg);
  }
  return { refused: 'image-size' };
}

/** A picture on white, its longest side at most so long: what may be seen through says nothing in a document. */
const within = (picture: Sharp, edge: number): Sharp =>
  picture
    .flatten({ background: white })
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });

async function write(params: PictureParams): Promise<Told> {
  const { kind, bytes, bytesMax, pixelsMax, edgeMax, asJpeg = false } = params;
  const sized = (picture: Sharp): Sharp =>
    edgeMax === undefined ? picture : within(picture, edgeMax);
  if (kind === 'image/jp2') {
    const opened = await openJpeg2000(bytes);
    return writeJpeg(async () => sized(opened.clone()), bytesMax);
  }
  const limits: SharpOptions = {
    limitInputPixels: pixelsMax,
    failOn: 'warning',
    pages: 1,
    sequentialRead: false,
  };
  // Turned as the camera says, since what the camera says is left out of the copy.
  const open = (): Sharp => sized(sharp(bytes, limits).autoOrient().toColourspace('srgb'));
  const { format } = await sharp(bytes, { limitInputPixels: pixelsMax }).metadata();
  if (format !== (kind === 'image/png' ? 'png' : 'jpeg')) return { refused: 'image-format' };
  if (kind === 'image/png' && !asJpeg) {
    const png = await open().png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true });
    if (png.data.length <= bytesMax) return told('image/png', png);
  }
  return writeJpeg(async () => open(), bytesMax);
}

/** Sides of the small picture a look is made from: each place is compared with its right neighbour. */
const LOOK_SIDE = 16;
const BITS = 8;

/** What a picture looks like, however large it is and however it was saved (a difference hash). */
async function lookOf(bytes: Uint8Array): Promise<Uint8Array> {
  const small = await sharp(bytes, { failOn: 'warning' })
    .flatten({ background: white })
    .greyscale()
    .resize({ width: LOOK_SIDE + 1, height: LOOK_SIDE, fit: 'fill' })
    .raw()
    .toBuffer();
  const look = new Uint8Array((LOOK_SIDE * LOOK_SIDE) / BITS);
  for (let place = 0; place < LOOK_SIDE * LOOK_SIDE; place += 1) {
    const at = Math.floor(place / LOOK_SIDE) * (LOOK_SIDE + 1) + (place % LOOK_SIDE);
    const isDarker = (small[at] ?? 0) > (small[at + 1] ?? 0);
    const byte = Math.floor(place / BITS);
    if (isDarker) look[byte] = (look[byte] ?? 0) | (1 << (place % BITS));
  }
  return look;
}

/** A picture read and written anew, with what it looks like where that was asked. */
async function rewrite(params: PictureParams): Promise<Told> {
  const made = await write(params);
  if ('refused' in made || params.wantsLook !== true) return made;
  return { ...made, look: await lookOf(made.bytes) };
}

/** A picture as a member of staff sees it: no larger than a screen, with a line all over it. */
async function view({ bytes, outline }: ViewParams): Promise<Told> {
  const { data, info } = await within(sharp(bytes, { failOn: 'warning' }), VIEW_EDGE_MAX)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const line = await sharp(Buffer.from(lineOf(info, outline)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  layOver({ data, ...info }, { data: line.data, ...line.info });
  const { width, height, channels } = info;
  const jpeg = await sharp(data, { raw: { width, height, channels } })
    .jpeg({ quality: 82, optimiseCoding: false })
    .toBuffer({ resolveWithObject: true });
  return told('image/jpeg', jpeg);
}

/** A drawing at a width, always the same bytes for the same drawing. */
async function drawn({ bytes, width }: DrawParams): Promise<Told> {
  const jpeg = await sharp(bytes)
    .resize({ width })
    .flatten({ background: white })
    .jpeg({ quality: 82, optimiseCoding: false })
    .toBuffer({ resolveWithObject: true });
  return told('image/jpeg', jpeg);
}

/** Sides of the picture a reader tries itself on: as much work as makes its code quick. */
const TRIAL = { width: 640, height: 480, channels: 3 } as const;
const TRIALS = 2;

/** Views of a picture of its own: the first view of a new process takes four times as long as those behind it. */
async function warmUp(): Promise<void> {
  const points = Buffer.alloc(TRIAL.width * TRIAL.height * TRIAL.channels);
  // Detail all over it, the same every time.
  for (let at = 0, value = 1; at < points.length; at += 1) {
    value = (value * 75) % 65_537;
    points[at] = value;
  }
  const bytes = await sharp(points, { raw: TRIAL }).jpeg().toBuffer();
  const outline = { path: 'M0 0L50 0L50 50Z', width: 800 };
  for (let time = 0; time < TRIALS; time += 1) await view({ task: 'view', bytes, outline });
  globalThis.gc?.();
  const ready: Ready = { isReady: true };
  process.send?.(ready);
}

// A reader of views is begun ahead of them and makes itself quick meanwhile.
const begun = process.argv[2] === 'warm' ? warmUp().catch(() => process.exit(1)) : null;

process.on('message', (params: PictureParams | ViewParams | DrawParams) => {
  const take = (): Promise<Told> => {
    if (params.task === 'draw') return drawn(params);
    return params.task === 'view' ? view(params) : rewrite(params);
  };
  const turn = begun === null ? take() : begun.then(take);
  turn
    // Whatever the reader did not like: a picture that cannot be read is none.
    .catch((): Told => ({ refused: 'image-format' }))
    .then((told) => {
      // What a picture took is given back at once: a reader that holds too much is replaced, and the next picture
      // waits for the new one to begin.
      globalThis.gc?.();
      process.send?.(told);
    })
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit(0));
