import { ErrorNote, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { SectionCard } from '../forms/SectionCard.tsx';
import { type Limit, useLimits } from './api.ts';
import { LimitCell } from './LimitCell.tsx';
import { kindKey, meaningKey, periodKey } from './words.ts';

/** What one thinks of first stands first. */
const KINDS = ['loss', 'turnover', 'deposit'] as const;
const PERIODS = ['day', 'week', 'month'] as const;

/** Every kind by every period. Where the window has no room for columns each cell is a row. */
function LimitsTable({ limits }: { readonly limits: readonly Limit[] }): ReactElement {
  const t = useT();
  return (
    <table className="mt-4 w-full table-fixed border-collapse text-start max-desktop:block">
      <caption className="sr-only">{t('limits.title')}</caption>
      <thead className="max-desktop:sr-only">
        <tr>
          <th scope="col" className="pe-4 pb-2 text-start text-xs font-medium text-ink-3">
            {t('limits.kind')}
          </th>
          {PERIODS.map((period) => (
            <th
              key={period}
              scope="col"
              className="border-s border-line px-4 pb-2 text-start text-xs font-medium text-ink-3"
            >
              {t(periodKey(period))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-desktop:block">
        {KINDS.map((kind) => (
          <tr key={kind} className="border-t border-line align-top max-desktop:block">
            <th
              scope="row"
              className="py-4 pe-4 text-start font-normal max-desktop:block max-desktop:pe-0 max-desktop:pb-1"
            >
              <span className="block text-md font-medium">{t(kindKey(kind))}</span>
              <span className="mt-0.5 block text-sm text-ink-2">{t(meaningKey(kind))}</span>
            </th>
            {PERIODS.map((period) => {
              const limit = limits.find((one) => one.kind === kind && one.period === period);
              return (
                <td
                  key={period}
                  className="border-line px-4 py-4 desktop:border-s max-desktop:block max-desktop:border-t max-desktop:px-0 max-desktop:py-3 max-desktop:[th+&]:border-t-0"
                >
                  <p aria-hidden="true" className="mb-1 text-xs text-ink-3 desktop:hidden">
                    {t(periodKey(period))}
                  </p>
                  {limit !== undefined && <LimitCell limit={limit} />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The limits of real money, with what is used and left of each, and a way to change them. */
export function LimitsSection(): ReactElement {
  const t = useT();
  const limits = useLimits();
  const failure = failureOf(limits.error);
  return (
    <SectionCard level={2} title={t('limits.title')} lead={t('limits.text')}>
      {limits.data !== undefined ? (
        <LimitsTable limits={limits.data} />
      ) : failure === null ? (
        <Waiting rows={3} className="mt-4 grid gap-3" />
      ) : (
        <ErrorNote className="mt-3" title={t('limits.failed')}>
          {failureText(failure, t)}
        </ErrorNote>
      )}
    </SectionCard>
  );
}
