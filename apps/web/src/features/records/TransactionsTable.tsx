import type { Transaction } from '@candor/protocol/light';
import { type Column, DASH, DataTable, ExactAmount, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { KIND_LABELS } from './filter.ts';

/** What was won or lost; everything else only changes its place and has no colour. */
const RESULTS: ReadonlySet<Transaction['kind']> = new Set([
  'result',
  'fee',
  'financing',
  'protection',
]);

/** Payments as they were posted: two places, and every one of them on demand. */
export function TransactionsTable(props: {
  readonly records: readonly Transaction[];
}): ReactElement {
  const t = useT();
  const columns: readonly Column<Transaction>[] = [
    {
      key: 'kind',
      kind: 'name',
      head: t('records.kind'),
      renderCell: (record) => t(KIND_LABELS[record.kind]),
    },
    {
      key: 'time',
      kind: 'name',
      head: t('records.time'),
      renderCell: (record) => (
        <bdi className="text-sm whitespace-nowrap text-ink-2">
          {formatTime(record.time, 'second')}
        </bdi>
      ),
    },
    {
      key: 'reference',
      kind: 'id',
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
      kind: 'main',
      head: t('records.amount'),
      end: true,
      renderCell: ({ kind, amount, asset }) => (
        <ExactAmount
          signed
          value={amount}
          asset={asset}
          className={RESULTS.has(kind) ? '' : '!text-ink'}
        />
      ),
    },
    {
      key: 'balance',
      kind: 'derived',
      head: t('records.balance'),
      end: true,
      renderCell: ({ balanceAfter, asset }) => <ExactAmount value={balanceAfter} asset={asset} />,
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
