import { Empty, Skeleton, buttonClass, useT } from '@candor/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { href } from '../../lib/paths.ts';
import { failureOf } from '../../lib/query.ts';

/** Said where an address names no text, with the way to all there are. */
export function Gone(): ReactElement {
  const t = useT();
  return (
    <Empty
      title={t('content.gone')}
      className="!px-0"
      action={
        <Link href={href('help')} className={buttonClass({ variant: 'secondary' })}>
          {t('page.help-title')}
        </Link>
      }
    />
  );
}

/** What a page shows once its texts are there; until then its shape, or why they are not. */
export function Awaited<Value>(props: {
  readonly of: UseQueryResult<Value>;
  readonly children: (value: Value) => ReactNode;
}): ReactElement {
  const t = useT();
  const { of, children } = props;
  if (of.data !== undefined) return <>{children(of.data)}</>;
  const failure = failureOf(of.error);
  if (failure === null) {
    return (
      <div aria-busy="true" className="grid gap-4 py-2">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    );
  }
  if (failure.name === 'not-found' || failure.name === 'unreadable') {
    return <Gone />;
  }
  return (
    <ReadFailed title={t('content.failed')} failure={failure} onRetry={() => void of.refetch()} />
  );
}
