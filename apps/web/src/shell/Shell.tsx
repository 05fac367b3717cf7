import { ToastHost, useT, useLayout } from '@candor/ui';
import { Suspense, lazy, type ReactElement, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { href } from '../lib/paths.ts';
import { WhenIdle } from '../lib/when-idle.tsx';
import { useSession } from '../lib/session.ts';
import { Band } from './Band.tsx';
import { useBoard } from './board.ts';
import { frameOf } from './frame.ts';
import { TabBar } from './TabBar.tsx';
import { tabOf, TABS } from './tabs.ts';
import { DesktopBar, MobileBar } from './TopBar.tsx';
import { lazyPart } from '../lib/lazy-part.ts';

const ModeLink = lazyPart(() =>
  import('../features/accounts/ModeSwitch.tsx').then((module) => module.ModeLink),
);
// A phone shows it once; its texts are there.
const Onboarding = lazy(async () => ({ default: (await import('./Onboarding.tsx')).Onboarding }));
// What no first screen needs.
const Later = lazyPart(() => import('./Later.tsx').then((module) => module.Later));
// Below every first screen.
const Footer = lazyPart(() => import('./Footer.tsx').then((module) => module.Footer));

/** The link's words; a phone's band has one line. */
const OTHER = {
  long: { demo: 'band.switch-to-real', real: 'band.switch-to-demo' },
  short: { demo: 'band.real-short', real: 'band.demo-short' },
} as const;

/** The band's way to the other account; a visitor logs in first. */
function OtherMode(): ReactElement {
  const t = useT();
  const [path] = useLocation();
  const { user, mode } = useSession();
  const isWide = useLayout() === 'desktop';
  const text = t(OTHER[isWide ? 'long' : 'short'][mode]);
  if (user !== null) {
    return (
      <Suspense>
        <ModeLink>{text}</ModeLink>
      </Suspense>
    );
  }
  return (
    <Link href={href('login', { next: path })} className="target band-link">
      {text}
    </Link>
  );
}

const MAIN = {
  desktop: 'min-h-0 flex-1 outline-none',
  mobile: 'min-w-0 flex-1 outline-none',
  aboveTabs: 'min-w-0 flex-1 outline-none pb-[calc(env(safe-area-inset-bottom)+84px)]',
} as const;

type Props = {
  /** What the page is called: said when the focus comes to it. */
  readonly name: string;
  readonly children: ReactNode;
};

/** One frame for every width: a page stays what it is when the window becomes a phone's. */
function Frame({ path, name, children }: Props & { readonly path: string }): ReactElement {
  const layout = useLayout();
  const isWide = layout === 'desktop';
  const { navigation, foot, access, workspace } = frameOf(path, layout);
  const { user } = useSession();
  const board = useBoard();
  const content = { id: 'content', tabIndex: -1, 'aria-label': name };
  if (!navigation) {
    return (
      <main {...content} className="outline-none">
        {children}
      </main>
    );
  }
  if (board.isShown && !isWide) {
    return (
      <Suspense>
        <Onboarding onAnswer={board.answer} />
      </Suspense>
    );
  }
  const isTabRoot = TABS.some((tab) => href(tab.page) === path);
  const hasOther = isWide ? access : user !== null;
  return (
    <div className={workspace ? 'flex h-page min-h-[640px] flex-col' : 'flex min-h-page flex-col'}>
      <div className={workspace ? '' : 'sticky top-mark z-(--z-bar)'}>
        <Band action={hasOther ? <OtherMode /> : null} />
        {isWide ? (
          <DesktopBar access={access} isDense={workspace} />
        ) : (
          <MobileBar access={access} hasBack={!isTabRoot || tabOf(path) === null} />
        )}
      </div>
      <main {...content} className={MAIN[isWide || !foot ? layout : 'aboveTabs']}>
        {children}
      </main>
      {isWide
        ? foot &&
          !workspace && (
            <WhenIdle>
              <Footer />
            </WhenIdle>
          )
        : foot && <TabBar />}
    </div>
  );
}

/** The frame around every page. */
export function Shell({ name, children }: Props): ReactElement {
  const t = useT();
  const [path] = useLocation();
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-(--z-toast) focus:rounded-sm focus:bg-ink focus:px-4 focus:py-2 focus:text-on-ink"
      >
        {t('common.skip-to-content')}
      </a>
      <Frame path={path} name={name}>
        {children}
      </Frame>
      <ToastHost />
      <WhenIdle>
        <Later />
      </WhenIdle>
    </>
  );
}
