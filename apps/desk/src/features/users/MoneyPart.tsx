import type { DeskCallResult, UserMail, UserMoney } from '@candor/protocol/desk-light';
import {
  type Column,
  DASH,
  DataTable,
  Pager,
  Segments,
  formatNumber,
  formatTime,
} from '@candor/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { levelText } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';
import { Part } from './ProfilePart.tsx';
import { useMails, usePayments, useUserMoney } from './users-api.ts';

type T = ReturnType<typeof useDeskT>;
type Position = UserMoney['positions'][number];
type Payment = DeskCallResult<'users.list-payments'>['records'][number];

/** Rows of a page, as the server answers unless another number is asked for. */
const PAGE_SIZE = 20;

const usdt = (text: string | null, t: T): string =>
  text === null ? t('users.unpriced') : `${formatNumber(text, { placesMin: 2 })} USDT`;

function positionColumns(t: T): readonly Column<Position>[] {
  return [
    { key: 'code', kind: 'name', head: t('users.instrument'), renderCell: ({ code }) => code },
    {
      key: 'side',
      kind: 'main',
      head: t('users.side'),
      renderCell: ({ direction }) => t(`users.side-${direction}`),
    },
    {
      key: 'lots',
      kind: 'main',
      head: t('users.lots'),
      end: true,
      renderCell: ({ lots }) => formatNumber(lots),
    },
    {
      key: 'no',
      kind: 'name',
      head: t('users.order'),
      renderCell: ({ orderNo }) => <span className="mono">{orderNo}</span>,
    },
  ];
}

/** One trading account: what it holds, its margin level, and the contracts that are at risk. */
function AccountPart({ of: one }: { readonly of: UserMoney }): ReactElement {
  const t = useDeskT();
  const { figures } = one;
  const level = figures.marginLevel;
  const rows = [
    ['users.balance', usdt(figures.amount, t)],
    ['users.bond', usdt(figures.bondAmount, t)],
    ['users.free', usdt(figures.freeMargin, t)],
    ['users.pnl', usdt(figures.floatingPnL, t)],
    ['users.total', usdt(figures.totalAssets, t)],
    ['users.level', level === null ? DASH : levelText(level)],
  ] as const;
  return (
    <Part title={t(`users.mode-${figures.mode}`)}>
      <dl className="mb-3 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-b border-line py-[7px]">
            <dt className="text-ink-3">{t(label)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {one.positions.length === 0 ? (
        <p className="text-sm text-ink-3">{t('users.no-positions')}</p>
      ) : (
        <div className="desktop:-mx-5">
          <DataTable
            caption={t(`users.mode-${figures.mode}`)}
            columns={positionColumns(t)}
            rows={one.positions}
            rowKey={({ id }) => id}
            className="text-sm"
          />
        </div>
      )}
      <p className="mt-2 text-sm text-ink-3">
        {t('users.waiting', { count: one.waiting })}. {t('users.options', { count: one.options })}.
      </p>
    </Part>
  );
}

/** A table of which one page is shown, with what turns the pages. */
function PagedTable<Row extends { readonly id: string }>(props: {
  readonly title: string;
  readonly empty: string;
  readonly columns: readonly Column<Row>[];
  readonly found: UseQueryResult<{ readonly records: readonly Row[]; readonly total: number }>;
  readonly page: number;
  readonly onPage: (page: number) => void;
}): ReactElement {
  const { title, empty, columns, found, page, onPage } = props;
  return (
    <Waits of={found}>
      {({ records, total }) =>
        records.length === 0 ? (
          <p className="mt-2 text-sm text-ink-3">{empty}</p>
        ) : (
          <>
            <div className="desktop:-mx-5">
              <DataTable
                caption={title}
                columns={columns}
                rows={records}
                rowKey={({ id }) => id}
                className="mt-2 text-sm"
              />
            </div>
            <Pager
              label={title}
              page={page}
              total={total}
              size={PAGE_SIZE}
              isOnItsWay={found.isFetching}
              onPage={onPage}
            />
          </>
        )
      }
    </Waits>
  );
}

function Statement({ id }: { readonly id: string }): ReactElement {
  const t = useDeskT();
  const [mode, setMode] = useState<'demo' | 'real'>('real');
  const [page, setPage] = useState(1);
  const found = usePayments(id, { mode, page });
  const columns: readonly Column<Payment>[] = [
    {
      key: 'time',
      kind: 'name',
      head: t('users.time'),
      renderCell: ({ time }) => formatTime(time, 'short'),
    },
    {
      key: 'kind',
      kind: 'main',
      head: t('users.kind'),
      renderCell: ({ kind }) => t(`records.kind-${kind}`),
    },
    {
      key: 'amount',
      kind: 'main',
      head: t('users.amount'),
      end: true,
      renderCell: ({ amount, asset }) => `${formatNumber(amount, { placesMin: 2 })} ${asset}`,
    },
    {
      key: 'after',
      kind: 'derived',
      head: t('users.balance'),
      end: true,
      renderCell: ({ balanceAfter }) => formatNumber(balanceAfter, { placesMin: 2 }),
    },
  ];
  return (
    <Part title={t('users.payments')}>
      <Segments
        label={t('users.payments')}
        value={mode}
        onChange={(chosen) => {
          setMode(chosen);
          setPage(1);
        }}
        choices={[
          { value: 'real', label: t('users.mode-real') },
          { value: 'demo', label: t('users.mode-demo') },
        ]}
      />
      <PagedTable
        title={t('users.payments')}
        empty={t('users.no-payments')}
        columns={columns}
        found={found}
        page={page}
        onPage={setPage}
      />
    </Part>
  );
}

/** What a user owns and risks, as queries of the books: nothing here can be changed. */
export function MoneyPart({ id }: { readonly id: string }): ReactElement {
  return (
    <>
      <Waits of={useUserMoney(id)}>
        {(accounts) => accounts.map((one) => <AccountPart key={one.figures.mode} of={one} />)}
      </Waits>
      <Statement id={id} />
    </>
  );
}

/** Messages that left for a user; what they said is not kept. */
export function MailsPart({ id }: { readonly id: string }): ReactElement {
  const t = useDeskT();
  const [page, setPage] = useState(1);
  const found = useMails(id, page);
  const columns: readonly Column<UserMail>[] = [
    {
      key: 'at',
      kind: 'name',
      head: t('users.time'),
      renderCell: ({ at }) => formatTime(at, 'short'),
    },
    {
      key: 'subject',
      kind: 'main',
      head: t('users.subject'),
      renderCell: ({ subject, address }) => (
        <>
          <span className="block">{subject}</span>
          <bdi className="block text-xs text-ink-3">{address}</bdi>
        </>
      ),
    },
    {
      key: 'state',
      kind: 'main',
      head: t('users.state'),
      renderCell: ({ state }) => t(`users.mail-${state}`),
    },
  ];
  return (
    <Part title={t('users.mails')}>
      <p className="text-sm text-ink-3">{t('users.mails-text')}</p>
      <PagedTable
        title={t('users.mails')}
        empty={t('users.no-mails')}
        columns={columns}
        found={found}
        page={page}
        onPage={setPage}
      />
    </Part>
  );
}
