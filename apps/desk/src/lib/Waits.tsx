import { Button, ErrorNote, Skeleton } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { failureText } from './failure-text.ts';
import { failureOf } from './query.ts';
import { useDeskT } from './texts.ts';

type Answer<Value> = {
  readonly data: Value | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

/** What a page shows once its answer is there; until then its shape, or why there is none. */
export function Waits<Value>(props: {
  readonly of: Answer<Value>;
  readonly children: (value: Value) => ReactNode;
  readonly lines?: number;
  /** What is being done meanwhile, where it may take longer than reading. */
  readonly saying?: string;
}): ReactElement {
  const { of, children, lines = 4, saying } = props;
  const t = useDeskT();
  if (of.data !== undefined) return <>{children(of.data)}</>;
  const failure = failureOf(of.error);
  if (failure !== null) {
    return (
      <ErrorNote
        className="m-5 max-desktop:mx-4 in-data-padded:mx-0"
        action={
          <Button size="sm" variant="secondary" onClick={() => void of.refetch()}>
            {t('app.try-again')}
          </Button>
        }
      >
        {failureText(failure, t)}
      </ErrorNote>
    );
  }
  return (
    <div className="grid gap-3 p-5 max-desktop:px-4 in-data-padded:px-0" aria-busy="true">
      {saying !== undefined && (
        <p role="status" className="text-sm text-ink-2">
          {saying}
        </p>
      )}
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} className="h-9 w-full" />
      ))}
    </div>
  );
}
