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
import { UNANSWERED } from './unanswered.ts';
import { uploadPicture } from './upload.ts';

type State =
  | { readonly at: 'none' }
  | { readonly at: 'sending'; readonly file: File; readonly share: number }
  | { readonly at: 'kept'; readonly file: File; readonly picture: UploadedFile }
  | { readonly at: 'failed'; readonly file: File; readonly failure: CallFailure };

const NONE: State = { at: 'none' };
/** Failures that the same picture may pass next time. */
const PASSING: ReadonlySet<CallFailure['name']> = new Set([
  ...UNANSWERED,
  'too-many',
  'upload-failed',
]);
const TYPES: readonly string[] = UPLOAD_TYPES;

/** What can be said of a file before it is sent; the server looks at its bytes. */
function failureOf(file: File): CallFailure | null {
  if (file.type !== '' && !TYPES.includes(file.type)) return { name: 'image-format' };
  return file.size > UPLOAD_BYTES_MAX ? { name: 'image-size' } : null;
}

/** A picture on its way to the server and there. */
export type Upload = {
  /** The id to send with what the picture belongs to; null until it was taken. */
  readonly fileId: string | null;
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

/**
 * Brings one picture at a time. Another one, its removal or the end of the page stops what is on
 * its way; what was replaced or removed is destroyed, and what is left unused goes after a day.
 */
export function useUpload(purpose: UploadPurpose, bring: Bring | null = null): Upload {
  const t = useT();
  const [state, setState] = useState<State>(NONE);
  const stop = useRef<AbortController | null>(null);

  const send = useCallback(
    async (file: File): Promise<void> => {
      stop.current?.abort();
      const own = new AbortController();
      stop.current = own;
      const failure = failureOf(file);
      if (failure !== null) return setState({ at: 'failed', file, failure });
      setState({ at: 'sending', file, share: 0 });
      const options = {
        signal: own.signal,
        onProgress(share: number) {
          if (!own.signal.aborted) setState({ at: 'sending', file, share });
        },
      };
      const answer = await (
        bring === null ? uploadPicture({ purpose, file }, options) : bring(file, options)
      ).catch(() => null);
      // Stopped: the code that stopped it has said what is shown now.
      if (answer === null || own.signal.aborted) return undefined;
      return setState(
        answer.ok
          ? { at: 'kept', file, picture: answer.value }
          : { at: 'failed', file, failure: answer.failure },
      );
    },
    [purpose, bring],
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
    isSending: state.at === 'sending',
    clear,
    tile: {
      state: state.at,
      share: state.at === 'sending' ? state.share : 0,
      problem: state.at === 'failed' ? problemText(state.failure) : null,
      file,
      types: UPLOAD_TYPES,
      bytesMax: UPLOAD_BYTES_MAX,
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
    return t('message.image-size', { limit: formatMegabytes(UPLOAD_BYTES_MAX) });
  }
}
