import type { PlanSummary } from '@candor/protocol/light';
import { DASH, Num, Percent, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { fallOf } from './words.ts';

function One(props: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">{props.label}</dt>
      <dd className="text-lg leading-6 font-medium">{props.children}</dd>
    </div>
  );
}

const percentOf = (share: string | undefined): string | null =>
  share === undefined ? null : shiftDecimal(share, 2);

/** What days came to, the deepest fall first; dashes while there is none. */
export function SummaryFigures(props: {
  readonly summary: PlanSummary | null;
  readonly className?: string;
}): ReactElement {
  const { summary, className = 'grid-cols-3 max-[380px]:grid-cols-2' } = props;
  const t = useT();
  const share = (text: string | undefined): ReactElement => <Percent value={percentOf(text)} />;
  return (
    <dl className={`grid gap-x-2 gap-y-3 ${className}`}>
      <One label={t('plans.fall')}>
        {share(summary === null ? undefined : fallOf(summary.deepestFall))}
      </One>
      <One label={t('plans.losing')}>
        {summary === null ? (
          <span className="text-ink-3">{DASH}</span>
        ) : (
          <Num>
            {t('plans.losing-of', {
              losing: String(summary.losingDays),
              days: String(summary.days),
            })}
          </Num>
        )}
      </One>
      <One label={t('plans.worst')}>{share(summary?.worst)}</One>
      <One label={t('plans.best')}>{share(summary?.best)}</One>
      <One label={t('plans.median')}>{share(summary?.median)}</One>
      <One label={t('plans.total')}>{share(summary?.total)}</One>
    </dl>
  );
}
