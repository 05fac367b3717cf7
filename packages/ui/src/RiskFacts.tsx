import type { ReactElement, ReactNode } from 'react';
import { ShieldWarningIcon } from './icons.ts';

/** What can be lost, in ink on a neutral ground, within reach of the action. Never collapsed. */
export function RiskFacts({
  title,
  children,
}: {
  readonly title: ReactNode;
  /** `KeyValue` rows and sentences. */
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="overflow-hidden rounded-md border border-line-strong">
      <h3 className="flex items-center gap-1.5 bg-sunken px-3 py-2 text-xs tracking-normal text-ink-2 short:py-1">
        <ShieldWarningIcon size={16} />
        {title}
      </h3>
      <dl className="grid gap-1.5 px-3 py-2.5 text-sm short:gap-1 short:py-1.5">{children}</dl>
    </section>
  );
}
