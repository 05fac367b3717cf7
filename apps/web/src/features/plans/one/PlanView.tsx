import type { PlanDetail } from '@candor/protocol/light';
import {
  Button,
  Card,
  KeyValue,
  Num,
  Percent,
  Segments,
  SourceLine,
  StatusChip,
  shiftDecimal,
  useT,
} from '@candor/ui';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { BacktestReport } from '../BacktestReport.tsx';
import { ResultBars, ResultRange } from '../ResultBars.tsx';
import { DayCurves } from '../ResultCurves.tsx';
import { SummaryFigures } from '../SummaryFigures.tsx';
import { TradeList } from '../TradeList.tsx';
import { usePlan } from '../api.ts';
import { type DaySpan, SPANS, onShow } from '../days.ts';
import { barsTop, rangeAxis } from '../scales.ts';
import { usdtWords } from '../../../lib/figure-words.ts';
import { codesOf, fallOf, mayBuy, planTitle, ruleCard, shareWords } from '../words.ts';
import { HousePaid } from './HousePaid.tsx';
import { SettledDays } from './SettledDays.tsx';

/** Settled days before live and backtest are compared. @source PRODUCT 6 @units days */
const GAP_DAYS = 20;

function Section(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id={id} className="text-xl">
          {props.title}
        </h2>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}

/** Rules, terms and the way in. */
function Head(props: { readonly plan: PlanDetail; readonly onInvest: () => void }): ReactElement {
  const { plan, onInvest } = props;
  const t = useT();
  const { mode } = useSession();
  return (
    <Card className="grid items-start gap-6 p-6 max-desktop:p-4 desktop:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <StatusChip icon={plan.status === 'open' ? 'play' : 'lock'}>
            {t('plans.status', { status: plan.status })}
          </StatusChip>
          <SourceLine state={plan.fills === 0 ? 'none' : 'checkable'}>
            {plan.fills === 0
              ? t('plans.no-fills')
              : t('plans.fills-checked', { count: plan.fills })}
          </SourceLine>
        </div>
        <p className="text-md">{ruleCard(plan, t)}</p>
        <p className="text-ink-2">{t('plans.weak', { strategy: plan.strategy })}</p>
        <p className="text-xs text-ink-3">
          {t('plans.version', { version: String(plan.version) })} ·{' '}
          <bdi dir="ltr" className="mono break-all">
            {`${plan.name} · ${plan.versionHash}`}
          </bdi>
        </p>
      </div>
      <div className="grid gap-4">
        <dl className="grid gap-1.5 text-sm">
          <KeyValue label={t('plans.can-invest')}>
            {usdtWords(plan.amountMin)} – {usdtWords(plan.amountMax)}
          </KeyValue>
          <KeyValue label={t('plans.runs')}>
            <Num>{plan.days.join(' · ')}</Num>
          </KeyValue>
          <KeyValue label={t('plans.share')}>
            {t('plans.share-of', { percent: shareWords(plan.shareRate) })}
          </KeyValue>
          <KeyValue label={t('plans.early')}>
            {t('plans.early-of', { percent: shareWords(plan.earlyExitRate) })}
          </KeyValue>
        </dl>
        <p className="text-xs text-ink-3">{t('plans.cost-share', { days: plan.cycleDays })}</p>
        <Button size="lg" wide disabled={!mayBuy(plan, mode)} onClick={onInvest}>
          {t('plans.set-amount')}
        </Button>
      </div>
    </Card>
  );
}

/** What happened to the real fund, the deepest fall first; dashes before its first day. */
function Realised({ plan }: { readonly plan: PlanDetail }): ReactElement {
  const t = useT();
  const [span, setSpan] = useState<DaySpan>(365);
  const { realised } = onShow(plan, span);
  const scaled = [{ realised, backtest: null }];
  const choice = (
    <Segments
      label={t('plans.past')}
      value={span}
      choices={SPANS.map((days) => ({ value: days, label: t('breaks.days', { days }) }))}
      onChange={setSpan}
    />
  );
  return (
    <Section title={t('plans.happened')} aside={realised === null ? undefined : choice}>
      <Card className="grid gap-6 p-6 max-desktop:p-4">
        <SummaryFigures
          summary={realised?.summary ?? null}
          className="grid-cols-6 max-desktop:grid-cols-2"
        />
        {realised === null ? (
          <p className="text-ink-2">{t('plans.none-yet')}</p>
        ) : (
          <>
            <DayCurves
              days={realised.days}
              fall={fallOf(realised.summary.deepestFall)}
              total={realised.summary.total}
            />
            <figure className="grid gap-2">
              <figcaption className="text-sm font-medium text-ink-2">{t('plans.daily')}</figcaption>
              <ResultBars results={realised} top={barsTop(scaled)} hasTitles className="h-40" />
            </figure>
            <div className="grid gap-6 desktop:grid-cols-2 desktop:gap-8">
              <ResultRange results={realised} axis={rangeAxis(scaled)} />
              {plan.benchmark !== null && (
                <dl className="grid content-start gap-1 text-sm">
                  <dt className="font-medium text-ink-2">{t('plans.hold-same-days')}</dt>
                  <dd className="flex flex-wrap gap-x-6">
                    <span>
                      {t('plans.fall')}{' '}
                      <Percent value={shiftDecimal(fallOf(plan.benchmark.deepestFall), 2)} />
                    </span>
                    <span>
                      {t('plans.total')} <Percent value={shiftDecimal(plan.benchmark.total, 2)} />
                    </span>
                  </dd>
                </dl>
              )}
            </div>
          </>
        )}
      </Card>
    </Section>
  );
}

const percentOf = (share: string | undefined): string | null =>
  share === undefined ? null : shiftDecimal(share, 2);

/** The middle day of both, and how far they are apart. */
function Gap({ plan }: { readonly plan: PlanDetail }): ReactElement {
  const t = useT();
  const { realised, backtest, gap } = plan;
  return (
    <Card className="grid gap-2 p-6 max-desktop:p-4">
      <dl className="grid gap-1.5 text-sm">
        <KeyValue label={t('plans.median-of', { of: 'live' })}>
          <Percent places={3} value={percentOf(realised?.median)} />
        </KeyValue>
        <KeyValue label={t('plans.median-of', { of: 'other' })}>
          <Percent places={3} value={percentOf(backtest?.summary.median)} />
        </KeyValue>
        <KeyValue label={t('plans.gap')}>
          <Percent places={3} value={percentOf(gap ?? undefined)} />
        </KeyValue>
      </dl>
      <p className="text-sm text-ink-2">
        {gap === null ? t('plans.gap-none', { days: GAP_DAYS }) : t('plans.gap-text')}
      </p>
    </Card>
  );
}

function Ready(props: { readonly plan: PlanDetail; readonly onInvest: () => void }): ReactElement {
  const { plan, onInvest } = props;
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 max-desktop:gap-8">
      <Head plan={plan} onInvest={onInvest} />
      <Realised plan={plan} />
      <Section title={t('plans.days')}>
        <Card className="p-5 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0">
          <SettledDays plan={plan} />
        </Card>
      </Section>
      {plan.subsidies !== undefined && (
        <Section title={t('plans.house-paid')}>
          <Card className="p-5 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0">
            <HousePaid subsidies={plan.subsidies} />
          </Card>
        </Section>
      )}
      <Section title={t('plans.trades')}>
        <Card className="p-5 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0">
          <TradeList trades={plan.trades} />
        </Card>
      </Section>
      <Section title={t('plans.compare')}>
        <Gap plan={plan} />
        {plan.report === null ? (
          <p className="text-ink-2">{t('plans.backtest-none')}</p>
        ) : (
          <BacktestReport report={plan.report} />
        )}
      </Section>
    </div>
  );
}

/** A plan: what its rules are, what happened, every day and trade, and what its backtest said. */
export function PlanView(props: {
  readonly id: string;
  readonly onInvest: (plan: PlanDetail) => void;
}): ReactElement {
  const { id, onInvest } = props;
  const t = useT();
  const found = usePlan(id);
  const failure = failureOf(found.error);
  if (found.data !== undefined) {
    const plan = found.data;
    return (
      <>
        <h1 className="mb-6 text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {planTitle({ strategy: plan.strategy, codes: codesOf(plan) }, t)}
        </h1>
        <Ready plan={plan} onInvest={() => onInvest(plan)} />
      </>
    );
  }
  if (failure === null) return <Waiting rows={8} className="grid gap-4" />;
  return (
    <ReadFailed title={t('plans.failed')} failure={failure} onRetry={() => void found.refetch()} />
  );
}
