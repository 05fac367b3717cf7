import { ErrorNote, Skeleton, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';

/** The address names a market nobody lists. */
export function Missing(): ReactElement {
  const t = useT();
  return (
    <div className="col-span-2 bg-surface p-5">
      <ErrorNote>{t('market.not-there')}</ErrorNote>
    </div>
  );
}

/** The shape of a market that is on its way, or why it did not come. */
export function Arriving(props: {
  readonly failure: unknown;
  readonly onRetry: () => void;
}): ReactElement {
  const t = useT();
  const failure = failureOf(props.failure);
  return (
    <div className="col-span-2 bg-surface p-5" aria-busy={failure === null}>
      {failure === null ? (
        <div className="grid gap-4">
          <Skeleton className="h-10 w-1/2" />
          <Skeleton className="h-[40dvh]" />
          <Skeleton className="h-24" />
        </div>
      ) : (
        <ReadFailed title={t('market.list-failed')} failure={failure} onRetry={props.onRetry} />
      )}
    </div>
  );
}
