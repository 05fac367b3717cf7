import {
  CaretLeftIcon,
  HeadsetIcon,
  IconButton,
  Logo,
  MoonIcon,
  SunIcon,
  buttonClass,
  iconButtonClass,
  useLocale,
  useT,
} from '@candor/ui';
import { Suspense, type ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { href, PATHS } from '../lib/paths.ts';
import { setTheme, useShownTheme } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';
import { LanguageButton, LanguageMenu } from './LanguagePicker.tsx';
import { TABS, tabOf } from './tabs.ts';
import { lazyPart } from '../lib/lazy-part.ts';

// Their code comes when a user is signed in.
const AccountMenu = lazyPart(() => import('./SignedIn.tsx').then((module) => module.AccountMenu));
const Bell = lazyPart(() => import('./SignedIn.tsx').then((module) => module.Bell));
const ModeSwitch = lazyPart(() => import('./SignedIn.tsx').then((module) => module.ModeSwitch));

function ThemeButton(): ReactElement {
  const t = useT();
  const isDark = useShownTheme() === 'dark';
  return (
    <IconButton
      label={t(isDark ? 'theme.to-light' : 'theme.to-dark')}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}

/** Opens the conversation page beside this one, which learns nothing about where it came from. */
function SupportLink({ isIcon }: { readonly isIcon: boolean }): ReactElement {
  const t = useT();
  const { value } = useLocale();
  return (
    <a
      href={href('support', { lang: value })}
      target="_blank"
      rel="noopener"
      aria-label={t('nav.support')}
      className={isIcon ? iconButtonClass : buttonClass({ variant: 'ghost', size: 'sm' })}
    >
      <HeadsetIcon size={isIcon ? 20 : 18} />
      {!isIcon && <span className="max-[1140px]:hidden">{t('nav.support')}</span>}
    </a>
  );
}

/** The bell; its count comes with the code of who is signed in. */
function BellPlace(): ReactElement {
  return (
    <Suspense fallback={<span className="size-10 max-desktop:size-11" />}>
      <Bell />
    </Suspense>
  );
}

/** The bar of wide screens: sections, account mode, support, language, theme, access. */
export function DesktopBar(props: {
  readonly access: boolean;
  readonly isDense: boolean;
}): ReactElement {
  const t = useT();
  const [path] = useLocation();
  const { user, state } = useSession();
  const current = tabOf(path);
  const size = props.isDense ? 'h-14 px-5' : 'h-16 px-8';
  return (
    <header
      className={`flex items-center gap-8 border-b border-line bg-surface max-[1240px]:gap-4 max-[1140px]:gap-2 max-[1140px]:px-4 ${size}`}
    >
      <Link href={PATHS.home} className="target text-ink" aria-label="Candor">
        <Logo />
      </Link>
      <nav
        aria-label={t('nav.main')}
        className="flex h-full min-w-0 flex-1 gap-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none] max-[1140px]:gap-0"
      >
        {TABS.map(({ page, label }) => (
          <Link
            key={page}
            href={PATHS[page]}
            aria-current={current === page ? 'page' : undefined}
            className="relative flex items-center px-3 max-[1240px]:px-2 max-[1140px]:px-1.5 max-[1140px]:text-sm font-medium whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 max-[1240px]:aria-[current]:after:inset-x-2 aria-[current]:after:-bottom-px aria-[current]:after:h-0.5 aria-[current]:after:bg-ink"
          >
            {t(label)}
          </Link>
        ))}
      </nav>
      <div className="flex items-center gap-1">
        {user !== null && (
          <div className="me-2 min-h-8">
            <Suspense>
              <ModeSwitch />
            </Suspense>
          </div>
        )}
        {user !== null && <BellPlace />}
        <SupportLink isIcon={false} />
        <LanguageMenu />
        <ThemeButton />
        {user !== null && (
          <Suspense fallback={<span className="size-10" />}>
            <AccountMenu username={user.username} />
          </Suspense>
        )}
        {state === 'out' && props.access && (
          <>
            <Link
              href={PATHS.login}
              className={buttonClass({ variant: 'secondary', size: 'sm', className: 'mx-2' })}
            >
              {t('nav.log-in')}
            </Link>
            <Link href={PATHS.register} className={buttonClass({ size: 'sm' })}>
              {t('nav.sign-up')}
            </Link>
          </>
        )}
      </div>
    </header>
  );
}

/** Back to where one came from; a page that was opened by itself leads home. */
function goBack(): void {
  if (history.length > 1) history.back();
  else navigate(PATHS.home);
}

/** The bar of phones: back where there is a way back, logo, support or bell, language, log-in. */
export function MobileBar(props: {
  readonly access: boolean;
  readonly hasBack: boolean;
}): ReactElement {
  const t = useT();
  const { user, state } = useSession();
  return (
    <header className="flex h-14 items-center gap-1 border-b border-line bg-surface ps-4 pe-3 max-[359px]:gap-0 max-[359px]:pe-4">
      {props.hasBack && (
        <IconButton label={t('common.back')} onClick={goBack} className="-ms-3">
          <CaretLeftIcon />
        </IconButton>
      )}
      <Link href={PATHS.home} className="target text-ink" aria-label="Candor">
        <Logo className="max-[359px]:!h-[18px] max-[359px]:!w-[84px]" />
      </Link>
      <span className="flex-1" />
      {user === null ? <SupportLink isIcon /> : <BellPlace />}
      <LanguageButton />
      {state === 'out' && props.access && (
        <Link
          href={PATHS.login}
          className={buttonClass({
            size: 'sm',
            className: 'ms-1 whitespace-nowrap max-[359px]:px-2',
          })}
        >
          {t('nav.log-in')}
        </Link>
      )}
    </header>
  );
}
