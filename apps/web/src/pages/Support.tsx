import { Logo, Skeleton, useLocale, useT, useLayout } from '@candor/ui';
import { type ReactElement, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { PATHS, href, useSearch } from '../lib/paths.ts';
import { Advice } from '../features/support/Advice.tsx';
import { Conversations } from '../features/support/Conversations.tsx';
import { NewConversation } from '../features/support/NewConversation.tsx';
import { Thread } from '../features/support/Thread.tsx';
import { useSession } from '../lib/session.ts';
import { Cached } from '../live/Cached.tsx';
import { LanguageButton, LanguageMenu } from '../shell/LanguagePicker.tsx';

/** Another language chosen here stands in the address, too: a reload keeps it. */
function useLanguageInAddress(): void {
  const { value } = useLocale();
  const { lang, id } = useSearch('support');
  const [, navigate] = useLocation();
  useEffect(() => {
    if (lang === undefined || lang === value) return;
    navigate(href('support', { lang: value, ...(id === undefined ? {} : { id }) }), {
      replace: true,
    });
  }, [lang, id, value, navigate]);
}

/** Nothing else of the frame is here: the logo leads home, the languages stay at hand. */
function Bar(): ReactElement {
  const isWide = useLayout() === 'desktop';
  return (
    <div className="border-b border-line bg-surface">
      <div className="mx-auto flex h-16 max-w-[1264px] items-center justify-between px-8 max-desktop:h-14 max-desktop:px-4">
        <Link href={PATHS.home} className="target text-ink" aria-label="Candor">
          <Logo />
        </Link>
        {isWide ? <LanguageMenu /> : <LanguageButton />}
      </div>
    </div>
  );
}

function VerifyLine(): ReactElement {
  const t = useT();
  return (
    <p className="text-sm text-ink-2">
      {t('support.verify')}{' '}
      <Link href={PATHS.verify} className="font-semibold underline underline-offset-[3px]">
        {t('page.verify-title')}
      </Link>
    </p>
  );
}

function Main(): ReactElement {
  const { id } = useSearch('support');
  const { state } = useSession();
  const { value: lang } = useLocale();
  const [, navigate] = useLocation();
  const open = (opened: string): void => navigate(href('support', { lang, id: opened }));
  if (state === 'restoring') {
    return (
      <div aria-busy="true" className="mt-6 grid gap-4">
        <Skeleton className="h-6 w-1/3" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  }
  const list = (
    <div
      key="list"
      className={`min-w-0 desktop:col-start-1 desktop:row-start-1 ${id === undefined ? '' : 'max-desktop:hidden'}`}
    >
      <Conversations shown={id ?? null} onOpened={open} />
    </div>
  );
  const talk = (
    <div key="talk" className="min-w-0 desktop:col-start-2 desktop:row-span-2 desktop:row-start-1">
      {id === undefined ? (
        <NewConversation onOpened={open} />
      ) : (
        <Thread key={id} id={id} onLeft={() => navigate(href('support', { lang }))} />
      )}
    </div>
  );
  return (
    <div className="mt-6 grid items-start gap-4 desktop:grid-cols-[320px_minmax(0,1fr)] desktop:grid-rows-[auto_1fr] desktop:gap-6">
      {/* On a phone a visitor writes first; who has conversations looks for one first. */}
      {state === 'in' ? [list, talk] : [talk, list]}
      <div className="grid min-w-0 gap-4 desktop:col-start-1 desktop:row-start-2">
        <Advice />
        <VerifyLine />
      </div>
    </div>
  );
}

function Body(): ReactElement {
  const t = useT();
  useLanguageInAddress();
  return (
    <>
      <Bar />
      <div className="mx-auto max-w-[1264px] px-8 pt-10 pb-16 max-desktop:px-4 max-desktop:pt-6 max-desktop:pb-8">
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('page.support-title')}
        </h1>
        <p className="mt-2 max-w-[72ch] text-ink-2">{t('page.support-text')}</p>
        <Main />
      </div>
    </>
  );
}

/** Conversations with support, in a window of their own. @source seed §2, PRODUCT 10 */
export function Support(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
