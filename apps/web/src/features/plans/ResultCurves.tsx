import { formatDecimal, unixMs, utcDayOf } from '@candor/kernel';
import type { PlanBacktest, PlanDay } from '@candor/protocol/light';
import { CurveChart, formatNumber, useT } from '@candor/ui';
import { type ReactElement, useMemo } from 'react';
import { curvesOf, drawable } from './days.ts';
import { topFor } from './scales.ts';
import { fallOf, resultWords, shortDay } from './words.ts';

/** For pixels only: how far each value is below the highest before it. */
function belowHeight(values: readonly number[]): number[] {
  let height = 0;
  return values.map((value) => {
    height = Math.max(height, value);
    return height === 0 ? 0 : value / height - 1;
  });
}

const percent = (share: number): string =>
  share === 0
    ? '0'
    : `${formatNumber(String(Math.round(share * 1_000) / 10), { sign: 'always' })}%`;

type Drawn = {
  readonly below: readonly number[];
  /** Change since the start, of the plan and of buying and holding. */
  readonly own: readonly number[];
  readonly hold: readonly number[] | null;
  readonly ends: readonly [string, string];
};

function Curves(props: { readonly drawn: Drawn; readonly fall: string; readonly total: string }) {
  const { drawn, fall, total } = props;
  const { below, own, hold, ends } = drawn;
  const t = useT();
  const deepest = topFor(Math.max(0, ...below.map((one) => -one)));
  const all = hold === null ? own : [...own, ...hold];
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  const scale = {
    low: low === 0 ? 0 : -topFor(-low),
    base: 0,
    high: high === 0 ? 0 : topFor(high),
  };
  return (
    <div className="grid gap-5 desktop:grid-cols-2 desktop:gap-8">
      <figure className="grid min-w-0 gap-3">
        <figcaption className="text-sm font-medium text-ink-2">{t('plans.drawdown')}</figcaption>
        <CurveChart
          curves={[{ key: 'fall', look: 'fall', values: below }]}
          scale={{ low: -deepest, base: 0, high: 0 }}
          axis={percent}
          ends={ends}
          label={t('plans.drawdown-label', { fall: resultWords(fall) })}
        />
      </figure>
      <figure className="grid min-w-0 gap-3">
        <figcaption className="flex flex-wrap gap-x-4 text-sm font-medium text-ink-2">
          {t('plans.equity')}
          {hold !== null && (
            <span className="inline-flex items-center gap-2 font-normal text-ink-3">
              <span aria-hidden="true" className="w-6 border-t border-dashed border-ink-3" />
              {t('plans.hold')}
            </span>
          )}
        </figcaption>
        <CurveChart
          curves={[
            ...(hold === null ? [] : [{ key: 'hold', look: 'quiet' as const, values: hold }]),
            { key: 'own', look: 'ink', values: own },
          ]}
          scale={scale}
          axis={percent}
          ends={ends}
          label={t('plans.equity-label', { total: resultWords(total) })}
        />
      </figure>
    </div>
  );
}

/** What days led to, how far it fell first. */
export function DayCurves(props: {
  readonly days: readonly PlanDay[];
  readonly fall: string;
  readonly total: string;
}): ReactElement {
  const { days, fall, total } = props;
  const drawn = useMemo((): Drawn => {
    const { worth, below } = curvesOf(days);
    const [first] = days;
    const last = days.at(-1);
    return {
      below: [0, ...below.map((one) => drawable(formatDecimal(one)))],
      own: [0, ...worth.map((one) => drawable(formatDecimal(one)) - 1)],
      hold: null,
      ends: [
        first === undefined ? '' : shortDay(first.day),
        last === undefined ? '' : shortDay(last.day),
      ],
    };
  }, [days]);
  return <Curves drawn={drawn} fall={fall} total={total} />;
}

/** The same of a backtest, hour by hour, beside buying and holding. */
export function BacktestCurves({ report }: { readonly report: PlanBacktest }): ReactElement {
  const drawn = useMemo((): Drawn => {
    const amount = drawable(report.amount);
    const values = report.equity.map(({ value }) => drawable(value));
    const dayOf = (time: number | undefined): string =>
      time === undefined ? '' : shortDay(utcDayOf(unixMs(time)));
    return {
      below: belowHeight(values),
      own: values.map((value) => value / amount - 1),
      hold: report.equity.map(({ hold }) => drawable(hold) / amount - 1),
      ends: [dayOf(report.equity[0]?.time), dayOf(report.equity.at(-1)?.time)],
    };
  }, [report]);
  const { deepestFall, total } = report.whole.summary;
  return <Curves drawn={drawn} fall={fallOf(deepestFall)} total={total} />;
}
