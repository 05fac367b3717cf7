/** Longest side a picture keeps: staff look at 2,400 points a side. @units pixels */
const SIDE_MAX = 3_000;
/** What each further try keeps of the sides. */
const STEP = 0.8;
const TRIES_MAX = 8;
const QUALITY = 0.9;

/** Draws a picture at a size; null where the browser cannot. */
function drawn(whole: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(whole.width * scale));
  canvas.height = Math.max(1, Math.round(whole.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) return Promise.resolve(null);
  // JPG has no transparency: what shines through is paper.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(whole, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}

/**
 * The picture in no more bytes than are taken: drawn anew and smaller until it fits. Null where the
 * browser cannot read it (JPEG 2000) or nothing small enough came out. What fits stays as it is.
 */
export async function shrinkPicture(file: File, bytesMax: number): Promise<File | null> {
  if (file.size <= bytesMax) return file;
  if (!('createImageBitmap' in globalThis)) return null;
  const whole = await createImageBitmap(file).catch(() => null);
  if (whole === null) return null;
  try {
    let scale = Math.min(1, SIDE_MAX / Math.max(whole.width, whole.height));
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const made = await drawn(whole, scale);
      if (made === null) return null;
      if (made.size <= bytesMax) return new File([made], 'picture', { type: 'image/jpeg' });
      scale *= STEP;
    }
    return null;
  } finally {
    whole.close();
  }
}
