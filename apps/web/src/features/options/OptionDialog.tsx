import type { OptionOrder } from '@candor/protocol/light';
import {
  Amount,
  DASH,
  Dialog,
  KeyValue,
  Note,
  Num,
  Sheet,
  formatNumber,
  formatTime,
  useT,
  useLayout,
} from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { OrderNumber } from '../../lib/OrderNumber.tsx';
import { receiptHref } from '../../lib/receipt-address.ts';
import { periodText } from '../../lib/period.ts';
import { DirectionMark } from './DirectionMark.tsx';
import { OptionState } from './OptionState.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { useOption } from './api.ts';
import { RESULT_WORDS, middleText, shareText } from './view.ts';

/** One option with everything its end depends on: prices, ticks, times, the rate and its version. */
export function OptionDialog(props: {
  readonly option: OptionOrder;
  readonly tickSize: string | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const { tickSize, onClose } = props;
  const t = useT();
  const Box = useLayout() === 'mobile' ? Sheet : Dialog;
  const option = useOption(props.option.id).data ?? props.option;
  return (
    <Box
      open
      onClose={onClose}
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi dir="ltr">{option.code}</bdi>
          <span className="text-sm">
            <DirectionMark direction={option.direction} />
          </span>
        </span>
      }
    >
      <div className="mt-3 flex items-center justify-between gap-3">
        <OptionState option={option} />
        {option.state === 'running' ? (
          <TimeLeft option={option} className="text-lg font-semibold" />
        ) : (
          <Amount value={option.profit} signed className="text-lg font-semibold" />
        )}
      </div>
      {option.state !== 'running' && (
        <p className="mt-1 text-sm text-ink-2">{t(RESULT_WORDS[option.state])}</p>
      )}
      <dl className="mt-3 grid gap-1.5 text-sm">
        <Terms option={option} />
        <End
          name={t('options.opened-at')}
          price={option.openPrice}
          tickName={t('options.open-tick')}
          tickId={option.openTickId}
          timeName={t('options.bought-at')}
          time={option.openTime}
          tickSize={tickSize}
        />
        <End
          name={t('options.settled-at')}
          price={option.closePrice}
          tickName={t('options.settle-tick')}
          tickId={option.settleTickId}
          timeName={t('options.ends-at')}
          time={option.settleAt}
          tickSize={tickSize}
        />
        <KeyValue label={t('orders.col-number')}>
          <OrderNumber number={option.orderNo} receiptNo={option.receiptNo} />
        </KeyValue>
        {option.receiptNo !== undefined && (
          <KeyValue label={t('receipt.title')}>
            <Link
              href={receiptHref(option.receiptNo)}
              className="inline-flex min-h-6 items-center text-accent underline max-desktop:min-h-11"
            >
              <span className="mono text-xs break-all">{option.receiptNo}</span>
            </Link>
          </KeyValue>
        )}
      </dl>
      <Note className="mt-3">
        {t('options.middle')} {t('options.tie-void')}
      </Note>
    </Box>
  );
}

function Terms({ option }: { readonly option: OptionOrder }): ReactElement {
  const t = useT();
  return (
    <>
      <KeyValue label={t('options.stake')}>
        <Amount value={option.amount} />
      </KeyValue>
      <KeyValue label={t('options.if-wins')}>
        <Amount value={option.payout} />
      </KeyValue>
      <KeyValue label={t('options.rate')}>
        <Num>{`+${shareText(option.rate)}`}</Num>{' '}
        <span className="font-normal text-ink-3">
          {t('options.rate-version', { version: formatNumber(String(option.rateVersion)) })}
        </span>
      </KeyValue>
      <KeyValue label={t('options.break-even')}>
        <Num>{shareText(option.breakEvenRate)}</Num>
      </KeyValue>
      <KeyValue label={t('options.period')}>{periodText(option.period, t)}</KeyValue>
    </>
  );
}

function End(props: {
  readonly name: ReactNode;
  readonly price: string | undefined;
  readonly tickName: ReactNode;
  readonly tickId: string | undefined;
  readonly timeName: ReactNode;
  readonly time: number;
  readonly tickSize: string | undefined;
}): ReactElement {
  const { name, price, tickName, tickId, timeName, time, tickSize } = props;
  return (
    <>
      <KeyValue label={timeName}>
        <bdi>{formatTime(time, 'second')}</bdi>
      </KeyValue>
      <KeyValue label={name}>
        <Num>{price === undefined ? DASH : middleText(price, tickSize)}</Num>
      </KeyValue>
      <KeyValue label={tickName}>
        <span className="mono text-xs text-ink-3">{tickId ?? DASH}</span>
      </KeyValue>
    </>
  );
}
