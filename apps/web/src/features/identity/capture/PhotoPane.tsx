import type { DocumentType } from '@candor/protocol/light';
import {
  Button,
  CameraIcon,
  CheckCircleIcon,
  IdentificationCardIcon,
  Note,
  PicturePreview,
  StartAgainIcon,
  UserFocusIcon,
  formatMegabytes,
  useT,
} from '@candor/ui';
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Upload } from '../../../lib/use-upload.ts';
import type { Photo } from '../plan/plan.ts';
import { FilePick } from './FilePick.tsx';
import { LiveCamera, type Taken } from './LiveCamera.tsx';
import { Frame, type Shape, Stage } from './Stage.tsx';
import { VerdictChips } from './VerdictChips.tsx';
import { isGood } from './measure.ts';
import { judgeFile } from './picture.ts';
import { type Facing, useCamera } from './use-camera.ts';

/** A document is held in front of the phone's back, a face in front of its screen. */
const FACING: Readonly<Record<Photo, Facing>> = {
  front: 'environment',
  back: 'environment',
  holding: 'user',
};

/** A picture that was brought, or is on its way, or was refused. */
function Brought(props: {
  readonly upload: Upload;
  readonly title: string;
  readonly hint: string;
}): ReactElement {
  const { upload, title, hint } = props;
  const { file, state, share } = upload.tile;
  const t = useT();
  const foot =
    state === 'sending' ? (
      <p role="status" className="text-center text-sm">
        {share >= 1 ? t('upload.checking') : t('identity.sending')}
      </p>
    ) : state === 'kept' ? (
      <p role="status" className="flex items-center justify-center gap-1.5 text-sm">
        <CheckCircleIcon size={18} weight="fill" />
        {t('upload.kept')}
      </p>
    ) : null;
  return (
    <Stage title={title} hint={hint} foot={foot}>
      <Picture file={file} />
    </Stage>
  );
}

/** A picture under the words of its stage; a sign where this window has it no more. */
function Picture({ file }: { readonly file: Blob | null }): ReactElement {
  return (
    <div className="absolute inset-0 grid place-items-center">
      {file === null ? (
        <IdentificationCardIcon size={72} className="text-ink-3" />
      ) : (
        <PicturePreview file={file} className="max-h-full" />
      )}
    </div>
  );
}

/** What can be done with a picture, side by side. */
function Buttons({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className="flex flex-wrap justify-center gap-2 max-desktop:*:min-h-12 max-desktop:*:flex-1">
      {children}
    </div>
  );
}

/**
 * One picture: taken by the camera or chosen, looked at before it is sent, and kept. A blurred or dark
 * one can be used all the same: a measurement decides nothing, staff do.
 */
export function PhotoPane(props: {
  readonly photo: Photo;
  readonly type: DocumentType | null;
  readonly upload: Upload;
  /** What is wrong with it: it is missing, or was refused. */
  readonly problem: string | null;
}): ReactElement {
  const { photo, type, upload, problem } = props;
  const t = useT();
  const id = useId();
  const camera = useCamera();
  const [doubtful, setDoubtful] = useState<Taken | null>(null);
  const title = t(`identity.title-${photo}`, { type: type ?? 'other' });
  const hint = t(photo === 'holding' ? 'identity.hint-holding' : 'identity.hint-document');
  const shape: Shape = photo === 'holding' ? 'person' : 'card';
  const { tile } = upload;
  const error = tile.problem ?? problem;

  const bring = (taken: Taken): void => {
    setDoubtful(null);
    tile.onChoose(taken.file);
  };
  const onTaken = (taken: Taken): void => {
    if (taken.verdict === null || isGood(taken.verdict)) bring(taken);
    else setDoubtful(taken);
  };
  const onChoose = async (file: File): Promise<void> => {
    camera.close();
    onTaken({ file, verdict: await judgeFile(file) });
  };
  const again = (): void => {
    setDoubtful(null);
    if (tile.state !== 'none') tile.onRemove();
    void camera.open(FACING[photo]);
  };
  // A picture that is on its way or there needs no camera.
  const { close } = camera;
  useEffect(() => {
    if (tile.state === 'sending') close();
  }, [tile.state, close]);

  // The button that was pressed is gone with what it stood under: the next one takes its focus.
  const phase = doubtful === null ? `${tile.state} ${camera.state.at}` : 'doubtful';
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
  }, [phase]);

  const pick = (
    <FilePick
      of={title}
      describedBy={`${id}-kinds`}
      isInvalid={error !== null}
      onChoose={(file) => void onChoose(file)}
    />
  );
  const { state } = camera;

  const body = (): ReactElement => {
    if (doubtful?.verdict != null) {
      return (
        <>
          <Stage title={title} hint={hint} foot={<VerdictChips verdict={doubtful.verdict} />}>
            <Picture file={doubtful.file} />
          </Stage>
          <Note tone="warn" title={t('identity.doubtful')}>
            {t('identity.doubtful-text')}
          </Note>
          <Buttons>
            <Button onClick={again}>
              <StartAgainIcon size={18} />
              {t('identity.again')}
            </Button>
            {pick}
            <Button variant="secondary" onClick={() => bring(doubtful)}>
              {t('identity.use-anyway')}
            </Button>
          </Buttons>
        </>
      );
    }
    if (tile.state !== 'none') {
      return (
        <>
          <Brought upload={upload} title={title} hint={hint} />
          <Buttons>
            {tile.onRetry !== null && <Button onClick={tile.onRetry}>{t('common.retry')}</Button>}
            <Button variant="secondary" onClick={again}>
              <StartAgainIcon size={18} />
              {t('identity.again')}
            </Button>
            {pick}
          </Buttons>
        </>
      );
    }
    if (state.at === 'on') {
      return <LiveCamera {...{ camera, shape, title, hint, onTaken }} on={state} other={pick} />;
    }
    return (
      <>
        <Stage title={title} hint={hint}>
          <Frame shape={shape}>
            {shape === 'card' ? (
              <IdentificationCardIcon size={72} className="text-ink-3" />
            ) : (
              <UserFocusIcon size={72} className="text-ink-3" />
            )}
          </Frame>
        </Stage>
        {state.at === 'failed' && <Note tone="warn">{t('message.no-camera')}</Note>}
        <Buttons>
          <Button
            busy={state.at === 'asking' ? t('identity.opening') : undefined}
            onClick={() => void camera.open(FACING[photo])}
          >
            <CameraIcon size={18} />
            {t('identity.open-camera')}
          </Button>
          {pick}
        </Buttons>
      </>
    );
  };
  return (
    <div ref={box} role="group" aria-label={title} className="grid gap-4">
      {body()}
      {error !== null && (
        <p role="alert" className="text-center text-sm text-[var(--color-danger)]">
          {error}
        </p>
      )}
      <p id={`${id}-kinds`} className="text-center text-xs text-ink-3">
        <span className="block">
          {t('upload.kinds', { limit: formatMegabytes(tile.bytesMax) })}
        </span>
        {tile.opens}
      </p>
    </div>
  );
}
