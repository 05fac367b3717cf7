import type { Loan } from '@candor/protocol/light';
import {
  Amount,
  type Column,
  DASH,
  DataTable,
  Empty,
  cardClass,
  formatDay,
  formatTime,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { Paged, Waiting } from '../../../lib/Paged.tsx';
import { LoanStateChip } from '../LoanState.tsx';
import { PAGE_SIZE, useLoans } from '../api.ts';
import { ltvWords } from '../words.ts';

type ListProps = {
  readonly hrefOf: (id: string) => string;
};

function Rows(props: ListProps & { readonly loans: readonly Loan[] }): ReactElement {
  const { loans, hrefOf } = props;
  const t = useT();
  const columns: readonly Column<Loan>[] = [
    {
      key: 'number',
      kind: 'name',
      head: t('loan.number'),
      renderCell: ({ id, number, createdTime }) => (
        <>
          <Link
            href={hrefOf(id)}
            className="inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-3 max-desktop:min-h-11"
          >
            <bdi dir="ltr">{number}</bdi>
          </Link>
          <span className="block text-xs font-normal text-ink-3">{formatTime(createdTime)}</span>
        </>
      ),
    },
    {
      key: 'state',
      kind: 'main',
      head: t('records.status'),
      renderCell: ({ state }) => <LoanStateChip state={state} />,
    },
    {
      key: 'amount',
      kind: 'term',
      head: t('loan.borrow'),
      end: true,
      renderCell: ({ amount }) => <Amount value={amount} />,
    },
    {
      key: 'owed',
      kind: 'main',
      head: t('loan.owed'),
      end: true,
      renderCell: ({ owed }) => <Amount value={owed} />,
    },
    {
      key: 'ltv',
      kind: 'derived',
      head: t('loan.ltv'),
      end: true,
      renderCell: ({ ltv, canRepay }) => (canRepay ? ltvWords(ltv) : DASH),
    },
    {
      key: 'due',
      kind: 'main',
      head: t('loan.due'),
      end: true,
      renderCell: ({ due }) => (due === null ? DASH : formatDay(due)),
    },
  ];
  return (
    <DataTable
      caption={t('loan.mine')}
      columns={columns}
      rows={loans}
      rowKey={({ id }) => id}
      rowHeight={56}
    />
  );
}

/** The user's loans, newest first, each with its state. */
export function LoanList(props: ListProps): ReactElement {
  const t = useT();
  const [page, setPage] = useState(1);
  const found = useLoans(page);
  return (
    <div className={cardClass}>
      <Paged
        found={found}
        label={t('loan.mine')}
        page={page}
        size={PAGE_SIZE}
        onPage={setPage}
        waiting={<Waiting rows={4} className="grid gap-4 p-5" />}
        failed={{ title: t('loan.mine'), className: 'm-4' }}
        empty={
          // The page's own button is how to ask for one.
          <Empty title={t('loan.empty')}>{t('loan.empty-text')}</Empty>
        }
      >
        {({ records }) => <Rows {...props} loans={records} />}
      </Paged>
    </div>
  );
}
