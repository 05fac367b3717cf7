import {
  Button,
  type Column,
  DataTable,
  Empty,
  ErrorNote,
  Pager,
  Skeleton,
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
  return (
    <div className="mt-2 desktop:-mx-5" aria-busy={found.isPlaceholderData}>
      <DataTable caption={caption} columns={columns} rows={records} rowKey={({ id }) => id} />
      <Pager
        label={caption}
        isOnItsWay={found.isPlaceholderData}
        page={page}
        total={total}
        size={PAGE_SIZE}
        onPage={onPage}
        className="mt-3 px-5 max-desktop:px-0"
      />
    </div>
  );
}
