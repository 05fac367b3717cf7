import { Num, Skeleton, formatNumber, formatTime, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { QueryText } from '../../lib/QueryText.tsx';
import { useRisk } from './api.ts';

/** Accounts and months below which no share is said. @source PRODUCT 4, 12 */
const NEEDED = { accounts: '100', months: '12' } as const;

/** The share of real accounts that lost, how it is counted, and the query that counted it. */
export function LosingShare(): ReactElement {
  const t = useT();
  const { data } = useRisk();
  if (data === undefined) {
    return (
      <div aria-busy="true" className="grid gap-4 p-5">
        <Skeleton className="h-8 w-1/3" />
        <Skeleton />
      </div>
    );
  }
  const { losingShare, accounts, from, to, query } = data;
  const counted = formatNumber(String(accounts));
  const share =
    losingShare === null ? null : formatNumber(shiftDecimal(losingShare, 2), { places: 1 });
  return (
    <div className="grid gap-3 p-5">
      {share === null ? (
        <>
          <p className="text-xl font-semibold">{t('trust.risk-none')}</p>
          <p className="max-w-[72ch] text-ink-2">
            {t('trust.risk-none-text', { ...NEEDED, counted })}
          </p>
        </>
      ) : (
        <p className="max-w-[72ch]">
          <Num className="me-2 text-3xl font-semibold">{`${share}%`}</Num>
          {t('trust.risk-share')}
          <span className="mt-1 block text-sm text-ink-3">
            {t('trust.risk-between', {
              accounts: counted,
              from: `\u2068${formatTime(from, 'day')}\u2069`,
              to: `\u2068${formatTime(to, 'day')}\u2069`,
            })}
          </span>
        </p>
      )}
      <p className="max-w-[72ch] text-sm text-ink-2">{t('trust.risk-how')}</p>
      <QueryText query={query} />
    </div>
  );
}
