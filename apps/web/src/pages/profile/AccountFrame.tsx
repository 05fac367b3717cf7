import { useLocale, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Link, useLocation } from 'wouter';
import { href, pageOf } from '../../lib/paths.ts';
import { type AccountLink, GROUPS } from './account-links.ts';

const ROW = 'flex min-h-9 items-center rounded-md px-3 text-sm hover:bg-hover';

function Row({ link, isHere }: { readonly link: AccountLink; readonly isHere: boolean }) {
  const t = useT();
  return (
    <li>
      <Link
        href={href(link.page)}
        aria-current={isHere ? 'page' : undefined}
        className={`${ROW} ${isHere ? 'bg-sunken font-semibold' : 'text-ink-2'}`}
      >
        {t(link.title)}
      </Link>
    </li>
  );
}

function Group(props: {
  readonly group: (typeof GROUPS)[number];
  readonly children?: ReactNode;
}): ReactElement {
  const { group, children } = props;
  const t = useT();
  const id = useId();
  const here = pageOf(useLocation()[0]);
  return (
    <section>
      <h2 id={id} className="px-3 pb-1 text-xs font-semibold text-ink-3">
        {t(group.title)}
      </h2>
      <ul aria-labelledby={id} className="grid">
        {group.links.map((link) => (
          <Row key={link.page} link={link} isHere={link.page === here} />
        ))}
        {children}
      </ul>
    </section>
  );
}

/**
 * A page of the account beside the others. Where the window has no room for both, the pages stand as
 * a list under the account's overview.
 */
export function AccountFrame({ children }: { readonly children: ReactNode }): ReactElement {
  const t = useT();
  const { value: lang } = useLocale();
  const last = GROUPS.at(-1);
  return (
    <div className="mx-auto max-w-[1480px] min-[1240px]:flex">
      <nav
        aria-label={t('account.nav')}
        className="hidden w-60 shrink-0 border-e border-line px-3 pt-10 pb-12 min-[1240px]:block"
      >
        <div className="sticky top-6 grid gap-6">
          {GROUPS.map((group) => (
            <Group key={group.title} group={group}>
              {group === last && (
                <li>
                  <a
                    href={href('support', { lang })}
                    target="_blank"
                    rel="noopener"
                    className={`${ROW} text-ink-2`}
                  >
                    {t('page.support-title')}
                  </a>
                </li>
              )}
            </Group>
          ))}
        </div>
      </nav>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
