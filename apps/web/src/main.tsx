import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { App } from './app/App.tsx';
import { PAGES } from './app/page-list.tsx';
import { openLive } from './app/live-line.ts';
import { PATHS, asksFirst, href, pageOf } from './lib/paths.ts';
import { whenIdle, within } from './lib/when-idle.tsx';
import { refreshSession, whenSessionOver } from './lib/http.ts';
import { currentLayout } from '@candor/ui';
import { showLanguage, startLocale } from './lib/preferences.ts';
import { currentSession } from './lib/session.ts';

/** Back to the page after logging in again. */
function askToLogIn(): void {
  const { pathname, search } = location;
  if (pathname.startsWith('/pass/') || asksFirst(pathname)) return;
  navigate(href('login', { next: `${pathname}${search}`, over: '1' }));
}

/** Nobody could be asked yet whether the session still stands. @units milliseconds */
const RESTORE_AGAIN_MS = 3_000;

async function restoreSession(): Promise<void> {
  while ((await refreshSession()) === 'unreachable') {
    await new Promise((resolve) => setTimeout(resolve, RESTORE_AGAIN_MS));
  }
}

/** Longest wait for the page's code before the frame is drawn without it. @units milliseconds */
const FRAME_ALONE_AFTER_MS = 300;

/** The first page and what it asks for go first. @units milliseconds */
const KEEP_FRAME_AFTER_MS = 3_000;

/** Has the frame kept for a day without a connection; the window of conversations is left alone. */
function keepFrameLater(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (location.pathname === PATHS.support) return;
  setTimeout(() => {
    whenIdle(() => {
      const kept = import('./app/own-worker.tsx').then(({ keepFrame }) => keepFrame());
      // A browser that keeps nothing (private mode): the page works without.
      kept.catch(() => undefined);
    });
  }, KEEP_FRAME_AFTER_MS);
}

async function start(): Promise<void> {
  const name = pageOf(location.pathname) ?? 'home';
  // The page of conversations says in its address in which language it was opened.
  const asked = name === 'support' ? new URLSearchParams(location.search).get('lang') : null;
  const language = startLocale(asked).then(showLanguage);
  // Beside the texts, not after them; the page itself reports it when this fails.
  const page = PAGES[name].load().catch(() => undefined);
  if (currentSession().state === 'restoring') void restoreSession();
  whenSessionOver(askToLogIn);
  await language;
  // Drawn without its page, the frame would hold the page back: React keeps what stands in a
  // page's place for 300 ms, also when the page comes the moment after.
  await within(page, FRAME_ALONE_AFTER_MS);
  document.documentElement.dataset['layout'] = currentLayout();
  // React refuses where there is none.
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  openLive();
  keepFrameLater();
}

void start();
