import { decimal, formatMoney, fromDecimal, mul } from '@candor/kernel';
import {
  Button,
  Card,
  KeyValue,
  Num,
  SourceLine,
  type Span,
  StatusChip,
  buttonClass,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../../../lib/session.ts';
import { BacktestTitle, Hatched } from '../Hatched.tsx';
import { ResultBars, ResultRange, SpanWords } from '../ResultBars.tsx';
import { SummaryFigures } from '../SummaryFigures.tsx';
import type { PlanOnShow, Results } from '../days.ts';
import { centWords, usdtWords } from '../../../lib/figure-words.ts';
import { codesOf, fallOf, mayBuy, planTitle, ruleCard, shareWords } from '../words.ts';

/** What the example is worked for. @source DESIGN mock e */
const EXAMPLE = decimal('1000');

const HALF = { asset: 'USDT', rounding: 'halfEven' } as const;

/** The example’s loss at a fall. @rounding halfEven */
function exampleLoss(fall: string): string {
  return formatMoney(fromDecimal(mul(EXAMPLE, decimal(fall), 'halfEven'), HALF));
}

type Scales = { readonly top: number; readonly axis: Span };

/** Results of the real fund, or that there are none yet. */
function Realised(props: Scales & { readonly results: Results | null }): ReactElement {
  const { results, top, axis } = props;
  const t = useT();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line px-6 py-5 max-desktop:px-4">
      <div className="flex items-baseline justify-between gap-3 text-xs">
        <h3 className="text-xs font-medium tracking-normal text-ink-2">{t('plans.daily')}</h3>
        <span className="text-ink-3">{results !== null && <SpanWords results={results} />}</span>
      </div>
      {results === null ? (
        <p className="text-sm text-ink-2">{t('plans.none-yet')}</p>
      ) : (
        <ResultBars results={results} top={top} />
      )}
      <SummaryFigures summary={results?.summary ?? null} />
      {results !== null && <ResultRange results={results} axis={axis} />}
    </section>
  );
}

/** What the rules would have done; never called a result of the plan. */
function Tested(props: Scales & { readonly shown: PlanOnShow }): ReactElement | null {
  const { shown, top, axis } = props;
  const { backtest } = shown.plan;
  const t = useT();
  if (shown.backtest === null || backtest === null || shown.realised !== null) return null;
  return (
    <section className="border-t border-line px-4 py-4 max-desktop:px-2">
      <Hatched
        title={<BacktestTitle isGenerated={backtest.isGenerated} />}
        aside={<SpanWords results={shown.backtest} />}
      >
        <p className="text-xs text-ink-2">{t('plans.backtest-text')}</p>
        <ResultBars results={shown.backtest} top={top} />
        <SummaryFigures summary={shown.backtest.summary} />
        <ResultRange results={shown.backtest} axis={axis} />
      </Hatched>
    </section>
  );
}

function Terms({ shown }: { readonly shown: PlanOnShow }): ReactElement {
  const { plan } = shown;
  const t = useT();
  return (
    <dl className="grid content-start gap-1 border-t border-line px-6 py-5 text-sm max-desktop:px-4">
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
  );
}

/** A plan: its rules in words, its losing days, what it costs. @source DESIGN mock e */
export function PlanCard(
  props: Scales & {
    readonly shown: PlanOnShow;
    readonly href: string;
    readonly onInvest: () => void;
  },
): ReactElement {
  const { shown, top, axis, href, onInvest } = props;
  const { plan } = shown;
  const t = useT();
  const { mode } = useSession();
  const title = planTitle({ strategy: plan.strategy, codes: codesOf(plan) }, t);
  const results = shown.realised ?? shown.backtest;
  const loss = results === null ? null : fallOf(exampleLoss(results.summary.deepestFall));
  return (
    <Card className="row-span-4 grid grid-rows-subgrid overflow-hidden">
      <section className="grid content-start gap-2 px-6 py-5 max-desktop:px-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <h2 className="text-lg">
            <Link href={href} className="target inline-block hover:underline">
              {title}
            </Link>
          </h2>
          {plan.status !== 'open' && (
            <StatusChip icon="lock">{t('plans.status', { status: plan.status })}</StatusChip>
          )}
        </div>
        <SourceLine state={plan.fills === 0 ? 'none' : 'checkable'}>
          {plan.fills === 0 ? t('plans.no-fills') : t('plans.fills-checked', { count: plan.fills })}
        </SourceLine>
        <p className="text-sm text-ink-2">
          {ruleCard(plan, t)} {t('plans.weak', { strategy: plan.strategy })}
        </p>
      </section>
      <div>
        <Realised results={shown.realised} top={top} axis={axis} />
        <Tested shown={shown} top={top} axis={axis} />
      </div>
      <Terms shown={shown} />
      <section className="grid content-between gap-3 border-t border-line bg-canvas px-6 py-5 max-desktop:px-4">
        {loss !== null && (
          <p className="text-sm">
            {t('plans.on-thousand', {
              amount: usdtWords('1000'),
              loss: centWords(loss),
            })}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button className="flex-1" disabled={!mayBuy(plan, mode)} onClick={onInvest}>
            {t('plans.set-amount')}
          </Button>
          <Link
            href={href}
            className={`max-[360px]:w-full ${buttonClass({ variant: 'secondary' })}`}
          >
            {t('plans.details')}
          </Link>
        </div>
      </section>
    </Card>
  );
}
