import type { CharityPayout, CreatorPayout, DeskCharity } from '@candor/protocol/desk-light';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Column, DataTable, Empty, Pager, SelectField, formatTime } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { ShortHash } from '../../lib/ShortHash.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { accountName } from '../../lib/account-name.ts';
import { exactAmount } from '../../lib/amounts.ts';
import { PAGES } from '../../lib/paths.ts';
import { useDeskT } from '../../lib/texts.ts';
import { LIST_PAGE, useCreatorPayouts, usePayouts } from './tokens-api.ts';

type Payout = CharityPayout | CreatorPayout;
const payeeOf = (one: Payout): string => ('charity' in one ? one.charity : one.creator);
const viaOf = (one: Payout): CharityPayout['via'] => ('via' in one ? one.via : 'outside');

/** What was paid out: to whom, how much, by which reference, and the receipt. */
export function PayoutTable(props: {
  readonly caption: string;
  readonly to: 'charity' | 'creator';
  readonly rows: readonly Payout[];
}): ReactElement {
  const isCharity = props.to === 'charity';
  const t = useDeskT();
  const columns: readonly Column<Payout>[] = [
    {
      key: 'number',
      kind: 'name',
      head: t('charities.case'),
      renderCell: ({ id, number }) => (
        <Link href={`${PAGES.cases.path}/${id}`} className="mono whitespace-nowrap underline">
          {number}
        </Link>
      ),
    },
    {
      key: 'payee',
      kind: 'name',
      head: t(isCharity ? 'charities.charity' : 'tokens.field-creator'),
      renderCell: (one) => <bdi className="break-words">{payeeOf(one)}</bdi>,
    },
    {
      key: 'amount',
      kind: 'main',
      head: t('charities.field-amount'),
      end: true,
      renderCell: ({ amount }) => (
        <span className="num whitespace-nowrap">{exactAmount(amount, 'USDT')}</span>
      ),
    },
    {
      key: 'reference',
      // What a payment is told from others by: no other may be written down under it.
      kind: 'main',
      head: t('charities.field-reference'),
      renderCell: (one) => (
        <>
          <bdi className="block break-all">{one.reference}</bdi>
          <span className="block text-xs text-ink-3">{accountName(`world:${viaOf(one)}`, t)}</span>
        </>
      ),
    },
    {
      key: 'receipt',
      kind: 'main',
      head: t(isCharity ? 'charities.field-receipt' : 'creators.field-receipt'),
      renderCell: ({ receipt }) => (
        <>
          <bdi className="block break-all">{receipt.number}</bdi>
          {receipt.sha256 !== null && <ShortHash hash={receipt.sha256} />}
        </>
      ),
    },
    {
      key: 'at',
      kind: 'time',
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

type Paged = {
  readonly title: string;
  readonly to: 'charity' | 'creator';
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly of: UseQueryResult<{ readonly records: readonly Payout[]; readonly total: number }>;
  readonly children?: ReactNode;
};

function PayoutPages({ title, to, page, onPage, of, children }: Paged): ReactElement {
  const t = useDeskT();
  return (
    <section aria-label={title} className="mt-4">
      <h2 className="mb-2 text-base tracking-normal">{title}</h2>
      {children}
      <Waits of={of}>
        {({ records, total }) =>
          records.length === 0 ? (
            <Empty title={t('charities.none-paid')} className="px-0" />
          ) : (
            <>
              <PayoutTable caption={title} to={to} rows={records} />
              <Pager
                label={t(to === 'charity' ? 'charities.pages' : 'creators.pages-paid')}
                page={page}
                total={total}
                size={LIST_PAGE}
                isOnItsWay={of.isFetching}
                onPage={onPage}
              />
            </>
          )
        }
      </Waits>
    </section>
  );
}

/** Pay-outs of all charities or of one, the newest first. */
export function PayoutList(props: { readonly charities: readonly DeskCharity[] }): ReactElement {
  const t = useDeskT();
  const [charity, setCharity] = useState('');
  const [page, setPage] = useState(1);
  const payouts = usePayouts(charity, page);
  return (
    <PayoutPages
      title={t('charities.payouts')}
      to="charity"
      page={page}
      onPage={setPage}
      of={payouts}
    >
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
    </PayoutPages>
  );
}

/** Pay-outs of all artists, the newest first. */
export function CreatorPayoutList(): ReactElement {
  const t = useDeskT();
  const [page, setPage] = useState(1);
  const payouts = useCreatorPayouts('', page);
  return (
    <PayoutPages
      title={t('creators.payouts')}
      to="creator"
      page={page}
      onPage={setPage}
      of={payouts}
    />
  );
}
