import { UPLOAD_TYPES } from '@candor/protocol/light';
import { ImageIcon, buttonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** Chooses a picture that is there already: the way of users without a camera, or without use of one. */
export function FilePick(props: {
  /** What the picture is of. */
  readonly of: string;
  readonly describedBy: string;
  readonly isInvalid?: boolean;
  readonly onChoose: (file: File) => void;
}): ReactElement {
  const { of, describedBy, isInvalid = false, onChoose } = props;
  const t = useT();
  const look = buttonClass({
    variant: 'secondary',
    className:
      'cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent max-desktop:min-h-12',
  });
  return (
    <label className={look}>
      <input
        type="file"
        accept={UPLOAD_TYPES.join(',')}
        aria-label={`${of}: ${t('upload.choose')}`}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again after it was taken out.
          currentTarget.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
      <ImageIcon size={18} />
      {t('upload.choose')}
    </label>
  );
}
