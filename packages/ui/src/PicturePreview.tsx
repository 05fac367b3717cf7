import { type ReactElement, useEffect, useRef } from 'react';
import { useT } from './use-locale.ts';

/** As many points as a screen of twice the density shows in a card. */
const PREVIEW_PIXELS = 960;

/**
 * The picture, drawn: no address is made for it, so it is shown under every policy, the strictest
 * included.
 */
export function PicturePreview(props: {
  readonly file: Blob;
  /** What it shows, for those who hear the page. */
  readonly label?: string;
  readonly className?: string;
}): ReactElement {
  const { file, className = '' } = props;
  const t = useT();
  const { label = t('upload.preview') } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!('createImageBitmap' in globalThis)) return undefined;
    let isOver = false;
    const draw = async (): Promise<void> => {
      const whole = await createImageBitmap(file);
      const place = canvas.current;
      if (!isOver && place !== null) {
        const scale = Math.min(1, PREVIEW_PIXELS / Math.max(whole.width, whole.height));
        place.width = Math.max(1, Math.round(whole.width * scale));
        place.height = Math.max(1, Math.round(whole.height * scale));
        place.getContext('2d')?.drawImage(whole, 0, 0, place.width, place.height);
      }
      whole.close();
    };
    // What cannot be drawn here is no picture, and the server says so.
    draw().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [file]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={1}
      height={1}
      className={`max-w-full rounded-sm border border-line bg-sunken object-contain ${className}`}
    />
  );
}
