import type { MessageKey } from '@candor/locales';
import { Card, CaretRightIcon, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href, type PageName } from '../lib/paths.ts';
import { Cached } from '../live/Cached.tsx';
import { Settings } from './profile/Settings.tsx';

/** Settings that stand elsewhere. */
const LINKS: readonly { readonly page: PageName; readonly title: MessageKey }[] = [
  { page: 'notification', title: 'page.notification-title' },
  { page: 'security', title: 'page.security-title' },
  { page: 'limits', title: 'page.limits-title' },
  { page: 'help', title: 'page.help-title' },
  { page: 'about', title: 'page.about-title' },
];

/** How the page looks and speaks, for visitors too, and the way to the account's settings. */
export function SettingsPage(): ReactElement {
  const t = useT();
  return (
    <Cached>
      <div className="mx-auto grid max-w-[1264px] gap-6 px-8 pt-10 pb-12 max-desktop:gap-4 max-desktop:px-4 max-desktop:pt-6">
        <div>
          <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
            {t('page.settings-title')}
          </h1>
          <p className="mt-2 max-w-[72ch] text-ink-2">{t('page.settings-text')}</p>
        </div>
        <div className="grid items-start gap-6 desktop:grid-cols-2 max-desktop:gap-4">
          <Settings />
          <Card className="p-5 max-desktop:p-4">
            <h2 className="text-lg">{t('settings.elsewhere')}</h2>
            <ul className="mt-2">
              {LINKS.map(({ page, title }) => (
                <li key={page} className="border-t border-line first:border-t-0">
                  <Link
                    href={href(page)}
                    className="flex min-h-12 items-center justify-between gap-3 hover:text-ink-2"
                  >
                    {t(title)}
                    <CaretRightIcon size={16} className="shrink-0 text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </Cached>
  );
}
