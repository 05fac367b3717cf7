import { DailyBars, RangeBar, type Span, formatDay, formatNumber, useT } from '@candor/ui';
import { type ReactElement, useMemo } from 'react';
import { type Results, drawable } from './days.ts';
import { resultText, resultWords, shortDay } from './words.ts';

const percent = (share: number, sign: 'always' | 'negative' = 'always'): string =>
  share === 0 ? '0' : `${formatNumber(String(Math.round(share * 10_000) / 100), { sign })}%`;

/** Daily results on the scale of the page. */
export function ResultBars(props: {
  readonly results: Results;
  /** @units shares */
  readonly top: number;
  /** Each day is said on hover. */
  readonly hasTitles?: boolean;
  readonly className?: string;
}): ReactElement {
  const { results, top, hasTitles = false, className = 'h-30' } = props;
  const { days, summary } = results;
  const t = useT();
  const bars = useMemo(
    () =>
      days.map(({ day, result }) => ({
        key: day,
        value: drawable(result),
        ...(hasTitles ? { title: `${formatDay(day)} ${resultText(result)}` } : {}),
      })),
    [days, hasTitles],
  );
  const label = t('plans.bars-label', {
    days: summary.days,
    losing: formatNumber(String(summary.losingDays)),
    worst: resultWords(summary.worst),
    best: resultWords(summary.best),
  });
  return <DailyBars bars={bars} max={top} axis={percent} label={label} className={className} />;
}

/** From the first day to the last. */
export function SpanWords({ results }: { readonly results: Results }): ReactElement {
  const t = useT();
  const [first] = results.days;
  const last = results.days.at(-1);
  if (first === undefined || last === undefined) return <></>;
  return <bdi>{t('plans.from-to', { from: shortDay(first.day), to: shortDay(last.day) })}</bdi>;
}

/** Length of the runs whose ends are shown. @source PRODUCT 6 `range30` @units days */
const RUN_DAYS = 30;

/** Where eight in ten runs ended, on the axis of the page; a sentence while that is not known. */
export function ResultRange(props: {
  readonly results: Results;
  readonly axis: Span;
}): ReactElement {
  const { results, axis } = props;
  const { range } = results;
  const t = useT();
  const title = t('plans.range', { days: RUN_DAYS });
  return (
    <div className="grid gap-1">
      <p className="text-xs font-medium text-ink-2">{title}</p>
      {range === null ? (
        <p className="text-xs text-ink-3">{t('plans.range-none', { days: RUN_DAYS })}</p>
      ) : (
        <RangeBar
          range={{ low: drawable(range.p10), high: drawable(range.p90) }}
          axis={axis}
          texts={{ low: resultText(range.p10, 1), high: resultText(range.p90, 1), zero: '0' }}
          label={t('plans.range-label', {
            days: RUN_DAYS,
            low: resultWords(range.p10),
            high: resultWords(range.p90),
          })}
        />
      )}
    </div>
  );
}
