import type { PlanDetail } from '@candor/protocol/light';
import { Amount, type Column, DataTable, formatDay, useT } from '@candor/ui';
import type { ReactElement } from 'react';

type Subsidy = NonNullable<PlanDetail['subsidies']>[number];

/** What the house paid into the fund, apart from every result: how much, for which day and why. */
export function HousePaid({ subsidies }: { readonly subsidies: readonly Subsidy[] }): ReactElement {
  const t = useT();
  const columns: readonly Column<Subsidy>[] = [
    {
      key: 'day',
      kind: 'name',
      head: t('plans.day'),
      renderCell: ({ day }) => <bdi className="whitespace-nowrap">{formatDay(day)}</bdi>,
    },
    {
      key: 'amount',
      kind: 'main',
      head: t('plans.house-paid'),
      end: true,
      renderCell: ({ amount }) => <Amount value={amount} />,
    },
    {
      key: 'reason',
      kind: 'note',
      head: t('plans.house-paid-reason'),
      renderCell: ({ reason }) => (
        <span dir="auto" className="block py-1.5 break-words whitespace-pre-line">
          {reason}
        </span>
      ),
    },
  ];
  return (
    <>
      <p className="mb-2 text-sm text-ink-2">{t('plans.house-paid-text')}</p>
      <DataTable
        caption={t('plans.house-paid')}
        columns={columns}
        rows={subsidies}
        rowKey={({ at, day, amount }) => `${at} ${day} ${amount}`}
        rowHeight={46}
      />
    </>
  );
}
