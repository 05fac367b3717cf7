import { formatDecimal, formatMoney, negMoney, price } from '@candor/kernel';
import type { MessageKey, Translate } from '@candor/locales';
import type { MostYouCanLose, Side } from '@candor/pricing';
import { Amount, DASH, Num, Price, RiskFacts, formatNumber, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import type { Preview } from '../order/preview.ts';
import { closeOutOnStep, distancePercent } from '../order/view.ts';

function Fact(props: {
  readonly label: string;
  readonly note: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className={`flex items-baseline justify-between gap-3 ${props.className ?? ''}`}>
      <dt>
        <span className="text-ink-2">{props.label}</span>
        <span className="block text-xs text-ink-3">{props.note}</span>
      </dt>
      <dd className="text-end font-semibold">{props.children}</dd>
    </div>
  );
}

function forcedNote(preview: Preview | null, side: Side, t: Translate): string {
  // Without an account there is nothing that could be closed.
  if (preview?.isAffordable !== true || preview.freeMarginAfter === null) return '';
  if (preview.closeOutPrice === null) return t('ticket.forced-none');
  const percent = distancePercent(preview.closeOutPrice, preview.openPrice);
  if (percent === null) return '';
  const size = formatDecimal(percent).replace('-', '');
  const text = `${formatNumber(size, { places: 1 })}%`;
  return side === 'long'
    ? t('ticket.forced-fall', { percent: text })
    : t('ticket.forced-rise', { percent: text });
}

/** Which of the three bounds the most one can lose is. */
export const MOST_NOTES: Readonly<Record<MostYouCanLose['by'], MessageKey>> = {
  stop: 'ticket.most-stop',
  value: 'ticket.most-value',
  equity: 'ticket.most-all',
};

/** What can be lost: directly above the action, never collapsed, nothing between. */
export function TicketRisk(props: {
  readonly preview: Preview | null;
  readonly side: Side;
  readonly tickSize: string;
}): ReactElement {
  const { preview, side, tickSize } = props;
  const t = useT();
  const most = preview?.mostYouCanLose ?? null;
  const loss = preview?.lossAtStop ?? null;
  const forced =
    preview?.isAffordable === true
      ? closeOutOnStep(preview.closeOutPrice, {
          market: preview.openPrice,
          tickSize: price(tickSize),
        })
      : null;
  return (
    <RiskFacts title={t('ticket.risk-title')}>
      <Fact label={t('ticket.most')} note={most === null ? '' : t(MOST_NOTES[most.by])}>
        <Amount value={most === null ? null : formatMoney(most.amount)} />
      </Fact>
      <Fact label={t('ticket.forced-close')} note={forcedNote(preview, side, t)}>
        {forced === null ? (
          <Num>{DASH}</Num>
        ) : (
          <Price value={formatDecimal(forced)} tickSize={tickSize} />
        )}
      </Fact>
      <Fact
        label={t('ticket.stop-closes')}
        note={loss === null ? '' : t('ticket.stop-gap')}
        // The same amount with the same warning as the first fact: a short window says it once.
        className={most?.by === 'stop' ? 'desktop:short:hidden' : ''}
      >
        {loss !== null ? (
          <Amount value={formatMoney(negMoney(loss))} />
        ) : preview?.hasStop === true ? (
          <Num>{DASH}</Num>
        ) : (
          <span className="font-normal text-ink-3">{t('ticket.stop-none')}</span>
        )}
      </Fact>
    </RiskFacts>
  );
}
