import type { LoanDay } from '@candor/protocol/light';
import { Amount, KeyValue, Num, formatDay, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { CostTexts } from './preview.ts';
import { percentWords } from './words.ts';

type Cost = Omit<CostTexts, 'schedule' | 'due'> & { readonly due: string };

/** Days that cost nothing beside those that do, each as long as its part of the term. */
function DaysBar({ cost }: { readonly cost: Cost }): ReactElement {
  const t = useT();
  const free = Math.min(cost.freeDays, cost.days);
  const paid = cost.days - free;
  const rate = `\u2066${formatNumber(shiftDecimal(cost.rateDaily, 2), { placesMin: 3 })}%\u2069`;
  return (
    <>
      <div aria-hidden="true" className="mt-2.5 mb-1 flex h-3.5 gap-0.5">
        {free > 0 && (
          <span
            className="rounded-s-xs border border-line-strong bg-sunken"
            style={{ flexGrow: free }}
          />
        )}
        {paid > 0 && <span className="rounded-e-xs bg-ink" style={{ flexGrow: paid }} />}
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-ink-3">
        <span>{t('loan.free-days', { days: free })}</span>
        <span>{t('loan.paid-days', { days: paid, rate })}</span>
      </p>
    </>
  );
}

/** One total cost and its day, before anything is signed. @source DESIGN mock g */
export function CostFigures({ cost }: { readonly cost: Cost }): ReactElement {
  const t = useT();
  const large = 'text-xl font-semibold max-desktop:text-lg';
  return (
    <div>
      <dl className="grid gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-sm text-ink-2">{t('loan.borrow')}</dt>
          <dd className={large}>
            <Amount value={cost.amount} />
          </dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-sm text-ink-2">
            {t('loan.pay-back', { day: `\u2068${formatDay(cost.due)}\u2069` })}
          </dt>
          <dd className={large}>
            <Amount value={cost.total} />
          </dd>
        </div>
      </dl>
      <DaysBar cost={cost} />
      <dl className="mt-2.5 grid gap-1.5 border-t border-line pt-2.5 text-sm">
        <KeyValue label={t('loan.interest-total')}>
          <Amount value={cost.interest} />
        </KeyValue>
        <KeyValue label={t('loan.apr')}>{percentWords(cost.apr, 2)}</KeyValue>
      </dl>
    </div>
  );
}

/** What is owed after each midnight UTC, when nothing is repaid before. */
export function Schedule({ days }: { readonly days: readonly LoanDay[] }): ReactElement | null {
  const t = useT();
  if (days.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-8 cursor-pointer py-1 font-medium max-desktop:min-h-11 max-desktop:py-2.5">
        {t('loan.schedule')}
      </summary>
      <div
        role="region"
        aria-label={t('loan.schedule')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-sm border border-line"
      >
        <table className="w-full">
          <thead className="sticky top-0 bg-surface text-xs text-ink-3">
            <tr>
              <th scope="col" className="px-3 py-2 text-start font-medium">
                {t('loan.day')}
              </th>
              <th scope="col" className="px-3 py-2 text-end font-medium">
                {t('loan.interest')}
              </th>
              <th scope="col" className="px-3 py-2 text-end font-medium">
                {t('loan.owed-after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, interest, owed }) => (
              <tr key={day} className="border-t border-line">
                <td className="px-3 py-1.5">{formatDay(day)}</td>
                <td className="px-3 py-1.5 text-end">
                  <Amount value={interest} asset={null} />
                </td>
                <td className="px-3 py-1.5 text-end">
                  <Num>{formatNumber(owed, { places: 2 })}</Num>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
