import type { ReactElement, ReactNode } from 'react';
import { ShieldWarningIcon } from './icons.ts';

/** What can be lost, in ink on a neutral ground, within reach of the action. Never collapsed. */
export function RiskFacts(props: {
  readonly title: ReactNode;
  /** `KeyValue` rows; sentences where `isText`. */
  readonly children: ReactNode;
  readonly isText?: boolean;
  /** Of its heading: 3 unless it stands right under the page's own. */
  readonly level?: 2 | 3;
}): ReactElement {
  const { title, children, isText = false, level = 3 } = props;
  const Head = `h${level}` as const;
  const Facts = isText ? 'div' : 'dl';
  return (
    <section className="overflow-hidden rounded-md border border-line-strong">
      <Head className="flex items-center gap-1.5 bg-sunken px-3 py-2 text-xs tracking-normal text-ink-2 short:py-1">
        <ShieldWarningIcon size={16} />
        {title}
      </Head>
      <Facts className="grid gap-1.5 px-3 py-2.5 text-sm short:gap-1 short:py-1.5">
        {children}
      </Facts>
    </section>
  );
}
