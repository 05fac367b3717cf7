import type { MarketInfo, Order } from '@candor/protocol/light';
import {
  Amount,
  Button,
  ErrorNote,
  KeyValue,
  Num,
  Price,
  Skeleton,
  formatNumber,
  signOf,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { href } from '../../../lib/paths.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { ReceiptLink } from '../../../lib/ReceiptLink.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderNumber } from '../../../lib/OrderNumber.tsx';
import { TYPE_LABELS } from '../order/TypeRow.tsx';
import { useOrderDetail } from '../order/detail-api.ts';
import { fieldsOfOrder, wishForTicket } from '../ticket/ticket-wish.ts';
import { REASON_LABELS, closeOutText, refusalOfCode } from '../order/view.ts';

type Props = {
  readonly order: Order;
  readonly info: MarketInfo;
  readonly onClose: () => void;
};

/** An order's figures, its history, its receipts, and the way to do the same again. */
export function OrderDetails({ order, info, onClose }: Props): ReactElement {
  const t = useT();
  const [, go] = useLocation();
  const detail = useOrderDetail(order.id);
  const failure = failureOf(detail.error);
  const repeat = (): void => {
    onClose();
    wishForTicket({ code: order.code, fields: fieldsOfOrder(order) });
    go(href('detail', { code: order.code, type: String(order.type), id: info.id }));
  };
  return (
    <div className="grid gap-4">
      <Facts order={order} info={info} />
      {order.status === 'closed' && order.profit !== undefined && (
        <OtherSide profit={order.profit} />
      )}
      <section aria-label={t('orders.history')}>
        <h3 className="text-sm tracking-normal">{t('orders.history')}</h3>
        {detail.data !== undefined ? (
          <OrderHistory events={detail.data.events} tickSize={info.tickSize} />
        ) : failure === null ? (
          <Skeleton className="mt-2 h-10" />
        ) : (
          <ErrorNote>{failureText(failure, t)}</ErrorNote>
        )}
      </section>
      <Button variant="secondary" wide onClick={repeat}>
        {t('orders.repeat')}
      </Button>
    </div>
  );
}

/** The house is the counterparty, and says so on every closed contract, as its receipts do. */
function OtherSide({ profit }: { readonly profit: string }): ReactElement | null {
  const t = useT();
  const sign = signOf(profit);
  if (sign === 0) return null;
  const amount = formatNumber(profit.replace('-', ''), { placesMin: 2 });
  return (
    <p className="rounded-md bg-sunken p-3 text-sm text-ink-2">
      {t(sign < 0 ? 'orders.other-side-loss' : 'orders.other-side-gain', {
        amount: `${amount} USDT`,
      })}
    </p>
  );
}

function Facts(props: { readonly order: Order; readonly info: MarketInfo }): ReactElement {
  const { order, info } = props;
  const t = useT();
  const { tickSize } = info;
  const prices = [
    ['ticket.stop-price', order.stopPrice],
    ['orders.asked', order.orderType === 'market' ? undefined : order.price],
    ['orders.col-entry', order.openPrice],
    ['orders.slippage', order.slippage],
    ['orders.col-mark', order.status === 'running' ? order.markPrice : undefined],
    ['orders.col-exit', order.closePrice],
    ['orders.close-slippage', order.closeSlippage],
    [
      'orders.col-forced',
      order.status === 'running' ? (closeOutText(order, tickSize) ?? undefined) : undefined,
    ],
    ['ticket.stop-loss', order.stopLoss],
    ['ticket.take-profit', order.takeProfit],
    ['ticket.trailing', order.trailingDistance],
  ] as const;
  const receipts = order.receiptIds ?? (order.receiptNo === undefined ? [] : [order.receiptNo]);
  return (
    <dl className="grid gap-1 text-sm">
      <KeyValue label={t('orders.col-number')}>
        <OrderNumber number={order.orderNo} receiptNo={order.receiptNo} />
      </KeyValue>
      <KeyValue label={t('ticket.order-type')}>{t(TYPE_LABELS[order.orderType])}</KeyValue>
      <KeyValue label={t('orders.col-size')}>
        <Num>{`${formatNumber(order.contracts)} ${info.specification.base}`}</Num>
      </KeyValue>
      {order.reason !== null && (
        <KeyValue label={t('orders.col-reason')}>{t(REASON_LABELS[order.reason])}</KeyValue>
      )}
      {order.rejectedCode !== undefined && (
        <KeyValue label={t('orders.why-rejected')}>
          <span className="font-normal">{refusalOfCode(order.rejectedCode, t)}</span>
        </KeyValue>
      )}
      {prices.map(
        ([name, value]) =>
          value !== undefined && (
            <KeyValue key={name} label={t(name)}>
              <Price value={value} tickSize={tickSize} />
            </KeyValue>
          ),
      )}
      <KeyValue label={t('orders.margin')}>
        <Amount value={order.margin} />
      </KeyValue>
      <KeyValue label={t('orders.fee')}>
        <Amount value={order.fee} />
      </KeyValue>
      <KeyValue label={t('orders.financing')}>
        <Amount value={order.financing} />
      </KeyValue>
      {order.profit !== undefined && (
        <KeyValue label={t('orders.profit')}>
          <Amount value={order.profit} signed />
        </KeyValue>
      )}
      {receipts.length > 0 && (
        <KeyValue label={t('orders.receipts')}>
          <span className="flex flex-wrap justify-end gap-x-3">
            {receipts.map((number) => (
              <ReceiptLink key={number} number={number} />
            ))}
          </span>
        </KeyValue>
      )}
    </dl>
  );
}
