import type { Area } from './frame-area.ts';
import { type Verdict, measure } from './measure.ts';

/** Width at which a picture is measured: text of a document is some points high there. */
const MEASURED_WIDTH = 640;
/** Longest side of a taken picture. @units pixels */
const SIDE_MAX = 3_000;
const QUALITY = 0.92;

type Source = {
  readonly image: CanvasImageSource;
  readonly area: Area;
};

/** Draws a part of a picture at a width. @throws Error where the browser cannot draw */
function draw({ image, area }: Source, width: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round((width * area.height) / area.width));
  const pen = canvas.getContext('2d', { willReadFrequently: width <= MEASURED_WIDTH });
  if (pen === null) throw new Error('this browser cannot draw');
  const { x, y, width: wide, height: high } = area;
  pen.drawImage(image, x, y, wide, high, 0, 0, canvas.width, canvas.height);
  return { canvas, pen };
}

/** Ends the task, so that what else waits is done before the next slice. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/** How a part of a picture, or of a video as it stands, is. */
export function judge(source: Source): Promise<Verdict> {
  const { canvas, pen } = draw(source, Math.min(MEASURED_WIDTH, source.area.width));
  return measure(pen.getImageData(0, 0, canvas.width, canvas.height), nextTask);
}

/** How a chosen file is; null where the browser cannot read it: staff will. */
export async function judgeFile(file: Blob): Promise<Verdict | null> {
  if (!('createImageBitmap' in globalThis)) return null;
  const image = await createImageBitmap(file).catch(() => null);
  if (image === null) return null;
  try {
    const { width, height } = image;
    return await judge({ image, area: { x: 0, y: 0, width, height } });
  } finally {
    image.close();
  }
}

/** A part of a video as a picture. @throws Error where the browser cannot draw */
export async function take(source: Source): Promise<File> {
  const { width, height } = source.area;
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const { canvas } = draw(source, width * scale);
  const made = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  if (made === null) throw new Error('this browser cannot draw');
  return new File([made], 'picture', { type: 'image/jpeg' });
}
