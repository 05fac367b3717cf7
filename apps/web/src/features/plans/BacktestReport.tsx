import type { PlanBacktest } from '@candor/protocol/light';
import {
  Amount,
  KeyValue,
  Note,
  Num,
  formatDay,
  formatNumber,
  formatTime,
  shiftDecimal,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { unixMs, utcDayOf } from '@candor/kernel';
import { BacktestTitle, Hatched } from './Hatched.tsx';
import { ResultBars, ResultRange } from './ResultBars.tsx';
import { BacktestCurves } from './ResultCurves.tsx';
import { SummaryFigures } from './SummaryFigures.tsx';
import type { Results } from './days.ts';
import { barsTop, rangeAxis } from './scales.ts';
import { drawsWords } from './words.ts';

type Part = PlanBacktest['whole'];

/** More often than this by chance: it proves nothing. */
const LUCK_LINE = 5n;

/** Whether chance did as well in more than one of twenty draws, on the digits of the share. */
function isLikelyLuck(luck: string): boolean {
  const percent = shiftDecimal(luck, 2);
  return BigInt(percent.split('.')[0] ?? '0') >= LUCK_LINE;
}

/** One part of the days, with the figures that say how far to believe it. */
function PartFigures(props: { readonly title: string; readonly part: Part }): ReactElement {
  const { title, part } = props;
  const t = useT();
  const estimate = (one: Part['sharpe']): string =>
    one === null
      ? t('common.missing')
      : t('plans.give-or-take', {
          value: formatNumber(one.value, { places: 2 }),
          error: formatNumber(one.error, { places: 2 }),
        });
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      <SummaryFigures summary={part.summary} className="grid-cols-3 max-desktop:grid-cols-2" />
      <dl className="grid gap-1 text-sm">
        <KeyValue label={t('plans.ratio', { of: 'sharpe' })}>{estimate(part.sharpe)}</KeyValue>
        <KeyValue label={t('plans.ratio', { of: 'other' })}>{estimate(part.sortino)}</KeyValue>
      </dl>
      <p className="text-sm text-ink-2">
        {part.luck === null
          ? t('plans.luck-none')
          : t('plans.luck', {
              percent: drawsWords(part.luck),
              verdict: isLikelyLuck(part.luck) ? 'likely' : 'other',
            })}
      </p>
    </section>
  );
}

/** Why it is not to be believed as it stands, and whether it knew the future. */
function Doubts({ report }: { readonly report: PlanBacktest }): ReactElement {
  const { doubts, lookAheadPassed, missing } = report;
  const t = useT();
  return (
    <>
      {doubts.length > 0 && (
        <Note tone="warn" title={t('plans.doubts')}>
          <ul className="grid list-disc gap-0.5 ps-4">
            {doubts.map((why) => (
              <li key={why}>{t('plans.doubt', { why })}</li>
            ))}
          </ul>
        </Note>
      )}
      {missing.length > 0 && (
        <Note tone="warn" title={t('plans.missing')}>
          <ul className="grid list-disc gap-0.5 ps-4">
            {missing.map(({ code, from, to }) => (
              <li key={`${code} ${from}`}>
                <bdi dir="ltr">{code}</bdi>{' '}
                <bdi>{t('plans.from-to', { from: formatTime(from), to: formatTime(to) })}</bdi>
              </li>
            ))}
          </ul>
        </Note>
      )}
      <Note tone={lookAheadPassed ? 'info' : 'error'}>
        {t('plans.look-ahead', { passed: lookAheadPassed ? 'yes' : 'other' })}
      </Note>
    </>
  );
}

/** What it cost and what it was run on. */
function Assumptions({ report }: { readonly report: PlanBacktest }): ReactElement {
  const t = useT();
  const count = (value: number): string => formatNumber(String(value));
  const day = (time: number): string => formatDay(utcDayOf(unixMs(time)));
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t('plans.assumptions')}</h3>
      <p className="text-sm text-ink-2">{t('plans.assumptions-text')}</p>
      <dl className="grid gap-1 text-sm desktop:grid-cols-2 desktop:gap-x-10">
        <KeyValue label={t('plans.prices')}>
          {report.isGenerated ? t('receipt.feed-simulated') : report.source}
        </KeyValue>
        <KeyValue label={t('plans.past')}>
          <bdi>{t('plans.from-to', { from: day(report.from), to: day(report.to) })}</bdi>
        </KeyValue>
        <KeyValue label={t('plans.bars')}>
          <Num>{count(report.bars)}</Num>
        </KeyValue>
        <KeyValue label={t('plans.fills')}>
          <Num>{count(report.fills)}</Num>
        </KeyValue>
        <KeyValue label={t('records.kind-fee')}>
          <Amount value={report.fees} />
        </KeyValue>
        <KeyValue label={t('exchange.spread')}>
          <Amount value={report.spread} />
        </KeyValue>
        <KeyValue label={t('plans.turnover')}>
          <Num>{formatNumber(report.turnover, { places: 1 })}</Num>
        </KeyValue>
        <KeyValue label={t('plans.version-hash')}>
          <bdi dir="ltr" className="mono text-xs">
            {`${report.versionHash.slice(0, 8)}…${report.versionHash.slice(-4)}`}
          </bdi>
        </KeyValue>
      </dl>
    </section>
  );
}

const resultsOf = (report: PlanBacktest): Results => ({
  kind: 'backtest',
  days: report.daily,
  summary: report.whole.summary,
  range: report.range30,
});

/** A backtest, whole: hatched, because nobody had it; doubts before figures. */
export function BacktestReport({ report }: { readonly report: PlanBacktest }): ReactElement {
  const t = useT();
  const results = resultsOf(report);
  const scaled = [{ realised: null, backtest: results }];
  return (
    <Hatched title={<BacktestTitle isGenerated={report.isGenerated} />}>
      <p className="text-sm text-ink-2">{t('plans.backtest-text')}</p>
      <Doubts report={report} />
      <BacktestCurves report={report} />
      <ResultBars results={results} top={barsTop(scaled)} hasTitles />
      <ResultRange results={results} axis={rangeAxis(scaled)} />
      <div className="grid gap-6 desktop:grid-cols-2 desktop:gap-8">
        <PartFigures title={t('plans.whole')} part={report.whole} />
        <section className="grid content-start gap-3">
          <h3 className="text-sm font-semibold">{t('plans.hold')}</h3>
          <SummaryFigures
            summary={report.benchmark}
            className="grid-cols-3 max-desktop:grid-cols-2"
          />
        </section>
        {report.inSample !== null && (
          <PartFigures title={t('plans.in-sample')} part={report.inSample} />
        )}
        {report.outOfSample !== null && (
          <PartFigures title={t('plans.out-of-sample')} part={report.outOfSample} />
        )}
      </div>
      <Assumptions report={report} />
    </Hatched>
  );
}
