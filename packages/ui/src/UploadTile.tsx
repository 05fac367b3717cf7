import { type ReactElement, type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { PicturePreview } from './PicturePreview.tsx';
import { formatMegabytes, formatShare } from './format-units.ts';
import { CheckCircleIcon, XIcon } from './icons.ts';
import { XCircleIcon } from './note-icons.ts';
import { UploadIcon } from './upload-icon.ts';
import { useLocale, useT } from './use-locale.ts';

/** A picture and how far it is. */
export type UploadShown = {
  readonly state: 'none' | 'sending' | 'kept' | 'failed';
  /** How much has left, from 0 to 1. */
  readonly share: number;
  /** Why it failed, and what to do. */
  readonly problem: string | null;
  readonly file: Blob | null;
  /** Media types that may be chosen. */
  readonly types: readonly string[];
  readonly bytesMax: number;
  /** Who can open it. */
  readonly opens: string;
  /** What becomes of a kept picture, where one that is not used stays. */
  readonly kept?: string;
  readonly onChoose: (file: File) => void;
  /** Stops what is on its way, or takes back what is there. */
  readonly onRemove: () => void;
  /** Null where the same picture would fail again. */
  readonly onRetry: (() => void) | null;
};

/** What opens the chooser of files; the whole area is its label. */
function Chooser(props: {
  readonly shown: UploadShown;
  readonly label: string;
  readonly describedBy: string;
  readonly className: string;
  readonly children: ReactNode;
}): ReactElement {
  const { shown, label, describedBy, className, children } = props;
  return (
    <label
      className={`cursor-pointer rounded-sm focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${className}`}
    >
      <input
        type="file"
        accept={shown.types.join(',')}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={shown.problem !== null || undefined}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again after it was removed.
          currentTarget.value = '';
          if (file !== undefined) shown.onChoose(file);
        }}
      />
      {children}
    </label>
  );
}

const REPLACE =
  'inline-flex min-h-8 items-center bg-surface px-3 text-sm font-semibold inset-ring inset-ring-line-strong hover:bg-hover';

function Sending({ shown }: { readonly shown: UploadShown }): ReactElement {
  const t = useT();
  useLocale();
  const saysId = useId();
  const isSent = shown.share >= 1;
  return (
    <div className="grid w-full gap-2">
      <p id={saysId} role="status" className="text-sm">
        {isSent ? t('upload.checking') : t('upload.sending', { percent: formatShare(shown.share) })}
      </p>
      <progress
        aria-labelledby={saysId}
        max={1}
        {...(isSent ? {} : { value: shown.share })}
        className="h-1.5 w-full accent-accent"
      />
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={shown.onRemove}>
        <XIcon size={16} />
        {t('common.cancel')}
      </Button>
    </div>
  );
}

/**
 * One picture: chosen, on its way, kept or refused. Formats, limit and who can open it stand on it
 * before anything is chosen. @source DESIGN 9 "Upload tile"
 */
export function UploadTile(props: {
  /** What the picture is of or for. */
  readonly label: string;
  readonly shown: UploadShown;
  /** Said where a picture is needed and there is none. */
  readonly isMissing?: boolean;
}): ReactElement {
  const { label, shown, isMissing = false } = props;
  const t = useT();
  useLocale();
  const textId = useId();
  const kinds = t('upload.kinds', { limit: formatMegabytes(shown.bytesMax) });
  const missing = isMissing && shown.state === 'none' ? t('message.upload-image') : null;
  const problem = shown.problem ?? missing;
  const edge = problem === null ? 'border-line-strong' : 'border-[var(--color-danger-solid)]';
  const choose = { shown, label: `${label}: ${t('upload.choose')}`, describedBy: textId };
  return (
    <div role="group" aria-label={label} className="grid min-w-0 gap-2">
      <span className="text-sm font-medium">{label}</span>
      <div className={`grid justify-items-start gap-3 rounded-md border border-dashed p-4 ${edge}`}>
        {shown.file !== null && <PicturePreview file={shown.file} className="max-h-40" />}
        {shown.state === 'none' && (
          <Chooser {...choose} className="grid w-full justify-items-center gap-1 py-3 text-center">
            <UploadIcon size={22} className="text-ink-2" />
            <span className="font-semibold">{t('upload.choose')}</span>
            <span className="text-sm text-ink-3">{kinds}</span>
          </Chooser>
        )}
        {shown.state === 'sending' && <Sending shown={shown} />}
        {shown.state === 'kept' && (
          <p role="status" className="flex items-center gap-1.5 text-sm">
            <CheckCircleIcon size={18} className="text-accent" />
            {t('upload.kept')}
          </p>
        )}
        {(shown.state === 'kept' || shown.state === 'failed') && (
          <div className="flex flex-wrap gap-2">
            {shown.onRetry !== null && (
              <Button size="sm" onClick={shown.onRetry}>
                {t('common.retry')}
              </Button>
            )}
            <Chooser {...choose} className={REPLACE}>
              {t('upload.replace')}
            </Chooser>
            <Button variant="ghost" size="sm" onClick={shown.onRemove}>
              {t('upload.remove')}
            </Button>
          </div>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="flex gap-1.5 text-sm text-[var(--color-danger)]">
          <XCircleIcon size={18} weight="fill" className="mt-px" />
          {problem}
        </p>
      )}
      <p id={textId} className="text-sm text-ink-3">
        {shown.state === 'kept' ? (shown.kept ?? t('upload.unused')) : shown.opens}
      </p>
    </div>
  );
}
