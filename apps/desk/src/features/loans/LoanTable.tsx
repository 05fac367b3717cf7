import type { DeskLoan } from '@candor/protocol/desk-light';
import { Amount, Button, type Column, DataTable, formatDay } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { exactAmount, ltvText } from '../../lib/amounts.ts';
import { PAGES } from '../../lib/paths.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { WriteOffDialog } from './WriteOffDialog.tsx';

/** Loans that run: who owes what, what secures it, and from whom nothing may be left to collect. */
export function LoanTable(props: {
  readonly caption: string;
  readonly rows: readonly DeskLoan[];
}): ReactElement {
  const t = useDeskT();
  const member = useMember();
  const [chosen, setChosen] = useState<DeskLoan | null>(null);
  const mayPropose = hasRole(member, ['risk']);
  const maySeeUsers = hasRole(member, PAGES.users.roles);
  const columns: readonly Column<DeskLoan>[] = [
    {
      key: 'number',
      kind: 'name',
      head: t('loan-book.number'),
      renderCell: (one) => <span className="mono whitespace-nowrap">{one.number}</span>,
    },
    {
      key: 'borrower',
      kind: 'name',
      head: t('loan-book.borrower'),
      renderCell: ({ userId, username }) =>
        maySeeUsers ? (
          <Link
            to={`${PAGES.users.path}/${userId}`}
            className="target inline-block break-all underline"
          >
            <bdi>{username}</bdi>
          </Link>
        ) : (
          <bdi className="break-all">{username}</bdi>
        ),
    },
    {
      key: 'ltv',
      kind: 'main',
      head: t('loan-book.level'),
      end: true,
      renderCell: ({ value, ltv }) =>
        ltv === null ? (
          <span className="text-warn">
            {t(value === null ? 'loan-book.no-judgement' : 'loan-book.unsecured')}
          </span>
        ) : (
          <span className="num font-semibold">{ltvText(ltv)}</span>
        ),
    },
    {
      key: 'owed',
      kind: 'main',
      head: t('loan-book.owed'),
      end: true,
      renderCell: ({ owed }) => <Amount value={owed} />,
    },
    {
      key: 'collateral',
      kind: 'term',
      head: t('loan-book.collateral'),
      end: true,
      renderCell: ({ collateral }) => (
        <span className="num block py-1.5">
          {collateral.length === 0
            ? t('loan-book.nothing')
            : collateral.map(({ asset, amount }) => (
                <span key={asset} className="block whitespace-nowrap">
                  {exactAmount(amount, asset)}
                </span>
              ))}
        </span>
      ),
    },
    {
      key: 'value',
      kind: 'derived',
      head: t('loan-book.value'),
      end: true,
      renderCell: ({ value }) =>
        value === null ? (
          <span className="text-warn">{t('loan-book.no-judgement')}</span>
        ) : (
          <Amount value={value} />
        ),
    },
    {
      key: 'due',
      kind: 'main',
      head: t('loan-book.due'),
      end: true,
      renderCell: ({ due, daysLate }) => (
        <span className="whitespace-nowrap">
          <span className="num block">{formatDay(due)}</span>
          {daysLate > 0 && (
            <span className="block text-xs font-medium text-warn">
              {t('loan-book.late', { days: daysLate })}
            </span>
          )}
        </span>
      ),
    },
    ...(mayPropose
      ? [
          {
            key: 'write-off',
            kind: 'act' as const,
            head: t('loan-book.write-off'),
            end: true,
            renderCell: (one: DeskLoan) =>
              one.state === 'overdue' ? (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={t('loan-book.write-off-of', { number: one.number })}
                  onClick={() => setChosen(one)}
                >
                  {t('loan-book.write-off')}
                </Button>
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <>
      <div className="overflow-x-auto desktop:-mx-5">
        <DataTable
          caption={props.caption}
          columns={columns}
          rows={props.rows}
          rowKey={({ id }) => id}
        />
      </div>
      {chosen !== null && <WriteOffDialog of={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
