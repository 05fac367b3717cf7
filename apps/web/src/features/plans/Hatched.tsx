import { DemoChip, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';

/** What nobody had, or what is no money: on hatch and called so, like everything that is not real. */
export function Hatched(props: {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="hatch min-w-0 rounded-md p-2 inset-ring inset-ring-demo-line">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-sm bg-surface p-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs">
          <DemoChip>{props.title}</DemoChip>
          {props.aside !== undefined && <span className="text-ink-3">{props.aside}</span>}
        </div>
        {props.children}
      </div>
    </div>
  );
}

/** What a backtest is called, and where its prices come from where nobody paid them. */
export function BacktestTitle({ isGenerated }: { readonly isGenerated: boolean }): ReactElement {
  const t = useT();
  return <>{isGenerated ? t('plans.backtest-generated') : t('plans.backtest')}</>;
}
