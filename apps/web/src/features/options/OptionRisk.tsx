import { Amount, KeyValue, Num, RiskFacts, Skeleton, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { useOptionRecord } from './api.ts';
import { isBelowBreakEven, shareText } from './view.ts';

/** What can be lost, how often one has to be right, and how often one was. */
export function OptionRisk(props: {
  /** Decimal text; null without a stake. */
  readonly stake: string | null;
  readonly breakEvenRate: string;
  readonly isSignedIn: boolean;
}): ReactElement {
  const { stake, breakEvenRate, isSignedIn } = props;
  const t = useT();
  return (
    <RiskFacts title={t('options.risk-title')}>
      <KeyValue label={t('ticket.most')}>
        <Amount value={stake} />
      </KeyValue>
      <KeyValue label={t('options.break-even')}>
        <Num>{shareText(breakEvenRate)}</Num>
      </KeyValue>
      {isSignedIn && (
        <KeyValue label={t('options.record-label')}>
          <OwnRecord breakEvenRate={breakEvenRate} />
        </KeyValue>
      )}
    </RiskFacts>
  );
}

function OwnRecord({ breakEvenRate }: { readonly breakEvenRate: string }): ReactElement {
  const t = useT();
  const { data } = useOptionRecord();
  if (data === undefined) return <Skeleton className="h-4 w-24" />;
  if (data.hitRate === null) return <>{t('options.record-none')}</>;
  const isBelow = isBelowBreakEven(data.hitRate, breakEvenRate) === true;
  const count = formatNumber(String(data.won + data.lost));
  return (
    <span className={isBelow ? 'text-warn' : ''}>
      {t('options.record-value', {
        won: formatNumber(String(data.won)),
        count,
        rate: shareText(data.hitRate),
      })}
    </span>
  );
}
