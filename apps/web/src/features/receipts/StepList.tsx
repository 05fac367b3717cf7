import { Num, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Mark } from './Mark.tsx';
import { type Step, isSame } from './steps.ts';

/** Each figure with the formula and the figures it comes from. */
export function StepList({ steps }: { readonly steps: readonly Step[] }): ReactElement {
  const t = useT();
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
      {steps.map((step) => (
        <li key={step.id} className="border-t border-line pt-3 first:border-0 first:pt-0">
          <div className="flex items-baseline justify-between gap-3">
            <span className="font-medium">{t(step.label)}</span>
            <Mark state={isSame(step) ? 'holds' : 'differs'}>{t('receipt.same')}</Mark>
          </div>
          <p className="mt-0.5 text-ink-2">
            <bdi dir="ltr" className="num break-words whitespace-normal">
              {`${step.formula} = ${formatNumber(step.is)}${step.unit === '' ? '' : ` ${step.unit}`}`}
            </bdi>
          </p>
          {!isSame(step) && (
            <p className="mt-0.5 text-[var(--color-danger)]">
              {t('receipt.says')} <Num>{formatNumber(step.said)}</Num>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
