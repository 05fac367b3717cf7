import type { Mode } from '@candor/kernel';
import type { MarketInfo, Order } from '@candor/protocol/light';
import { Amount, DemoChip, Num, Percent, Price, RealChip, formatNumber, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { CloseButton } from '../manage/CloseButton.tsx';
import { AfterFee } from './AfterFee.tsx';
import { DistanceBar } from './DistanceBar.tsx';
import { ManageButton } from '../manage/ManageButton.tsx';
import { Fact, Facts, OpeningRow, RowFoot } from '../../../lib/OpeningRow.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import { SideMark } from '../order/SideMark.tsx';
import { closeOutText, openQuantity, resultOf } from '../order/view.ts';

/** One contract on a phone: result, distance from the forced close, and the way out while it is open. */
export function PositionCard(props: {
  readonly order: Order;
  readonly info: MarketInfo;
  readonly mode: Mode;
  /** It stands open; the others are rows that open. */
  readonly isFirst: boolean;
  /** The question before a close is on screen. */
  readonly onAsk: () => void;
}): ReactElement {
  const { order, info, mode, isFirst, onAsk } = props;
  const { tickSize } = info;
  const t = useT();
  const isOpen = order.status === 'running';
  const { base } = info.specification;
  const size = `${formatNumber(isOpen ? openQuantity(order) : order.contracts)} ${base}`;
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <OpeningRow
      isOpen={isFirst}
      title={
        <h2 className="flex flex-wrap items-center gap-x-2 text-base tracking-normal">
          {t(isOpen ? 'orders.your-position' : 'orders.status-closed')}
          <span className="text-xs">
            <SideMark direction={order.direction} leverage={order.leverage} />
          </span>
        </h2>
      }
      figure={<Amount value={resultOf(order)} signed className="text-lg font-semibold" />}
      below={
        isOpen ? (
          <>
            <span className="flex flex-wrap items-baseline gap-x-2">
              <Num className="font-medium">{size}</Num>
              <AfterFee order={order} info={info} />
            </span>
            <Percent value={order.unrealizedPnLPercentage} />
          </>
        ) : (
          <OrderStatus order={order} />
        )
      }
    >
      {mode === 'demo' ? (
        <DemoChip>{t('mode.demo')}</DemoChip>
      ) : (
        <RealChip>{t('mode.real')}</RealChip>
      )}
      {order.paused && <p className="mt-2 text-sm text-warn">{t('orders.paused')}</p>}
      <DistanceBar order={order} tickSize={tickSize} />
      <Facts>
        <Fact name={t('orders.col-size')}>
          <Num>{size}</Num>
        </Fact>
        <Fact name={t('orders.col-entry')}>
          <Price value={order.openPrice} tickSize={tickSize} />
        </Fact>
        <Fact name={t('orders.col-forced')}>
          <Price value={closeOutText(order, tickSize)} tickSize={tickSize} />
        </Fact>
        <Fact name={t('ticket.stop-loss')}>
          <Price value={order.stopLoss} tickSize={tickSize} />
        </Fact>
        <Fact name={t('ticket.take-profit')}>
          <Price value={order.takeProfit} tickSize={tickSize} />
        </Fact>
        <Fact name={t('orders.margin')}>
          <Amount value={order.margin} asset={null} />
        </Fact>
        <Fact name={t('orders.fee')}>
          <Amount value={order.fee} asset={null} />
        </Fact>
        <Fact name={t('orders.financing')}>
          <Amount value={order.financing} asset={null} />
        </Fact>
      </Facts>
      <RowFoot order={order} problem={problem}>
        <ManageButton order={order} tickSize={tickSize} size="md" />
        {isOpen && (
          <CloseButton
            order={order}
            tickSize={tickSize}
            onProblem={setProblem}
            onAsk={onAsk}
            size="md"
          />
        )}
      </RowFoot>
    </OpeningRow>
  );
}
