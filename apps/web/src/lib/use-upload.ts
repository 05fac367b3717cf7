import { type Result, fail, ok } from '@candor/kernel';
import {
  UPLOAD_BYTES_MAX,
  UPLOAD_TYPES,
  type UploadPurpose,
  type UploadedFile,
} from '@candor/protocol/light';
import { type UploadShown, formatMegabytes, useT } from '@candor/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureText } from './failure-text.ts';
import { type CallFailure, call } from './http.ts';
import { shrinkPicture } from './shrink-picture.ts';
import { UNANSWERED } from './unanswered.ts';
import { uploadPicture } from './upload.ts';

/** A picture the server has taken; unused, it is destroyed at `expiresAt`. */
export type KeptPicture = Pick<UploadedFile, 'fileId' | 'expiresAt'>;

type State =
  | { readonly at: 'none' }
  | { readonly at: 'sending'; readonly file: File; readonly share: number }
  | { readonly at: 'kept'; readonly file: File | null; readonly picture: KeptPicture }
  | { readonly at: 'failed'; readonly file: File; readonly failure: CallFailure };

const NONE: State = { at: 'none' };
/** Failures that the same picture may pass next time. */
const PASSING: ReadonlySet<CallFailure['name']> = new Set([
  ...UNANSWERED,
  'too-many',
  'upload-failed',
]);
const TYPES: readonly string[] = UPLOAD_TYPES;

/** A file as it is sent: small enough; else why it cannot be. The server looks at its bytes. */
async function prepared(file: File, bytesMax: number): Promise<Result<File, CallFailure>> {
  if (file.type !== '' && !TYPES.includes(file.type)) return fail({ name: 'image-format' });
  const small = await shrinkPicture(file, bytesMax);
  return small === null ? fail({ name: 'image-size' }) : ok(small);
}

/** A picture on its way to the server and there. */
export type Upload = {
  /** The id to send with what the picture belongs to; null until it was taken. */
  readonly fileId: string | null;
  /** What the server has taken, with the moment it is destroyed at if nothing uses it. */
  readonly picture: KeptPicture | null;
  readonly isSending: boolean;
  /** Forgets the picture without destroying it: it was used. */
  readonly clear: () => void;
  /** What the tile shows and does. */
  readonly tile: UploadShown;
};

/** Another way a picture goes than into the account. */
export type Bring = (
  file: File,
  options: Parameters<typeof uploadPicture>[1],
) => ReturnType<typeof uploadPicture>;

type Options = {
  /** Largest picture that is taken, where it is known. @units bytes */
  readonly bytesMax?: number;
  /** What was taken before this page was opened. */
  readonly kept?: KeptPicture | null;
};

/**
 * Brings one picture at a time, drawn smaller where it is too large. Another one, its removal or the
 * end of the page stops what is on its way; what was replaced or removed is destroyed, and what is
 * left unused goes after a day.
 */
export function useUpload(
  purpose: UploadPurpose,
  bring: Bring | null = null,
  { bytesMax = UPLOAD_BYTES_MAX, kept = null }: Options = {},
): Upload {
  const t = useT();
  const [state, setState] = useState<State>(() =>
    kept === null ? NONE : { at: 'kept', file: null, picture: kept },
  );
  const stop = useRef<AbortController | null>(null);

  const send = useCallback(
    async (file: File): Promise<void> => {
      stop.current?.abort();
      const own = new AbortController();
      stop.current = own;
      setState({ at: 'sending', file, share: 0 });
      const small = await prepared(file, bytesMax);
      if (own.signal.aborted) return undefined;
      if (!small.ok) return setState({ at: 'failed', file, failure: small.failure });
      const options = {
        signal: own.signal,
        onProgress(share: number) {
          if (!own.signal.aborted) setState({ at: 'sending', file, share });
        },
      };
      const answer = await (
        bring === null
          ? uploadPicture({ purpose, file: small.value }, options)
          : bring(small.value, options)
      ).catch(() => null);
      // Stopped: the code that stopped it has said what is shown now.
      if (answer === null || own.signal.aborted) return undefined;
      return setState(
        answer.ok
          ? { at: 'kept', file, picture: answer.value }
          : { at: 'failed', file, failure: answer.failure },
      );
    },
    [purpose, bring, bytesMax],
  );
  const clear = useCallback(() => {
    stop.current?.abort();
    setState(NONE);
  }, []);
  const destroyKept = (): void => {
    // A failure here harms nobody: what is not used goes by itself after a day.
    if (state.at === 'kept' && bring === null)
      void call('files.remove', { params: { id: state.picture.fileId } });
  };
  useEffect(() => () => stop.current?.abort(), []);

  const file = state.at === 'none' ? null : state.file;
  const canRetry = state.at === 'failed' && PASSING.has(state.failure.name);
  return {
    fileId: state.at === 'kept' ? state.picture.fileId : null,
    picture: state.at === 'kept' ? state.picture : null,
    isSending: state.at === 'sending',
    clear,
    tile: {
      state: state.at,
      share: state.at === 'sending' ? state.share : 0,
      problem: state.at === 'failed' ? problemText(state.failure) : null,
      file,
      types: UPLOAD_TYPES,
      bytesMax,
      opens: t(purpose === 'support' ? 'upload.who-support' : 'upload.who-review'),
      onChoose(chosen) {
        destroyKept();
        void send(chosen);
      },
      onRemove() {
        destroyKept();
        clear();
      },
      onRetry: canRetry && file !== null ? () => void send(file) : null,
    },
  };

  function problemText(failure: CallFailure): string {
    if (failure.name === 'image-format') return t('message.image-format');
    if (failure.name === 'upload-failed') return t('message.upload-failed');
    if (failure.name !== 'image-size') return failureText(failure, t);
    return t('message.image-size', { limit: formatMegabytes(bytesMax) });
  }
}
