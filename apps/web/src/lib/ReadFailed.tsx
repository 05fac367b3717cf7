import { Button, ErrorNote, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { failureText } from './failure-text.ts';
import type { CallFailure } from './http.ts';

/** Stands where something could not be read: why, and the way to read it again. */
export function ReadFailed(props: {
  /** Null while none is known: then nothing is said of it. */
  readonly failure: CallFailure | null;
  readonly title?: string;
  readonly onRetry: () => void;
  readonly className?: string;
}): ReactElement {
  const { failure, onRetry, ...rest } = props;
  const t = useT();
  return (
    <ErrorNote
      {...rest}
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {failure !== null && failureText(failure, t)}
    </ErrorNote>
  );
}
