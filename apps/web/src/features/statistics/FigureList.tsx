import { ErrorNote, Skeleton, useT } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { ask, failureOf } from '../../lib/query.ts';
import { Figure } from './Figure.tsx';

/** Every figure of the home page, whole. */
export function FigureList(): ReactElement {
  const t = useT();
  const { data, error } = useQuery({
    queryKey: ['transparency.statistics'],
    queryFn: ({ signal }) => ask('transparency.statistics', { signal }),
  });
  const failure = failureOf(error);
  if (data !== undefined) {
    return (
      <div className="grid grid-cols-2 gap-x-10 gap-y-6 max-desktop:grid-cols-1">
        {data.map((statistic) => (
          <Figure key={statistic.key} statistic={statistic} />
        ))}
      </div>
    );
  }
  if (failure !== null) {
    return <ErrorNote title={t('home.stats-failed')}>{failureText(failure, t)}</ErrorNote>;
  }
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="h-8 w-1/3" />
      <Skeleton />
    </div>
  );
}
