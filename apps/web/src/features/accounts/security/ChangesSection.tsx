import type { MessageKey } from '@candor/locales';
import { type CallResult, STAFF_FREEZE_REASONS } from '@candor/protocol/light';
import { type Column, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { SectionCard } from '../forms/SectionCard.tsx';
import { PagedList } from './PagedList.tsx';
import { DeviceCell, NetworkCell, WhenCell } from './PlaceCells.tsx';
import { useAccessLog } from './api.ts';

type Change = CallResult<'accounts.access-log'>['records'][number];

const BY: Readonly<Record<Change['by'], MessageKey>> = {
  owner: 'security.by-owner',
  link: 'security.by-link',
  operator: 'security.by-operator',
  product: 'security.by-product',
};

/** Why staff stopped new risk, or an operator's own words. */
function reasonText(reason: string, t: ReturnType<typeof useT>): string {
  const known = STAFF_FREEZE_REASONS.find((one) => one === reason);
  return known === undefined ? reason : t(`breaks.reason-${known}`);
}

function What({ change }: { readonly change: Change }): ReactElement {
  const t = useT();
  return (
    <span className="grid py-1">
      <span className="font-medium">{t(`security.kind-${change.kind}`)}</span>
      {change.reason !== null && (
        <span className="max-w-[48ch] text-xs font-normal text-ink-2">
          {t('security.reason', { reason: `\u2068${reasonText(change.reason, t)}\u2069` })}
        </span>
      )}
    </span>
  );
}

/** Who touched the account: its owner, the link in a mail, or we. */
export function ChangesSection(): ReactElement {
  const t = useT();
  const [page, setPage] = useState(1);
  const found = useAccessLog(page);
  const columns: readonly Column<Change>[] = [
    {
      key: 'what',
      kind: 'name',
      head: t('security.col-what'),
      renderCell: (change) => <What change={change} />,
    },
    {
      key: 'when',
      kind: 'main',
      head: t('security.col-when'),
      renderCell: ({ at }) => <WhenCell at={at} />,
    },
    {
      key: 'by',
      kind: 'main',
      head: t('security.by'),
      renderCell: ({ by, role }) => t(role === null ? BY[by] : `security.role-${role}`),
    },
    {
      key: 'device',
      kind: 'note',
      head: t('security.col-device'),
      renderCell: ({ device, by }) =>
        by === 'owner' || by === 'link' ? <DeviceCell device={device} /> : null,
    },
    {
      key: 'network',
      kind: 'id',
      head: t('security.col-network'),
      renderCell: ({ address }) => <NetworkCell address={address} />,
    },
  ];
  return (
    <SectionCard title={t('security.changes')} lead={t('security.changes-lead')}>
      <PagedList
        caption={t('security.changes')}
        columns={columns}
        found={found}
        page={page}
        onPage={setPage}
        failedTitle={t('security.changes-failed')}
        empty={{
          title: t('security.changes-empty'),
          text: t('security.changes-empty-text'),
        }}
      />
    </SectionCard>
  );
}
