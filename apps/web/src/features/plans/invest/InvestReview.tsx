import { KeyValue, RiskFacts, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { usdtWords } from '../../../lib/figure-words.ts';
import { shareWords } from '../words.ts';

/** What a plan costs besides its trading. */
export type PlanCosts = {
  readonly shareRate: string;
  readonly earlyExitRate: string;
  readonly cycleDays: number;
};

/** What is sent, with everything it costs and what can be lost, right above the button. */
export function InvestReview(props: {
  readonly asked: { readonly amount: string; readonly days: number; readonly maxLoss: string };
  /** Null where only the server knows them. */
  readonly costs: PlanCosts | null;
  readonly action: ReactNode;
}): ReactElement {
  const { asked, costs, action } = props;
  const t = useT();
  return (
    <>
      <dl className="grid gap-1.5 text-sm">
        <KeyValue label={t('plans.amount')}>
          <span className="text-base font-semibold">{usdtWords(asked.amount)}</span>
        </KeyValue>
        <KeyValue label={t('plans.runs')}>{t('breaks.days', { days: asked.days })}</KeyValue>
        {costs !== null && (
          <>
            <KeyValue label={t('plans.share')}>
              {t('plans.share-of', { percent: shareWords(costs.shareRate) })}
            </KeyValue>
            <KeyValue label={t('plans.early')}>
              {t('plans.early-of', { percent: shareWords(costs.earlyExitRate) })}
            </KeyValue>
          </>
        )}
      </dl>
      <ul className="grid list-disc gap-1 ps-4 text-xs text-ink-2">
        <li>{t('plans.cost-joining')}</li>
        <li>{t('plans.cost-trading')}</li>
        {costs !== null && <li>{t('plans.cost-share', { days: costs.cycleDays })}</li>}
        <li>{t('plans.joins-text')}</li>
      </ul>
      <RiskFacts title={t('plans.risk')}>
        <KeyValue label={t('plans.max-loss')}>{usdtWords(asked.maxLoss)}</KeyValue>
      </RiskFacts>
      <p className="text-xs text-ink-3">{t('plans.max-loss-help')}</p>
      {action}
    </>
  );
}
