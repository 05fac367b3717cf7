import type { CallResult } from '@candor/protocol/light';
import { Card, type Column, DataTable, Empty, formatTime, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Paged, Waiting } from '../../lib/Paged.tsx';
import { LOOKS_PAGE, useLooks } from './api.ts';
import { purposeText } from './plan/words.ts';

type Look = CallResult<'accounts.access-log'>['records'][number];

/** Every look at the user's documents by staff: what, when, and in which role. */
export function Looks(): ReactElement {
  const t = useT();
  const [page, setPage] = useState(1);
  const found = useLooks(page);
  const columns: readonly Column<Look>[] = [
    {
      key: 'what',
      kind: 'name',
      head: t('security.col-what'),
      renderCell: ({ document }) => purposeText(document, t),
    },
    {
      key: 'when',
      kind: 'main',
      head: t('security.col-when'),
      renderCell: ({ at }) => <bdi>{formatTime(at, 'short')}</bdi>,
    },
    {
      key: 'by',
      kind: 'note',
      head: t('security.by'),
      renderCell: ({ role }) => t(role === null ? 'security.by-operator' : `security.role-${role}`),
    },
  ];
  return (
    <Card className="p-6 max-desktop:p-4">
      <h2 className="text-lg">{t('identity.looks-title')}</h2>
      <p className="mt-1 text-sm text-ink-2">{t('identity.looks-lead')}</p>
      <Paged
        found={found}
        label={t('identity.looks-title')}
        page={page}
        size={LOOKS_PAGE}
        onPage={setPage}
        waiting={<Waiting rows={3} className="mt-4 grid gap-3" />}
        failed={{ title: t('security.changes-failed'), className: 'mt-3' }}
        empty={<Empty className="mt-2 px-0" title={t('identity.looks-none')} />}
        className="mt-2"
        pagerClass="mt-3"
      >
        {({ records }) => (
          <DataTable
            caption={t('identity.looks-title')}
            columns={columns}
            rows={records}
            rowKey={({ id }) => id}
          />
        )}
      </Paged>
    </Card>
  );
}
