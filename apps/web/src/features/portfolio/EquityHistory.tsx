import type { EquityHistory as History } from '@candor/protocol/light';
import {
  Amount,
  CurveChart,
  DailyBars,
  Empty,
  Segments,
  Skeleton,
  formatNumber,
  formatShort,
  useT,
} from '@candor/ui';
import { type ReactElement, useMemo, useState } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { useEquityHistory } from './history-api.ts';
import {
  type HistoryPeriod,
  PERIODS,
  drawable,
  extremesOf,
  momentText,
  scaleOf,
  stepText,
  topFor,
} from './history.ts';

const usdt = (text: string, sign: 'always' | 'negative' = 'negative'): string =>
  `\u2068${formatNumber(text, { places: 2, sign })}\u00a0USDT\u2069`;

/** Figures of an axis are short; what is owned is never abbreviated, and stands above. */
function axis(value: number): string {
  const { value: text, unit } = formatShort(String(Math.round(value)), {});
  return `${text}${unit}`;
}

/** The line of what was booked, and the results below it, on one width. */
function Drawn(props: { readonly history: History; readonly period: HistoryPeriod }): ReactElement {
  const { history, period } = props;
  const { curve, results, resultStep, result } = history;
  const t = useT();
  const values = useMemo(() => curve.map(({ equity }) => drawable(equity)), [curve]);
  const bars = useMemo(
    () =>
      results.map(({ from, result: one }) => ({
        key: String(from),
        value: drawable(one),
        title: `${stepText(from, resultStep)} ${usdt(one, 'always')}`,
      })),
    [results, resultStep],
  );
  const [first] = curve;
  const last = curve.at(-1);
  const extremes = extremesOf(results);
  if (first === undefined || last === undefined || extremes === null) return <></>;
  // A scale of nothing says nothing.
  if (values.every((value) => value === 0) && bars.every(({ value }) => value === 0)) {
    return <Empty title={t('account.history-empty')} className="px-0" />;
  }
  const ends = [momentText(first.at, period), momentText(last.at, period)] as const;
  const top = topFor(Math.max(...bars.map(({ value }) => Math.abs(value))));
  return (
    <>
      <CurveChart
        curves={[{ key: 'equity', look: 'ink', values }]}
        scale={scaleOf(values)}
        axis={axis}
        ends={ends}
        label={t('account.history-label', {
          from: ends[0],
          to: ends[1],
          first: usdt(first.equity),
          last: usdt(last.equity),
        })}
        className="h-44 max-desktop:h-36"
      />
      <figure className="mt-5 grid gap-3">
        <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
          <span className="text-ink-2">{t('account.result-by', { step: resultStep })}</span>
          <Amount value={result} signed className="font-semibold" />
        </figcaption>
        <DailyBars
          bars={bars}
          max={top}
          axis={(value) => (value === 0 ? '0' : axis(value))}
          label={t('account.result-label', {
            total: usdt(result, 'always'),
            worst: usdt(extremes.worst, 'always'),
            best: usdt(extremes.best, 'always'),
          })}
          className="h-24"
        />
      </figure>
    </>
  );
}

/** How the account came to what it is: a line over a period, its realised results below. */
export function EquityHistory(): ReactElement {
  const t = useT();
  const [period, setPeriod] = useState<HistoryPeriod>('month');
  const history = useEquityHistory(period);
  const failure = failureOf(history.error);
  return (
    <section aria-label={t('account.history')}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-ink-3">{t('account.history-note')}</p>
        <Segments
          label={t('account.period')}
          value={period}
          onChange={setPeriod}
          choices={PERIODS.map((value) => ({ value, label: t(`account.period-${value}`) }))}
        />
      </div>
      {history.data !== undefined ? (
        <Drawn history={history.data} period={period} />
      ) : failure === null ? (
        <Skeleton className="h-80" />
      ) : (
        <ReadFailed
          title={t('account.history-failed')}
          failure={failure}
          onRetry={() => void history.refetch()}
        />
      )}
    </section>
  );
}
