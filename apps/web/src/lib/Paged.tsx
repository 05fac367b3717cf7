import { Pager, Skeleton } from '@candor/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { ReadFailed } from './ReadFailed.tsx';
import { failureOf } from './query.ts';

/** The shape of so many rows that are on their way. */
export function Waiting(props: {
  readonly rows: number;
  readonly className: string;
}): ReactElement {
  return (
    <div aria-busy="true" className={props.className}>
      {Array.from({ length: props.rows }, (_, row) => (
        <Skeleton key={row} />
      ))}
    </div>
  );
}

/** A list a page at a time: on its way, failed, empty, or there with the way to its other pages. */
export function Paged<Page extends { readonly total: number }>(props: {
  readonly found: UseQueryResult<Page>;
  /** What the list is called, for those who hear its pager. */
  readonly label: string;
  readonly page: number;
  readonly size: number;
  /** Without it there is no pager: the newest only are shown. */
  readonly onPage: ((page: number) => void) | null;
  /** What stands there until the first page came. */
  readonly waiting: ReactElement;
  readonly failed: { readonly title: string; readonly className: string };
  /** Without it the children are drawn for an empty page, too. */
  readonly empty: ReactElement | null;
  readonly children: (page: Page) => ReactNode;
  /** Said on the last page. */
  readonly end?: string;
  readonly className?: string;
  readonly pagerClass?: string;
}): ReactElement {
  const { found, label, page, size, onPage, waiting, failed, empty, children, end } = props;
  const failure = failureOf(found.error);
  if (found.data === undefined) {
    if (failure === null) return waiting;
    return <ReadFailed {...failed} failure={failure} onRetry={() => void found.refetch()} />;
  }
  if (found.data.total === 0 && empty !== null) return empty;
  return (
    <div aria-busy={found.isPlaceholderData} className={props.className}>
      {children(found.data)}
      {onPage !== null && found.data.total > 0 && (
        <Pager
          label={label}
          isOnItsWay={found.isPlaceholderData}
          page={page}
          total={found.data.total}
          size={size}
          onPage={onPage}
          {...(end === undefined ? {} : { end })}
          {...(props.pagerClass === undefined ? {} : { className: props.pagerClass })}
        />
      )}
    </div>
  );
}
