import type { MessageKey } from '@candor/locales';
import type { CallResult } from '@candor/protocol/light';
import { type Column, StatusChip, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { SectionCard } from '../forms/SectionCard.tsx';
import { PagedList } from './PagedList.tsx';
import { DeviceCell, NetworkCell, WhenCell } from './PlaceCells.tsx';
import { useLogins } from './api.ts';

type Login = CallResult<'accounts.list-logins'>['records'][number];

const WAYS: Readonly<Record<Login['way'], MessageKey>> = {
  password: 'security.way-password',
  wallet: 'security.way-wallet',
  social: 'security.way-social',
};

function Outcome({ login }: { readonly login: Login }): ReactElement {
  const t = useT();
  if (login.outcome === 'refused') {
    return (
      <StatusChip tone="bad" icon="x">
        {t('security.outcome-refused', { count: login.tries })}
      </StatusChip>
    );
  }
  return login.isNew ? (
    <StatusChip tone="warn" icon="warning">
      {t('security.outcome-new')}
    </StatusChip>
  ) : (
    <StatusChip tone="ok" icon="check">
      {t('security.outcome-in')}
    </StatusChip>
  );
}

/** Who came in, or tried to: when, how and from where. */
export function LoginsSection(): ReactElement {
  const t = useT();
  const [page, setPage] = useState(1);
  const found = useLogins(page);
  const columns: readonly Column<Login>[] = [
    {
      key: 'when',
      kind: 'name',
      head: t('security.col-when'),
      renderCell: ({ at }) => <WhenCell at={at} />,
    },
    {
      key: 'outcome',
      kind: 'main',
      head: t('security.col-outcome'),
      renderCell: (login) => <Outcome login={login} />,
    },
    {
      key: 'how',
      kind: 'main',
      head: t('security.col-how'),
      renderCell: ({ way }) => t(WAYS[way]),
    },
    {
      key: 'device',
      kind: 'note',
      head: t('security.col-device'),
      renderCell: ({ device }) => <DeviceCell device={device} />,
    },
    {
      key: 'network',
      kind: 'id',
      head: t('security.col-network'),
      renderCell: ({ address }) => <NetworkCell address={address} />,
    },
  ];
  return (
    <SectionCard title={t('security.logins')} lead={t('security.logins-lead')}>
      <PagedList
        caption={t('security.logins')}
        columns={columns}
        found={found}
        page={page}
        onPage={setPage}
        failedTitle={t('security.logins-failed')}
        empty={{ title: t('security.logins-empty') }}
      />
    </SectionCard>
  );
}
