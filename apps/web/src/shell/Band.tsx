import { DemoChip, formatDay, useT, useLayout } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { useFeeds } from '../lib/feeds.ts';
import { useOffline } from '../lib/connectivity.ts';
import { useSession } from '../lib/session.ts';
import { bandText } from './band-text.ts';

/** The first thing read on every screen: whose money this is and where prices come from. */
export function Band({ action }: { readonly action: ReactNode }): ReactElement {
  const t = useT();
  const feeds = useFeeds();
  const layout = useLayout();
  const { mode } = useSession();
  const isOffline = useOffline();
  const { key, values } = bandText({
    mode,
    feeds,
    isShort: layout === 'mobile',
    isOffline,
    dayText: formatDay,
  });
  // Phones: chip, words and link are one paragraph, so that a long label breaks without touching.
  const size =
    'flex flex-wrap items-center justify-center gap-x-3 gap-y-2 min-h-8 px-4 py-1 text-sm leading-4 ' +
    'max-desktop:block max-desktop:min-h-7 max-desktop:text-center max-desktop:text-xs ' +
    'max-desktop:leading-5 max-desktop:*:mx-1';
  if (mode === 'real') {
    return (
      <aside aria-label={t('band.real-spoken')} className={`on-ink ${size} bg-ink text-on-ink`}>
        <b className="chip-case text-2xs font-bold">{t('band.real')}</b>
        <span role={isOffline ? 'status' : undefined} className="opacity-85">
          {t(key, values)}
        </span>
        {action}
      </aside>
    );
  }
  return (
    <aside
      aria-label={t('band.demo-spoken')}
      className={`hatch ${size} border-b border-demo-line text-demo-ink`}
    >
      <DemoChip solid>{t('band.demo')}</DemoChip>
      <span
        role={isOffline ? 'status' : undefined}
        className="rounded-[2px] box-decoration-clone bg-demo-a shadow-[0_0_0_4px_var(--color-demo-a)] max-desktop:shadow-[0_0_0_2px_var(--color-demo-a)]"
      >
        {t(key, values)}
      </span>
      {action}
    </aside>
  );
}
