import { WITHDRAWAL_CLOCK_DAYS } from '@candor/protocol/light';
import { Num, Skeleton, formatNumber, formatShare, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { waitText } from '../../lib/wait-text.ts';
import { failureOf } from '../../lib/query.ts';
import { useWithdrawalClock } from './api.ts';

function Wait(props: { readonly name: string; readonly ms: number | null }): ReactElement {
  return (
    <div>
      <dt className="text-sm text-ink-2">{props.name}</dt>
      <dd className="text-3xl font-semibold max-desktop:text-2xl">
        <Num>{waitText(props.ms)}</Num>
      </dd>
    </div>
  );
}

/** How long withdrawals take, of what was confirmed in 30 days; no figure while there is none. */
export function WithdrawalTimes(): ReactElement {
  const t = useT();
  const { data, error, refetch } = useWithdrawalClock();
  if (data === undefined) {
    const failure = failureOf(error);
    if (failure === null) {
      return (
        <div aria-busy="true" className="grid gap-4 p-5">
          <Skeleton className="h-8 w-1/3" />
          <Skeleton />
        </div>
      );
    }
    return (
      <ReadFailed
        className="m-5"
        title={t('trust.withdrawals-failed')}
        failure={failure}
        onRetry={() => void refetch()}
      />
    );
  }
  const { confirmed, median, percentile95, pending, oldest, late, asOf } = data;
  const count = (value: number): string => `\u2068${formatNumber(String(value))}\u2069`;
  const counts = { confirmed: count(confirmed), pending: count(pending), late: count(late) };
  return (
    <div className="grid gap-4 p-5">
      {confirmed === 0 && (
        <p className="max-w-[72ch]">
          {t('trust.withdrawals-none', { days: WITHDRAWAL_CLOCK_DAYS })}
        </p>
      )}
      {(confirmed > 0 || oldest !== null) && (
        <dl className="grid grid-cols-3 gap-x-10 gap-y-4 max-desktop:grid-cols-1">
          {confirmed > 0 && (
            <>
              <Wait name={t('trust.withdrawals-median')} ms={median} />
              <Wait
                name={t('trust.withdrawals-95', { share: formatShare(0.95) })}
                ms={percentile95}
              />
            </>
          )}
          {oldest !== null && <Wait name={t('trust.withdrawals-oldest')} ms={oldest} />}
        </dl>
      )}
      <div className="grid gap-1">
        <p className="text-sm text-ink-2">{t('trust.withdrawals-counts', counts)}</p>
        <p className="text-xs text-ink-3">
          {t('home.counted', { age: `\u2068${formatTime(asOf, 'zone')}\u2069` })}
        </p>
      </div>
    </div>
  );
}
