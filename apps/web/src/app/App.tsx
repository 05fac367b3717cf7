import { Skeleton, useT, useLayout } from '@candor/ui';
import { Suspense, useEffect, useLayoutEffect, useState, type ReactElement } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { navigatedLive } from './live-line.ts';
import { useAccountTurn } from '../lib/account-turn.ts';
import { usePageName } from '../lib/page-title.ts';
import { useSession } from '../lib/session.ts';
import { Shell } from '../shell/Shell.tsx';
import { lazyPart } from '../lib/lazy-part.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { PAGES, type Page } from './page-list.tsx';
import { PATHS, asksFirst, href, pageOf } from '../lib/paths.ts';

// Its code and words come when a session ends on a page that asks.
const SessionOver = lazyPart(() =>
  import('../shell/SessionOver.tsx').then((module) => module.SessionOver),
);

/** A page that arrives at once shows no skeleton before it. @units milliseconds */
const SKELETON_AFTER_MS = 200;

function Waiting(): ReactElement | null {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return <div className="min-h-[60dvh]" />;
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-[1264px] content-start gap-4 p-8 max-desktop:p-4">
      <Skeleton className="h-10 w-1/2" />
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

/** The page, once it is known who asks; a visitor of a session page logs in first. */
function Guarded({ page, path }: { readonly page: Page; readonly path: string }): ReactElement {
  const { state, isOver } = useSession();
  const search = useSearch();
  const turn = useAccountTurn();
  if (page.access === 'session' && state === 'restoring') return <Waiting />;
  const isOut = page.access === 'session' && state === 'out';
  const next = `${path}${search === '' ? '' : `?${search}`}`;
  const isAsked = isOut && isOver === true && asksFirst(path);
  if (isOut && !isAsked) return <Redirect to={href('login', { next })} replace />;
  const { Component } = page;
  return (
    <LoadFailed key={path}>
      <Suspense fallback={<Waiting />}>
        {isAsked && <SessionOver next={next} />}
        <Component key={turn} />
      </Suspense>
    </LoadFailed>
  );
}

/** Pages whose address says after the question mark what they show. */
const SHOWS_ANOTHER = new Set<string>([PATHS.content, PATHS.detail, PATHS.loans]);

/** Scrolls up and looks after the line after each change of page. @source seed §2, §4 */
function useNavigated(path: string): void {
  // One page shows one text or one market after the other: another one begins at its top too.
  const search = useSearch();
  const shown = SHOWS_ANOTHER.has(path) ? `${path}?${search}` : path;
  useLayoutEffect(() => {
    // Back as well as forth: the browser would put an earlier place under another page's text.
    history.scrollRestoration = 'manual';
    scrollTo(0, 0);
    navigatedLive();
  }, [shown]);
}

/** The whole page: frame, and what the address asks for; unknown addresses lead home. */
export function App(): ReactElement {
  const t = useT();
  const [path] = useLocation();
  const layout = useLayout();
  const { mode } = useSession();
  const name = pageOf(path);
  const page = name === null ? null : PAGES[name];
  const own = usePageName();
  const title = own ?? (page === null ? '' : t(page.title));
  useNavigated(path);
  useLayoutEffect(() => {
    document.documentElement.dataset['layout'] = layout;
  }, [layout]);
  useEffect(() => {
    // The account mode is the first thing a title says, as it is of the page.
    const account = t(mode === 'demo' ? 'band.demo-spoken' : 'band.real-spoken');
    document.title = `${account} · ${title && `${title} · `}${t('title.suffix')}`;
  }, [t, mode, title]);
  if (page === null) return <Redirect to={PATHS.home} replace />;
  return (
    <Shell name={title}>
      <Guarded page={page} path={path} />
    </Shell>
  );
}
