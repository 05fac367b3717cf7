import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import type { MessageKey } from '@candor/locales';
import {
  Amount,
  type StatusIcon,
  StatusChip,
  type StatusTone,
  Timeline,
  type TimelineStep,
  formatTime,
  placesOfStep,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureOf } from '../../../lib/query.ts';
import { placeText } from '../place-text.ts';
import { type Deposit, isOpen, useDeposits } from './api.ts';

type Look = {
  readonly tone: StatusTone;
  readonly icon: StatusIcon;
  readonly name: MessageKey;
  readonly note?: MessageKey;
};

const LOOKS: Readonly<Record<Deposit['state'], Look>> = {
  seen: { tone: 'neutral', icon: 'clock', name: 'deposit.seen', note: 'deposit.seen-note' },
  confirming: { tone: 'running', icon: 'hourglass', name: 'deposit.confirming' },
  credited: { tone: 'ok', icon: 'check', name: 'deposit.credited', note: 'deposit.credited-note' },
  reversed: { tone: 'bad', icon: 'x', name: 'deposit.reversed', note: 'deposit.reversed-note' },
};

/** What left its chain before it was ever credited: nothing was taken back. */
const GONE: Look = { ...LOOKS.reversed, name: 'deposit.gone', note: 'deposit.gone-note' };

/** A payment is exact: as many places as it has, two at least. */
const placesOf = (text: string): number => Math.max(2, placesOfStep(text));

/** A payment in, and how far the chain is with it. */
export function OneDeposit({ deposit }: { readonly deposit: Deposit }): ReactElement {
  const t = useT();
  const { asset, amount, state, confirmations, confirmationsNeeded, txHash } = deposit;
  const last = deposit.steps.length - 1;
  /** The look of a step; what was never credited left the chain, and nothing was taken back. */
  const lookOf = (place: number): Look => {
    const of = deposit.steps[place]?.state ?? state;
    return of === 'reversed' && deposit.steps[place - 1]?.state !== 'credited' ? GONE : LOOKS[of];
  };
  const { tone, icon, name, note } = state === 'confirming' ? LOOKS.confirming : lookOf(last);
  const steps: TimelineStep[] = deposit.steps.map((step, place) => ({
    key: `${step.state} ${place}`,
    text: t(lookOf(place).name),
    when: formatTime(step.at),
    note: place === last && note !== undefined ? t(note) : undefined,
  }));
  if (state === 'confirming') {
    const counts = { done: confirmations, needed: confirmationsNeeded };
    steps.push({ key: state, text: t(name), when: null, note: t('deposit.confirmed', counts) });
  }
  const what = placeText(deposit, t);
  return (
    <li className="grid gap-3 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <p>
          <Amount
            value={amount}
            asset={asset}
            places={placesOf(amount)}
            className="font-semibold"
          />{' '}
          <span className="text-sm text-ink-3">{NETWORK_NAMES[deposit.network]}</span>
        </p>
        <StatusChip tone={tone} icon={icon}>
          {t(name)}
        </StatusChip>
      </div>
      <Timeline label={what} steps={steps} isOpen={isOpen(deposit)} />
      <p className="text-xs text-ink-3">
        {t('deposit.hash')}{' '}
        <bdi dir="ltr" className="mono break-all">
          {txHash}
        </bdi>
      </p>
    </li>
  );
}

/** What was seen on the chains of this user's payments, and how far each of them is. */
export function SeenDeposits(): ReactElement {
  const t = useT();
  const found = useDeposits();
  const failure = failureOf(found.error);
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <h3 className="text-md font-semibold">{t('deposit.chain')}</h3>
      {found.data === undefined ? (
        failure === null ? (
          <Waiting rows={2} className="grid gap-3" />
        ) : (
          <ReadFailed
            title={t('deposit.failed')}
            failure={failure}
            onRetry={() => void found.refetch()}
          />
        )
      ) : found.data.records.length === 0 ? (
        <p className="text-sm text-ink-2">{t('deposit.none')}</p>
      ) : (
        <ul>
          {found.data.records.map((deposit) => (
            <OneDeposit key={deposit.id} deposit={deposit} />
          ))}
        </ul>
      )}
    </section>
  );
}
