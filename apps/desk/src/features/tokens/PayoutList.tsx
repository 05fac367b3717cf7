import type { CharityPayout, DeskCharity } from '@candor/protocol/desk-light';
import { type Column, DataTable, Empty, Pager, SelectField, formatTime } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { Waits } from '../../lib/Waits.tsx';
import { accountName } from '../../lib/account-name.ts';
import { exactAmount } from '../../lib/amounts.ts';
import { PAGES } from '../../lib/paths.ts';
import { useDeskT } from '../../lib/texts.ts';
import { LIST_PAGE, usePayouts } from './tokens-api.ts';

/** What was paid out: how much, by which reference, and the charity's receipt. */
export function PayoutTable(props: {
  readonly caption: string;
  readonly rows: readonly CharityPayout[];
}): ReactElement {
  const t = useDeskT();
  const columns: readonly Column<CharityPayout>[] = [
    {
      key: 'number',
      head: t('charities.case'),
      renderCell: ({ id, number }) => (
        <Link href={`${PAGES.cases.path}/${id}`} className="mono underline">
          {number}
        </Link>
      ),
    },
    {
      key: 'charity',
      head: t('charities.charity'),
      leaves: 1,
      renderCell: ({ charity }) => <bdi className="break-words">{charity}</bdi>,
    },
    {
      key: 'amount',
      head: t('charities.field-amount'),
      end: true,
      renderCell: ({ amount }) => (
        <span className="num whitespace-nowrap">{exactAmount(amount, 'USDT')}</span>
      ),
    },
    {
      key: 'reference',
      head: t('charities.field-reference'),
      renderCell: ({ reference, via }) => (
        <>
          <bdi className="block break-all">{reference}</bdi>
          <span className="block text-xs text-ink-3">{accountName(`world:${via}`, t)}</span>
        </>
      ),
    },
    {
      key: 'receipt',
      head: t('charities.field-receipt'),
      renderCell: ({ receipt }) => (
        <>
          <bdi className="block break-all">{receipt.number}</bdi>
          {receipt.sha256 !== null && (
            <span className="mono block text-xs break-all text-ink-3">{receipt.sha256}</span>
          )}
        </>
      ),
    },
    {
      key: 'at',
      head: t('charities.at'),
      end: true,
      renderCell: ({ at }) => (
        <span className="num whitespace-nowrap">{formatTime(at, 'zone')}</span>
      ),
    },
  ];
  return (
    <div className="overflow-x-auto desktop:-mx-5">
      <DataTable
        caption={props.caption}
        columns={columns}
        rows={props.rows}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

/** Pay-outs of all charities or of one, the newest first. */
export function PayoutList(props: { readonly charities: readonly DeskCharity[] }): ReactElement {
  const t = useDeskT();
  const [charity, setCharity] = useState('');
  const [page, setPage] = useState(1);
  const payouts = usePayouts(charity, page);
  return (
    <section aria-label={t('charities.payouts')} className="mt-4">
      <h2 className="mb-2 text-base tracking-normal">{t('charities.payouts')}</h2>
      <SelectField
        className="mb-3 max-w-[260px] max-desktop:max-w-none"
        label={t('charities.charity')}
        value={charity}
        choices={[
          { value: '', label: t('charities.all') },
          ...props.charities.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(next) => {
          setCharity(next);
          setPage(1);
        }}
      />
      <Waits of={payouts}>
        {({ records, total }) =>
          records.length === 0 ? (
            <Empty title={t('charities.none-paid')} className="px-0" />
          ) : (
            <>
              <PayoutTable caption={t('charities.payouts')} rows={records} />
              <Pager
                label={t('charities.pages')}
                page={page}
                total={total}
                size={LIST_PAGE}
                isOnItsWay={payouts.isFetching}
                onPage={setPage}
              />
            </>
          )
        }
      </Waits>
    </section>
  );
}
