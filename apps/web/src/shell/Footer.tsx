import type { MessageKey } from '@candor/locales';
import { Logo, SourceLine, useLocale, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS, href, type PageName } from '../app/paths.ts';
import { useFeeds } from '../lib/feeds.ts';

/** Year of the copyright line. @source seed §1 */
const COPYRIGHT_YEAR = '2025';

type Entry = {
  readonly page: PageName;
  readonly label: MessageKey;
  /** A part of the page with an address of its own. */
  readonly part?: string;
};
type FootColumn = { readonly title: MessageKey; readonly entries: readonly Entry[] };

/** Only links that lead somewhere: the content lists bring the others with them. */
const COLUMNS: readonly FootColumn[] = [
  {
    title: 'footer.products',
    entries: [
      { page: 'market', label: 'nav.market' },
      { page: 'loan', label: 'nav.loan' },
      { page: 'nfts', label: 'nav.nfts' },
      { page: 'trading', label: 'nav.smart' },
    ],
  },
  {
    title: 'footer.company',
    entries: [
      { page: 'introduction', label: 'footer.introduction' },
      { page: 'notice', label: 'footer.notices' },
      { page: 'trust', label: 'footer.fees', part: '#fees' },
      { page: 'trust', label: 'footer.losing-share', part: '#risk' },
    ],
  },
  {
    title: 'footer.contact',
    entries: [
      { page: 'help', label: 'page.help-title' },
      { page: 'faq', label: 'page.faq-title' },
      { page: 'support', label: 'nav.support' },
    ],
  },
];

function SourceHealth(): ReactElement {
  const t = useT();
  const feeds = useFeeds();
  if (feeds === null || feeds.sources.length === 0) {
    return <SourceLine state="none">{t('footer.sources-unknown')}</SourceLine>;
  }
  const total = feeds.sources.length;
  const ok = feeds.sources.filter((source) => source.status === 'ok').length;
  if (ok === total) return <SourceLine state="checkable">{t('footer.sources-ok')}</SourceLine>;
  return <SourceLine state="stale">{t('footer.sources-some', { ok, total })}</SourceLine>;
}

/** What stands under every reading page. */
export function Footer(): ReactElement {
  const t = useT();
  const { value } = useLocale();
  const link = 'block w-fit leading-7 text-ink-2 hover:text-ink hover:underline';
  return (
    <footer className="mt-24 border-t border-line bg-surface pt-14 pb-8">
      <div className="mx-auto max-w-[1264px] px-8">
        <div className="grid grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))] gap-8">
          <div>
            <Logo height={28} />
            <p className="mt-4 mb-4 max-w-[240px] text-sm text-ink-2">{t('footer.risk')}</p>
            <SourceHealth />
          </div>
          {COLUMNS.map((column) => (
            <nav key={column.title} aria-label={t(column.title)}>
              <h2 className="mb-3 text-sm font-medium tracking-normal text-ink-3">
                {t(column.title)}
              </h2>
              {column.entries.map(({ page, label, part = '' }) =>
                page === 'support' ? (
                  <a
                    key={page}
                    href={href('support', { lang: value })}
                    target="_blank"
                    rel="noopener"
                    className={link}
                  >
                    {t(label)}
                  </a>
                ) : (
                  <Link key={label} href={`${PATHS[page]}${part}`} className={link}>
                    {t(label)}
                  </Link>
                ),
              )}
            </nav>
          ))}
        </div>
        <p className="mt-14 border-t border-line pt-6 text-sm text-ink-3">
          <bdi>{t('footer.copyright', { year: COPYRIGHT_YEAR })}</bdi>
        </p>
      </div>
    </footer>
  );
}
