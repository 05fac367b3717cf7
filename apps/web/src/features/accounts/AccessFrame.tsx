import { DemoChip, cardClass, formatNumber, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { useDemoBalance } from '../../lib/demo-balance.ts';

/** A form beside what an account begins with. */
export function AccessFrame(props: {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
  readonly foot: ReactNode;
}): ReactElement {
  const t = useT();
  const opensWith = useDemoBalance();
  return (
    <div className="mx-auto grid max-w-[960px] grid-cols-[minmax(0,440px)_minmax(0,1fr)] items-start gap-16 px-8 py-16 max-desktop:grid-cols-1 max-desktop:gap-6 max-desktop:px-4 max-desktop:py-6">
      <div
        className={`p-8 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0 ${cardClass}`}
      >
        <h1 className="text-2xl tracking-title">{props.title}</h1>
        <p className="mt-1 mb-6 text-ink-2">{props.intro}</p>
        {props.children}
        <p className="mt-6 border-t border-line pt-4 text-sm text-ink-2">{props.foot}</p>
      </div>
      <aside className={`overflow-hidden ${cardClass}`}>
        <div className="hatch flex items-center justify-between gap-3 border-b border-demo-line px-5 py-4 text-demo-ink">
          <h2 className="text-base tracking-normal">{t('access.demo-title')}</h2>
          <DemoChip solid>{t('band.demo')}</DemoChip>
        </div>
        <div className="grid gap-3 p-5 text-sm text-ink-2">
          <p>
            {opensWith === null
              ? t('access.demo-note-plain')
              : t('access.demo-note', { amount: formatNumber(opensWith) })}
          </p>
          <p>{t('access.risk-note')}</p>
        </div>
      </aside>
    </div>
  );
}
