import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { PATHS } from '../lib/paths.ts';
import { TABS, tabOf } from './tabs.ts';

/** The six sections under a phone's thumb. */
export function TabBar(): ReactElement {
  const t = useT();
  const [path] = useLocation();
  const current = tabOf(path);
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-(--z-bar) grid grid-cols-6 border-t border-line bg-surface pt-1.5 pb-[max(env(safe-area-inset-bottom),6px)]"
    >
      {TABS.map(({ page, shortLabel, Icon }) => {
        const isOn = page === current;
        return (
          <Link
            key={page}
            href={PATHS[page]}
            aria-current={isOn ? 'page' : undefined}
            className={`grid min-h-[52px] min-w-0 content-center justify-items-center gap-0.5 text-2xs leading-[14px] -outline-offset-2 ${
              isOn ? 'font-semibold text-ink' : 'font-medium text-ink-3'
            }`}
          >
            <Icon size={22} weight={isOn ? 'fill' : 'regular'} />
            <span className="max-w-full truncate max-[359px]:tracking-[-0.05em] rtl:tracking-normal">
              {t(shortLabel)}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
