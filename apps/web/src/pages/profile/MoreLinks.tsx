import { Card, CaretRightIcon, StatusChip, useLocale, useT } from '@candor/ui';
import type { MessageKey } from '@candor/locales';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href, type PageName } from '../../lib/paths.ts';

const LINKS: readonly {
  readonly page: PageName;
  readonly title: MessageKey;
  readonly isOpen: boolean;
}[] = [
  { page: 'orders', title: 'orders.title', isOpen: true },
  { page: 'notification', title: 'page.notification-title', isOpen: true },
  { page: 'security', title: 'page.security-title', isOpen: true },
  { page: 'records', title: 'page.records-title', isOpen: true },
  { page: 'identity', title: 'page.identity-title', isOpen: true },
  { page: 'limits', title: 'page.limits-title', isOpen: true },
  { page: 'cases', title: 'page.cases-title', isOpen: true },
  { page: 'trust', title: 'page.trust-title', isOpen: true },
  { page: 'balance', title: 'page.balance-title', isOpen: true },
  { page: 'loans', title: 'loan.mine', isOpen: true },
  { page: 'invite', title: 'page.invite-title', isOpen: true },
  { page: 'reset', title: 'page.reset-title', isOpen: true },
  { page: 'help', title: 'page.help-title', isOpen: true },
  { page: 'verify', title: 'page.verify-title', isOpen: true },
  { page: 'settings', title: 'page.settings-title', isOpen: true },
  { page: 'introduction', title: 'page.introduction-title', isOpen: true },
  { page: 'about', title: 'page.about-title', isOpen: true },
];

const ROW = 'flex min-h-12 items-center justify-between gap-3 hover:text-ink-2';

/** Opens beside this page; on a phone the bar of who is signed in has no room for it. */
function SupportRow(): ReactElement {
  const t = useT();
  const { value: lang } = useLocale();
  return (
    <li className="break-inside-avoid border-b border-line max-desktop:border-b-0">
      <a href={href('support', { lang })} target="_blank" rel="noopener" className={ROW}>
        {t('page.support-title')}
        <CaretRightIcon size={16} className="text-ink-3" />
      </a>
    </li>
  );
}

/** Where the account leads; what is not open yet says so before it is pressed. */
export function MoreLinks(): ReactElement {
  const t = useT();
  return (
    <Card className="p-5 max-desktop:p-4">
      <h2 className="text-lg">{t('account.more')}</h2>
      <ul className="mt-2 desktop:columns-2 desktop:gap-x-8">
        {LINKS.map(({ page, title, isOpen }) => (
          <li key={page} className="break-inside-avoid border-b border-line">
            <Link href={href(page)} className={ROW}>
              {t(title)}
              <span className="flex items-center gap-2">
                {!isOpen && <StatusChip icon="clock">{t('common.not-open-yet')}</StatusChip>}
                <CaretRightIcon size={16} className="text-ink-3" />
              </span>
            </Link>
          </li>
        ))}
        <SupportRow />
      </ul>
    </Card>
  );
}
