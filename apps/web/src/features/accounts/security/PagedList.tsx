import {
  Button,
  type Column,
  DataTable,
  Empty,
  ErrorNote,
  Skeleton,
  formatNumber,
  useT,
} from '@candor/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { PAGE_SIZE } from './api.ts';

/** A list a page at a time: on its way, failed, empty, or there. */
export function PagedList<Row extends { readonly id: string }>(props: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly found: UseQueryResult<{ records: Row[]; total: number }>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly failedTitle: string;
  readonly empty: { readonly title: string; readonly text?: string };
}): ReactElement {
  const { caption, columns, found, page, onPage, failedTitle, empty } = props;
  const t = useT();
  const failure = failureOf(found.error);
  if (found.data === undefined && failure === null) {
    return (
      <div className="mt-4 grid gap-3" aria-busy="true">
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    );
  }
  if (found.data === undefined) {
    return (
      <ErrorNote
        className="mt-3"
        title={failedTitle}
        action={
          <Button variant="secondary" size="sm" onClick={() => void found.refetch()}>
            {t('common.retry')}
          </Button>
        }
      >
        {failure !== null && failureText(failure, t)}
      </ErrorNote>
    );
  }
  const { records, total } = found.data;
  if (total === 0) {
    return (
      <Empty className="mt-2 px-0" title={empty.title}>
        {empty.text}
      </Empty>
    );
  }
  const pages = Math.ceil(total / PAGE_SIZE);
  return (
    <div className="mt-2 desktop:-mx-5" aria-busy={found.isPlaceholderData}>
      <DataTable caption={caption} columns={columns} rows={records} rowKey={({ id }) => id} />
      {pages > 1 && (
        <nav
          aria-label={caption}
          className="mt-3 flex flex-wrap items-center justify-end gap-3 px-5 max-desktop:px-0"
        >
          <Button
            variant="secondary"
            size="sm"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            {t('orders.previous')}
          </Button>
          <span className="text-sm text-ink-2">
            {t('orders.page', {
              page: formatNumber(String(page)),
              pages: formatNumber(String(pages)),
            })}
          </span>
          <Button
            variant="secondary"
            size="sm"
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            {t('orders.next')}
          </Button>
        </nav>
      )}
    </div>
  );
}
