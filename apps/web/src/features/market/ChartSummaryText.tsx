import { formatDecimal } from '@candor/kernel';
import type { Bar, Interval } from '@candor/pricing';
import { DASH, formatNumber, formatTime, placesOfStep, useT } from '@candor/ui';
import { type ReactElement, useMemo } from 'react';
import { chartSummary } from './summary.ts';

/** What the chart shows, in one sentence, for those who cannot see it. */
export function ChartSummaryText(props: {
  readonly bars: readonly Bar[];
  readonly code: string;
  readonly interval: Interval;
  readonly tickSize: string;
}): ReactElement | null {
  const { bars, code, interval, tickSize } = props;
  const t = useT();
  const summary = useMemo(() => chartSummary(bars), [bars]);
  if (summary === null) return null;
  const places = { placesMin: placesOfStep(tickSize) };
  const text = (value: typeof summary.open): string => formatNumber(formatDecimal(value), places);
  const change = summary.change;
  return (
    <p className="sr-only">
      {t('market.chart-summary', {
        code,
        interval,
        from: formatTime(summary.from),
        to: formatTime(summary.to),
        open: text(summary.open),
        high: text(summary.high),
        low: text(summary.low),
        close: text(summary.close),
        change:
          change === null
            ? DASH
            : `${formatNumber(formatDecimal(change), { places: 2, sign: 'always' })}%`,
      })}
    </p>
  );
}
