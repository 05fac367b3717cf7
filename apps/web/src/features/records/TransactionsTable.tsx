import type { Transaction } from '@candor/protocol/light';
import { Amount, type Column, DASH, DataTable, formatTime, placesOfStep, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { KIND_LABELS } from './filter.ts';

/** A record is exact: as many places as it has, two at least. */
const placesOf = (text: string): number => Math.max(2, placesOfStep(text));

/** Payments as they were posted, to the last place. */
export function TransactionsTable(props: {
  readonly records: readonly Transaction[];
}): ReactElement {
  const t = useT();
  const columns: readonly Column<Transaction>[] = [
    {
      key: 'kind',
      head: t('records.kind'),
      renderCell: (record) => t(KIND_LABELS[record.kind]),
    },
    {
      key: 'time',
      head: t('records.time'),
      renderCell: (record) => (
        <bdi className="text-sm whitespace-nowrap text-ink-2">
          {formatTime(record.time, 'second')}
        </bdi>
      ),
    },
    {
      key: 'reference',
      head: t('records.reference'),
      renderCell: (record) =>
        record.reference === '' ? (
          <span className="text-ink-3">{DASH}</span>
        ) : (
          <bdi className="num text-sm">{record.reference}</bdi>
        ),
    },
    {
      key: 'amount',
      head: t('records.amount'),
      end: true,
      renderCell: ({ amount, asset }) => (
        <Amount signed value={amount} asset={asset} places={placesOf(amount)} />
      ),
    },
    {
      key: 'balance',
      head: t('records.balance'),
      end: true,
      renderCell: ({ balanceAfter, asset }) => (
        <Amount value={balanceAfter} asset={asset} places={placesOf(balanceAfter)} />
      ),
    },
  ];
  return (
    <DataTable
      caption={t('page.records-title')}
      columns={columns}
      rows={props.records}
      rowKey={(record) => record.id}
      rowHeight={44}
    />
  );
}
