import { Amount, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useLimits } from '../../features/accounts/limits/api.ts';
import { PATHS } from '../../lib/paths.ts';

/** What the user lets themselves deposit, and where that is changed. */
export function DepositLimit(): ReactElement {
  const t = useT();
  const { data = [] } = useLimits();
  const set = data.filter(({ kind, amount }) => kind === 'deposit' && amount !== undefined);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-2">
      <span>{t('limits.deposit-limit')}</span>
      {set.length === 0 && <span>{t('limits.none')}</span>}
      {set.map(({ period, amount, used }) => (
        <span key={period}>
          {t(`limits.period-${period}`)} <Amount value={used} asset={null} /> /{' '}
          <Amount value={amount} />
        </span>
      ))}
      <Link
        href={PATHS.limits}
        className="inline-flex min-h-6 items-center text-accent underline max-desktop:min-h-11"
      >
        {t('page.limits-title')}
      </Link>
    </p>
  );
}
