import { unixMs, utcDayOf } from '@candor/kernel';
import type { PlanOrder, PlanOrderDetail } from '@candor/protocol/light';
import {
  Amount,
  Card,
  type Column,
  DASH,
  DataTable,
  KeyValue,
  Note,
  Pager,
  RiskFacts,
  formatDay,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { OrderNumber } from '../../../lib/OrderNumber.tsx';
import { ReceiptLink } from '../../../lib/ReceiptLink.tsx';
import { failureOf } from '../../../lib/query.ts';
import { PaperNote } from '../PaperNote.tsx';
import { TradeList } from '../TradeList.tsx';
import { usePlanOrder } from '../api.ts';
import { centWords, usdtWords } from '../../../lib/figure-words.ts';
import { planTitle, ruleCard, shareWords, utcTime } from '../words.ts';
import { NextMidnight } from './NextMidnight.tsx';
import { PlanActions } from './PlanActions.tsx';
import { PlanStateChip } from './PlanState.tsx';
import { exitCost, joinTime, planIdentity } from './identity.ts';

const SIZE = 31;
/** All places of USDT: the rows add up to the last unit. */
const EXACT = 6;
type Day = PlanOrderDetail['settled'][number];

/** Invested, result, what was taken and what it is worth, one under the other. */
function Identity({ order }: { readonly order: PlanOrder }): ReactElement {
  const t = useT();
  const rows = planIdentity(order);
  if (order.status === 'pending') {
    return <p className="text-sm text-ink-2">{t('plans.joins-text')}</p>;
  }
  if (rows === null) return <Note tone="warn">{t('plans.no-price')}</Note>;
  return (
    <>
      <dl className="grid gap-1.5 text-sm">
        <KeyValue label={t('plans.invested')}>
          <Amount value={rows.invested} places={EXACT} />
        </KeyValue>
        {rows.granted !== null && (
          <KeyValue label={t('plans.house-paid')}>
            <Amount signed value={rows.granted} places={EXACT} />
          </KeyValue>
        )}
        <KeyValue label={t('plans.result-days')}>
          <Amount signed value={rows.result} places={EXACT} />
        </KeyValue>
        {rows.today !== null && (
          <KeyValue label={t('plans.today')}>
            <Amount signed value={rows.today} places={EXACT} />
          </KeyValue>
        )}
        <KeyValue label={t('plans.share-taken')}>
          <Amount value={rows.share} places={EXACT} />
        </KeyValue>
        <KeyValue label={t('plans.exit-early')}>
          <Amount value={rows.early} places={EXACT} />
        </KeyValue>
      </dl>
      <dl className="border-t border-line pt-1.5 text-sm">
        <KeyValue label={t(order.status === 'closed' ? 'plans.exit-receive' : 'plans.value')}>
          <Amount value={rows.value} places={EXACT} className="text-lg font-semibold" />
        </KeyValue>
      </dl>
      <p className="text-xs text-ink-3">{t('plans.identity')}</p>
    </>
  );
}

/** What it runs on, and until when. */
function Terms({ order }: { readonly order: PlanOrder }): ReactElement {
  const t = useT();
  const { leaving } = order;
  const joinsAt = joinTime(order);
  return (
    <>
      <div className="grid gap-1">
        <h2 className="text-sm font-medium tracking-normal text-ink-3">{t('plans.rules')}</h2>
        <p className="text-sm text-ink-2">{ruleCard(order, t)}</p>
      </div>
      <dl className="grid gap-1.5 text-sm">
        {joinsAt === null ? (
          <KeyValue label={t('plans.began')}>
            {order.startTime === null ? DASH : <bdi>{utcTime(order.startTime)}</bdi>}
          </KeyValue>
        ) : (
          <KeyValue label={t('plans.joins')}>
            <NextMidnight at={joinsAt} />
          </KeyValue>
        )}
        <KeyValue label={t('plans.matures')}>
          <bdi>{utcTime(order.closeTime ?? order.maturesAt)}</bdi>
        </KeyValue>
        <KeyValue label={t('plans.settled-days')}>
          {t('plans.losing-of', {
            losing: String(order.settledDays),
            days: String(order.days),
          })}
        </KeyValue>
        {joinsAt === null && order.nextProfitTime !== null && (
          <KeyValue label={t('plans.next')}>
            <NextMidnight at={order.nextProfitTime} />
          </KeyValue>
        )}
        <KeyValue label={t('plans.share')}>
          {t('plans.share-of', { percent: shareWords(order.shareRate) })}
        </KeyValue>
      </dl>
      {order.status !== 'closed' && (
        <RiskFacts title={t('plans.risk')}>
          <KeyValue label={t('plans.max-loss')}>{usdtWords(order.maxLoss)}</KeyValue>
          <KeyValue label={t('plans.leave-now')}>
            {leaving === null
              ? DASH
              : `${centWords(leaving.receive)} (${t('plans.exit-cost', {
                  amount: centWords(exitCost(leaving)),
                })})`}
          </KeyValue>
        </RiskFacts>
      )}
    </>
  );
}

/** Each settled day: what it brought, what was taken, and where that left the plan. */
function Days({ days }: { readonly days: readonly Day[] }): ReactElement {
  const t = useT();
  const [page, setPage] = useState(1);
  if (days.length === 0) return <p className="text-sm text-ink-2">{t('plans.none-yet')}</p>;
  const columns: readonly Column<Day>[] = [
    {
      key: 'day',
      kind: 'name',
      head: t('plans.day'),
      renderCell: ({ day }) => <bdi>{formatDay(day)}</bdi>,
    },
    {
      key: 'result',
      kind: 'main',
      head: t('plans.result'),
      end: true,
      renderCell: ({ result }) => <Amount signed value={result} places={EXACT} />,
    },
    {
      key: 'share',
      kind: 'derived',
      head: t('plans.share-taken'),
      end: true,
      renderCell: ({ share }) => <Amount value={share} places={EXACT} />,
    },
    {
      key: 'value',
      kind: 'main',
      head: t('plans.value'),
      end: true,
      renderCell: ({ value }) => <Amount value={value} places={EXACT} />,
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
        caption={t('plans.days')}
        columns={columns}
        rows={days.toReversed().slice((page - 1) * SIZE, page * SIZE)}
        rowKey={({ day }) => day}
        rowHeight={46}
      />
      <Pager
        label={t('plans.days')}
        page={page}
        total={days.length}
        size={SIZE}
        isOnItsWay={false}
        onPage={setPage}
      />
    </>
  );
}

function Ready(props: {
  readonly order: PlanOrderDetail;
  readonly onAgain: (order: PlanOrder) => void;
}): ReactElement {
  const { order, onAgain } = props;
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {order.mode === 'demo' && <PaperNote />}
      <div className="grid items-start gap-6 desktop:grid-cols-2 max-desktop:gap-4">
        <Card className="grid gap-4 p-6 max-desktop:p-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div>
              <h1 className="text-xl tracking-normal">{planTitle(order, t)}</h1>
              <OrderNumber number={order.orderNo} receiptNo={order.receiptNo} />
            </div>
            <PlanStateChip state={order.state} />
          </div>
          {order.status === 'closed' && (
            <p className="text-sm text-ink-2">
              {t('plans.end', { state: order.state })}
              {order.closeTime !== null && <> {formatDay(utcDayOf(unixMs(order.closeTime)))}</>}
            </p>
          )}
          <Identity order={order} />
          <div className="flex flex-wrap items-center gap-3">
            <PlanActions order={order} onAgain={onAgain} />
            {order.receiptNo !== null && <ReceiptLink number={order.receiptNo} />}
          </div>
        </Card>
        <Card className="grid gap-4 p-6 max-desktop:p-4">
          <Terms order={order} />
        </Card>
      </div>
      <section aria-label={t('plans.days')} className="grid gap-3">
        <h2 className="text-xl">{t('plans.days')}</h2>
        <Card className="p-5 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0">
          <Days days={order.settled} />
        </Card>
      </section>
      <section aria-label={t('plans.trades')} className="grid gap-3">
        <h2 className="text-xl">{t('plans.trades')}</h2>
        <Card className="p-5 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0">
          <TradeList trades={order.trades} />
        </Card>
      </section>
    </div>
  );
}

/** One of one's own plans: what it came to, why, day by day, and what may be done. */
export function PlanOrderView(props: {
  readonly id: string;
  readonly onAgain: (order: PlanOrder) => void;
}): ReactElement {
  const found = usePlanOrder(props.id);
  const failure = failureOf(found.error);
  if (found.data !== undefined) return <Ready order={found.data} onAgain={props.onAgain} />;
  if (failure === null) return <Waiting rows={6} className="grid gap-4" />;
  return <ReadFailed failure={failure} onRetry={() => void found.refetch()} />;
}
