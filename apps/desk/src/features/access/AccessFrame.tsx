import { Logo } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { useDeskT } from '../../lib/texts.ts';

/** The page of a member who is not in yet: one card, and what the desk cannot do. */
export function AccessFrame(props: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  const t = useDeskT();
  return (
    <main className="grid min-h-page content-center justify-items-center gap-6 bg-canvas p-4">
      <div className="w-full max-w-[400px]">
        <Logo height={26} />
        <p className="mt-1.5 text-xs text-ink-3">{t('nav.desk')}</p>
      </div>
      <section className="w-full max-w-[400px] rounded-lg border border-line bg-surface p-6 max-desktop:p-4">
        <h1 className="text-xl">{props.title}</h1>
        {props.lead != null && <p className="mt-1 text-ink-2">{props.lead}</p>}
        <div className="mt-5">{props.children}</div>
      </section>
      <p className="w-full max-w-[400px] text-xs text-ink-3">{t('nav.promise')}</p>
    </main>
  );
}
