import { CameraRotateIcon, IconButton, LightningIcon, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Frame, type Shape, Stage } from './Stage.tsx';
import { VerdictChips } from './VerdictChips.tsx';
import { type Area, frameArea } from './frame-area.ts';
import type { Verdict } from './measure.ts';
import { judge, take } from './picture.ts';
import type { Camera, CameraState } from './use-camera.ts';

/** How often it is measured what the camera sees. @units milliseconds */
const LOOK_EVERY_MS = 700;

/** What was taken, and how it is. */
export type Taken = { readonly file: File; readonly verdict: Verdict | null };

/** A camera that is on: what it sees, how that is, and the button that takes it. */
export function LiveCamera(props: {
  readonly camera: Camera;
  readonly on: CameraState & { readonly at: 'on' };
  readonly shape: Shape;
  readonly title: string;
  readonly hint: string;
  /** Beside the shutter: the way to a file. */
  readonly other: ReactNode;
  readonly onTaken: (taken: Taken) => void;
}): ReactElement {
  const { camera, on, shape, title, hint, other, onTaken } = props;
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [isTaking, setTaking] = useState(false);
  // A press before the first picture came would take nothing.
  const [isReady, setReady] = useState(false);
  const { stream, facing, hasOther, light } = on;

  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
  }, [stream]);

  /** What is inside the frame now; null while nothing is seen yet. */
  const seen = useCallback((): { image: HTMLVideoElement; area: Area } | null => {
    const image = video.current;
    if (image === null || frame.current === null || image.videoWidth === 0) return null;
    const { videoWidth: width, videoHeight: height } = image;
    const box = image.getBoundingClientRect();
    const area = frameArea({
      ...{ video: { width, height }, box },
      frame: frame.current.getBoundingClientRect(),
    });
    return { image, area };
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const now = seen();
      // A browser that lets no page read what it sees says so; the picture can be taken all the same.
      const found = now === null ? null : await judge(now).catch(() => null);
      if (isOver) return;
      setVerdict(found);
      timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [seen]);

  const press = async (): Promise<void> => {
    const now = seen();
    if (now === null || isTaking) return;
    setTaking(true);
    const [file, found] = await Promise.all([
      take(now).catch(() => null),
      judge(now).catch(() => null),
    ]);
    setTaking(false);
    if (file === null) return;
    camera.close();
    onTaken({ file, verdict: found });
  };

  return (
    <>
      <Stage
        title={title}
        hint={hint}
        foot={verdict === null ? null : <VerdictChips verdict={verdict} />}
        ground={
          <video
            ref={video}
            autoPlay
            muted
            playsInline
            aria-label={t('identity.camera-picture')}
            onLoadedData={() => setReady(true)}
            className={`absolute inset-0 size-full object-cover ${facing === 'user' ? '-scale-x-100' : ''}`}
          />
        }
      >
        <Frame shape={shape} frameRef={frame} />
      </Stage>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-4">
        {/* On a phone it has no room beside the shutter. */}
        <div className="justify-self-start max-desktop:order-last max-desktop:col-span-3 max-desktop:justify-self-center">
          {other}
        </div>
        <button
          type="button"
          aria-label={t('identity.take')}
          disabled={!isReady}
          onClick={() => void press()}
          className="col-start-2 grid size-[68px] shrink-0 place-items-center rounded-full border-4 border-ink p-1 active:opacity-85 disabled:opacity-40"
        >
          <span className="size-full rounded-full bg-ink" />
        </button>
        <div className="flex justify-self-end">
          {light !== null && (
            <IconButton
              label={t(light ? 'identity.light-off' : 'identity.light-on')}
              onClick={() => void camera.setLight(!light)}
            >
              <LightningIcon weight={light ? 'fill' : 'regular'} />
            </IconButton>
          )}
          {hasOther && (
            <IconButton
              label={t('identity.other-camera')}
              onClick={() => void camera.open(facing === 'user' ? 'environment' : 'user')}
            >
              <CameraRotateIcon />
            </IconButton>
          )}
        </div>
      </div>
    </>
  );
}
