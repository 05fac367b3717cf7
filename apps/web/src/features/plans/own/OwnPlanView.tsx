import { Button, Card, ErrorNote, formatNumber, shiftDecimal, useT } from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useKeptDraft } from '../../../lib/kept-draft.ts';
import { BacktestReport } from '../BacktestReport.tsx';
import { OwnOnPaper } from './OwnOnPaper.tsx';
import { RulesForm } from './RulesForm.tsx';
import { type OwnRules, chosenRules, isOwnRules, usualRules } from './rules.ts';
import { type BacktestRun, useBacktestRun } from './use-backtest-run.ts';

/** The name its draft is kept under. */
const FORM = 'own-plan';

/** How far a backtest is, as a bar and a sentence. */
function Progress({ run }: { readonly run: BacktestRun }): ReactElement {
  const t = useT();
  const id = useId();
  const percent = formatNumber(shiftDecimal(run.progress, 2), { places: 0 });
  return (
    <Card className="grid gap-3 p-6 max-desktop:p-4">
      <p id={id} role="status" className="text-sm">
        {t('plans.job', { state: run.state, percent: `\u2066${percent}%\u2069` })}
      </p>
      <progress
        aria-labelledby={id}
        max={100}
        value={+shiftDecimal(run.progress, 2)}
        className="w-full"
      />
    </Card>
  );
}

/** Rules of one's own: chosen, run over the past, then on practice money. */
export function OwnPlanView(props: {
  readonly markets: readonly string[];
  readonly plansHref: string;
}): ReactElement {
  const { markets, plansHref } = props;
  const t = useT();
  const [rules, write] = useKeptDraft<OwnRules>(FORM, {
    nothing: usualRules('trend', markets.slice(0, 1)),
    read: (kept) => (isOwnRules(kept) ? kept : null),
  });
  const [isPressed, setPressed] = useState(false);
  const run = useBacktestRun();
  const chosen = chosenRules(rules);
  const isBusy = run.state === 'asking' || run.state === 'waiting' || run.state === 'running';
  return (
    <div className="grid items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setPressed(true);
          if (chosen !== null) void run.ask(chosen, rules.past);
        }}
      >
        <Card className="grid gap-4 p-6 max-desktop:p-4">
          <RulesForm
            rules={rules}
            markets={markets}
            isPressed={isPressed}
            onChange={(change) => {
              run.drop();
              write(change);
            }}
          />
          <Button type="submit" size="lg" wide busy={isBusy ? t('ticket.sending') : undefined}>
            {t('plans.run-backtest')}
          </Button>
        </Card>
      </form>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {run.failure !== null && <ErrorNote>{failureText(run.failure, t)}</ErrorNote>}
        {run.state === 'none' && run.failure === null && (
          <p className="text-ink-2">{t('plans.backtest-first')}</p>
        )}
        {isBusy && run.state !== 'asking' && <Progress run={run} />}
        {run.state === 'failed' && (
          <ErrorNote>{t('plans.job', { state: 'failed', percent: '' })}</ErrorNote>
        )}
        {run.report !== null && (
          <section
            aria-label={t('plans.backtest')}
            className="grid grid-cols-[minmax(0,1fr)] gap-3"
          >
            <h2 className="text-xl">{t('plans.backtest')}</h2>
            <BacktestReport report={run.report} />
          </section>
        )}
        {run.report !== null && run.rules !== null && run.maxLossRateMin !== null && (
          <section aria-label={t('plans.run-paper')} className="grid gap-3">
            <h2 className="text-xl">{t('plans.run-paper')}</h2>
            <Card className="max-w-[520px] p-6 max-desktop:p-4">
              <OwnOnPaper
                rules={run.rules}
                maxLossRateMin={run.maxLossRateMin}
                plansHref={plansHref}
              />
            </Card>
          </section>
        )}
      </div>
    </div>
  );
}
