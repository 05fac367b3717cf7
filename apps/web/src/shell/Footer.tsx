import type { MessageKey } from '@candor/locales';
import { unixMs, utcDayOf } from '@candor/kernel';
import { OPERATOR_NOT_SET, readSocial } from '@candor/protocol/light';
import { Logo, SourceLine, useLocale, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { PATHS, href, type PageName } from '../lib/paths.ts';
import { wallNow } from '../lib/clock.ts';
import { useFeeds } from '../lib/feeds.ts';
import { useOffline } from '../lib/connectivity.ts';
import { useCall } from '../lib/use-call.ts';

type Entry = {
  readonly page: PageName;
  readonly label: MessageKey;
  /** A part of the page with an address of its own. */
  readonly part?: string;
};

const PRODUCTS: readonly Entry[] = [
  { page: 'market', label: 'nav.market' },
  { page: 'loan', label: 'nav.loan' },
  { page: 'nfts', label: 'nav.nfts' },
  { page: 'trading', label: 'nav.smart' },
];

/** The columns whose texts the server lists, by their type. @source seed §2, §3 */
const LISTS = [
  { type: '1', title: 'footer.company' },
  { type: '2', title: 'footer.policy' },
  { type: '3', title: 'footer.statements' },
  { type: '4', title: 'footer.help' },
] as const;

/** Under the texts of the last column. */
const HELP: readonly Entry[] = [
  { page: 'help', label: 'page.help-title' },
  { page: 'faq', label: 'page.faq-title' },
  { page: 'verify', label: 'page.verify-title' },
];

/** What no column leads to; fees stand among the statements and on the page of trust. */
const ROW: readonly Entry[] = [
  { page: 'introduction', label: 'page.introduction-title' },
  { page: 'notice', label: 'footer.notices' },
  { page: 'about', label: 'page.about-title' },
  { page: 'settings', label: 'page.settings-title' },
  { page: 'trust', label: 'footer.losing-share', part: '#risk' },
];

const LINK = 'block w-fit py-1 leading-5 text-ink-2 hover:text-ink hover:underline';

function PageLink({ entry }: { readonly entry: Entry }): ReactElement {
  const t = useT();
  const { page, label, part = '' } = entry;
  return (
    <Link href={`${PATHS[page]}${part}`} className={LINK}>
      {t(label)}
    </Link>
  );
}

function Column(props: { readonly head: MessageKey; readonly children: ReactNode }): ReactElement {
  const t = useT();
  return (
    <nav aria-label={t(props.head)} className="min-w-0 [overflow-wrap:anywhere]">
      <h2 className="mb-3 text-sm font-medium tracking-normal text-ink-3">{t(props.head)}</h2>
      {props.children}
    </nav>
  );
}

/** Texts of a type in the reader's language; no column where there is none. */
export function ListColumn({ type, title }: (typeof LISTS)[number]): ReactElement | null {
  const t = useT();
  const { value: language } = useLocale();
  const texts = useCall('content.list', { input: { params: { id: type }, query: { language } } });
  if (texts.value?.length === 0 && type !== '4') return null;
  return (
    <Column head={title}>
      {texts.value?.map((text) => (
        <Link
          key={text.id}
          href={href('content', { id: text.id, title: text.title })}
          className={LINK}
        >
          <bdi>{text.title}</bdi>
        </Link>
      ))}
      {type === '4' && (
        <>
          <a
            href={href('support', { lang: language })}
            target="_blank"
            rel="noopener"
            className={LINK}
          >
            {t('nav.support')}
          </a>
          {HELP.map((entry) => (
            <PageLink key={entry.label} entry={entry} />
          ))}
        </>
      )}
    </Column>
  );
}

/** From the year of the parameter to this one; before the first is known no line claims any. @source PRODUCT 15 */
export function Copyright(): ReactElement | null {
  const t = useT();
  const year = useCall('content.parameter', { input: { params: { key: 'copyright.year' } } });
  if (year.value === null) return null;
  const first = year.value.value;
  const [now = first] = utcDayOf(unixMs(wallNow())).split('-');
  return <bdi>{t('footer.copyright', { year: now > first ? `${first}–${now}` : first })}</bdi>;
}

/** A text of the operator; nothing before it is known, or while nobody set it. */
function useOperator(key: 'name' | 'address' | 'licence' | 'social'): string | null {
  const read = useCall('content.parameter', { input: { params: { key: `operator.${key}` } } });
  const text = read.value?.value ?? OPERATOR_NOT_SET;
  return text === OPERATOR_NOT_SET || text.trim() === '' ? null : text;
}

/** Who runs this installation, as far as the operator said; @source PRODUCT 15 "only those set". */
export function Operator(): ReactElement | null {
  const t = useT();
  const [name, address] = [useOperator('name'), useOperator('address')];
  const [licence, social] = [useOperator('licence'), useOperator('social')];
  const said = [name, address, licence].filter((text) => text !== null);
  const addresses = social === null ? [] : (readSocial(social) ?? []);
  if (said.length === 0 && addresses.length === 0) return null;
  return (
    <div className="mt-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-2 text-sm text-ink-3">
      {said.length > 0 && (
        <address className="flex max-w-[72ch] flex-wrap gap-x-4 not-italic [overflow-wrap:anywhere]">
          {said.map((text) => (
            <bdi key={text}>{text}</bdi>
          ))}
        </address>
      )}
      {addresses.length > 0 && (
        <nav aria-label={t('footer.social')} className="flex flex-wrap gap-x-6">
          {addresses.map(({ href: to, host }) => (
            <a
              key={to}
              href={to}
              target="_blank"
              rel="noopener noreferrer"
              dir="ltr"
              className={LINK}
            >
              {host}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

function SourceHealth(): ReactElement {
  const t = useT();
  const feeds = useFeeds();
  const isOffline = useOffline();
  if (isOffline || feeds === null || feeds.sources.length === 0) {
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
  return (
    <footer className="mt-24 border-t border-line bg-surface pt-14 pb-8">
      <div className="mx-auto max-w-[1264px] px-8">
        <div className="grid grid-cols-[minmax(0,1.6fr)_repeat(5,minmax(0,1fr))] gap-6">
          <div>
            <Logo height={28} />
            <p className="mt-4 mb-4 max-w-[240px] text-sm text-ink-2">{t('footer.risk')}</p>
            <SourceHealth />
          </div>
          <Column head="footer.products">
            {PRODUCTS.map((entry) => (
              <PageLink key={entry.label} entry={entry} />
            ))}
          </Column>
          {LISTS.map((list) => (
            <ListColumn key={list.type} {...list} />
          ))}
        </div>
        <div className="mt-14 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-6 text-sm text-ink-3">
          <p className="min-h-5">
            <Copyright />
          </p>
          <nav aria-label={t('page.about-title')} className="flex flex-wrap gap-x-6">
            {ROW.map((entry) => (
              <PageLink key={entry.label} entry={entry} />
            ))}
          </nav>
        </div>
        <Operator />
      </div>
    </footer>
  );
}
