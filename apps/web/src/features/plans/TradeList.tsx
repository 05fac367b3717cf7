import type { PlanFill } from '@candor/protocol/light';
import {
  Amount,
  type Column,
  DASH,
  DataTable,
  Num,
  Pager,
  SourceLine,
  formatNumber,
  formatTime,
  signOf,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ReceiptLink } from '../../lib/ReceiptLink.tsx';
import { reasonWords } from './words.ts';

const SIZE = 20;

/** Trades of a fund, newest first, each with the reason it was made for and its tick. */
export function TradeList({ trades }: { readonly trades: readonly PlanFill[] }): ReactElement {
  const t = useT();
  const [page, setPage] = useState(1);
  if (trades.length === 0) return <p className="text-sm text-ink-2">{t('plans.no-trades')}</p>;
  const columns: readonly Column<PlanFill>[] = [
    {
      key: 'what',
      kind: 'name',
      head: t('plans.trade'),
      renderCell: ({ time, code, quantity }) => (
        <>
          {t('plans.side', { side: signOf(quantity) < 0 ? 'sell' : 'other' })} <Num>{code}</Num>
          <span className="block text-xs font-normal text-ink-3">
            <bdi>{formatTime(time, 'second')}</bdi>
          </span>
        </>
      ),
    },
    {
      key: 'why',
      kind: 'main',
      head: t('plans.reason'),
      renderCell: (fill) => (
        <span className="block max-w-[44ch] text-sm text-ink-2">{reasonWords(fill, t)}</span>
      ),
    },
    {
      key: 'quantity',
      kind: 'term',
      head: t('plans.quantity'),
      end: true,
      renderCell: ({ quantity }) => <Num>{formatNumber(quantity.replace('-', ''))}</Num>,
    },
    {
      key: 'price',
      kind: 'main',
      head: t('plans.price'),
      end: true,
      renderCell: ({ price }) => <Num>{formatNumber(price, { placesMin: 2 })}</Num>,
    },
    {
      key: 'fee',
      kind: 'derived',
      head: t('records.kind-fee'),
      end: true,
      renderCell: ({ fee }) => <Amount value={fee} />,
    },
    {
      key: 'result',
      kind: 'main',
      head: t('plans.result'),
      end: true,
      renderCell: ({ result }) => <Amount signed value={result} />,
    },
    {
      key: 'tick',
      kind: 'id',
      head: t('receipt.tick'),
      renderCell: ({ tickId }) => (
        <SourceLine state="checkable">
          <bdi dir="ltr" className="mono">
            {tickId}
          </bdi>
        </SourceLine>
      ),
    },
    {
      key: 'receipt',
      kind: 'main',
      head: t('orders.receipt-word'),
      end: true,
      renderCell: ({ receiptNo }) =>
        receiptNo === null ? (
          DASH
        ) : (
          <span className="inline-flex">
            <ReceiptLink number={receiptNo} isIcon />
          </span>
        ),
    },
  ];
  return (
    <>
      <DataTable
        caption={t('plans.trades')}
        columns={columns}
        rows={trades.slice((page - 1) * SIZE, page * SIZE)}
        rowKey={({ id }) => id}
        rowHeight={56}
      />
      <Pager
        label={t('plans.trades')}
        page={page}
        total={trades.length}
        size={SIZE}
        isOnItsWay={false}
        onPage={setPage}
      />
    </>
  );
}
