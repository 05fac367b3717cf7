import { type Column, DataTable, Empty } from '@candor/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Paged, Waiting } from '../../../lib/Paged.tsx';
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
  return (
    <Paged
      found={found}
      label={caption}
      page={page}
      size={PAGE_SIZE}
      onPage={onPage}
      waiting={<Waiting rows={3} className="mt-4 grid gap-3" />}
      failed={{ title: failedTitle, className: 'mt-3' }}
      empty={
        <Empty className="mt-2 px-0" title={empty.title}>
          {empty.text}
        </Empty>
      }
      className="mt-2 desktop:-mx-5"
      pagerClass="mt-3 px-5 max-desktop:px-0"
    >
      {({ records }) => (
        <DataTable caption={caption} columns={columns} rows={records} rowKey={({ id }) => id} />
      )}
    </Paged>
  );
}
