import { Card, CaretRightIcon, useLocale, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';
import { GROUPS } from './account-links.ts';

const ROW = 'flex min-h-12 items-center justify-between gap-3 hover:text-ink-2';

function Item({ children }: { readonly children: ReactNode }): ReactElement {
  return <li className="border-t border-line first:border-t-0">{children}</li>;
}

const Caret = (): ReactElement => <CaretRightIcon size={16} className="shrink-0 text-ink-3" />;

/** Opens beside this page; on a phone the bar of who is signed in has no room for it. */
function SupportRow(): ReactElement {
  const t = useT();
  const { value: lang } = useLocale();
  return (
    <Item>
      <a href={href('support', { lang })} target="_blank" rel="noopener" className={ROW}>
        {t('page.support-title')}
        <Caret />
      </a>
    </Item>
  );
}

/** Where the account leads, grouped; wide windows have it at the side of every page of the account. */
export function MoreLinks(): ReactElement {
  const t = useT();
  const last = GROUPS.at(-1);
  return (
    <nav
      aria-label={t('account.nav')}
      className="grid gap-6 max-desktop:gap-4 desktop:grid-cols-3 min-[1240px]:hidden"
    >
      {GROUPS.map((group) => (
        <section key={group.title}>
          <h2 className="mb-2 text-sm font-semibold text-ink-2">{t(group.title)}</h2>
          <Card className="px-4">
            <ul>
              {group.links
                .filter(({ page }) => page !== 'profile')
                .map(({ page, title }) => (
                  <Item key={page}>
                    <Link href={href(page)} className={ROW}>
                      {t(title)}
                      <Caret />
                    </Link>
                  </Item>
                ))}
              {group === last && <SupportRow />}
            </ul>
          </Card>
        </section>
      ))}
    </nav>
  );
}
