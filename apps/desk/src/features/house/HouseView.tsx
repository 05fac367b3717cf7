import type { DeskCallResult } from '@candor/protocol/desk-light';
import { type Column, DataTable, Empty, formatTime } from '@candor/ui';
import type { ReactElement } from 'react';
import { accountName } from '../../lib/account-name.ts';
import { exactAmount } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';

type Balances = DeskCallResult<'risk.house-balances'>;
type Row = Balances['balances'][number];

/** What each account of the house holds, and how far it stands above its floor. */
export function HouseView({ of: house }: { readonly of: Balances }): ReactElement {
  const t = useDeskT();
  const columns: readonly Column<Row>[] = [
    {
      key: 'account',
      kind: 'name',
      head: t('entry.account'),
      renderCell: ({ account }) => (
        <>
          <span className="block">{accountName(account, t)}</span>
          <span className="mono block text-xs text-ink-3">{account}</span>
        </>
      ),
    },
    {
      key: 'amount',
      kind: 'main',
      head: t('house.holds'),
      end: true,
      renderCell: ({ amount, asset }) => <span className="num">{exactAmount(amount, asset)}</span>,
    },
  ];
  const figures = [
    ['house.worth', house.worth],
    ['house.floor', house.floor],
  ] as const;
  return (
    <>
      <dl className="mb-5 text-sm">
        {figures.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-4 border-b border-line py-[7px]">
            <dt className="text-ink-2">{t(label)}</dt>
            <dd className="num font-semibold">{exactAmount(amount, 'USDT')}</dd>
          </div>
        ))}
      </dl>
      {house.balances.length === 0 ? (
        <Empty title={t('house.empty')} className="px-0">
          {t('house.empty-text')}
        </Empty>
      ) : (
        <div className="desktop:-mx-5">
          <DataTable
            caption={t('house.accounts')}
            columns={columns}
            rows={house.balances}
            rowKey={({ account, asset }) => `${asset} ${account}`}
            className="text-sm"
          />
        </div>
      )}
      <p className="mt-2 text-xs text-ink-3">
        {t('house.as-of', { when: formatTime(house.at, 'zone') })}
      </p>
    </>
  );
}
