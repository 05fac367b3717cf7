import type { Withdrawal } from '@candor/protocol/light';
import {
  Amount,
  KeyValue,
  Num,
  StatusChip,
  type StatusIcon,
  type StatusTone,
  formatTime,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { Timeline } from '../Timeline.tsx';
import { placeText } from '../place-text.ts';
import { withdrawalsChanged } from './api.ts';

const LOOKS: Readonly<Record<Withdrawal['state'], { tone: StatusTone; icon: StatusIcon }>> = {
  requested: { tone: 'neutral', icon: 'clock' },
  held: { tone: 'warn', icon: 'hourglass' },
  approved: { tone: 'running', icon: 'hourglass' },
  broadcast: { tone: 'running', icon: 'play' },
  confirmed: { tone: 'ok', icon: 'check' },
  cancelled: { tone: 'neutral', icon: 'repeat' },
  rejected: { tone: 'bad', icon: 'x' },
  failed: { tone: 'bad', icon: 'x' },
  refunded: { tone: 'neutral', icon: 'repeat' },
};

/** A withdrawal in a list: what and where it stands; opened, its figures and all its steps. */
export function WithdrawalRow({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactElement {
  const t = useT();
  const { asset, amount, fee, networkFee, receive, state, number } = withdrawal;
  return (
    <li className="border-t border-line first:border-t-0">
      <details>
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm">
          <span className="grid gap-0.5">
            <Amount value={amount} asset={asset} className="font-semibold" />
            <span className="text-xs text-ink-3">
              {placeText(withdrawal, t)} · <bdi>{formatTime(withdrawal.createdTime)}</bdi>
            </span>
          </span>
          <StatusChip {...LOOKS[state]}>{t('withdraw.state', { state })}</StatusChip>
        </summary>
        <div className="grid gap-4 pt-2 pb-4">
          <dl className="grid gap-1.5 text-sm">
            <KeyValue label={t('withdraw.number')}>
              <Num>{number}</Num>
            </KeyValue>
            <KeyValue label={t('balance.our-fee')}>
              <Amount value={fee} asset={asset} />
            </KeyValue>
            <KeyValue label={t('balance.network-fee')}>
              <Amount value={networkFee} asset={asset} />
            </KeyValue>
            <KeyValue label={t('exchange.receive')}>
              <Amount value={receive} asset={asset} />
            </KeyValue>
          </dl>
          <Timeline withdrawal={withdrawal} onChange={withdrawalsChanged} />
        </div>
      </details>
    </li>
  );
}
