import {
  Button,
  CaretDownIcon,
  IconButton,
  KeyboardIcon,
  Logo,
  MagnifyingGlassIcon,
  MoonIcon,
  SignOutIcon,
  SunIcon,
  formatTime,
  toast,
} from '@candor/ui';
import type { DeskKey } from '@candor/locales/desk';
import {
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useCaseCounts } from '../lib/case-counts.ts';
import { failureText } from '../lib/failure-text.ts';
import { call } from '../lib/http.ts';
import { PAGES, PAGE_ROWS } from '../lib/paths.ts';
import { endSession, hasRole, useMember } from '../lib/session.ts';
import { useSupportCounts } from '../lib/support-counts.ts';
import { useDeskT } from '../lib/texts.ts';
import { setTheme, useTheme } from '../lib/theme.ts';

type Row = {
  readonly to: string;
  readonly text: string;
  readonly count?: number | undefined;
  readonly isLate?: boolean;
};

/** What the queue is narrowed to, as far as the sidebar has a row for it. */
function shownBy(search: string): string {
  const said = new URLSearchParams(search);
  const name = ['kind', 'state'].find((one) => said.has(one));
  const row = name === undefined ? '' : `${name}=${said.get(name) ?? ''}`;
  return /^kind=|^state=(?:mine|overdue|firstYes)$/.test(row) ? row : '';
}

/** On a low screen the row of the page may stand below the fold of the list. */
const bringIntoView = (row: Element | null | undefined): void =>
  row?.scrollIntoView({ block: 'nearest' });

function Rows(props: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly onGo: () => void;
  readonly children?: ReactNode;
}): ReactElement | null {
  const { title, rows, onGo, children } = props;
  const [path] = useLocation();
  const search = useSearch();
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="px-2.5 pt-4 pb-1 text-xs desktop:short:pt-2.5 font-medium tracking-normal text-ink-3">
        {title}
      </h2>
      <ul>
        {rows.map(({ to, text, count, isLate = false }) => {
          const [address = '', query = ''] = to.split('?');
          const isHere =
            (path === address || path.startsWith(`${address}/`)) &&
            (address !== PAGES.cases.path || shownBy(search) === query);
          return (
            <li key={to}>
              <Link
                to={to}
                ref={isHere ? bringIntoView : undefined}
                onClick={onGo}
                aria-current={isHere ? 'page' : undefined}
                className="flex min-h-[34px] desktop:short:min-h-7 items-center justify-between gap-2 rounded-sm px-2.5 text-sm font-medium text-ink-2 hover:bg-hover max-desktop:min-h-11 aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:ring-1 aria-[current]:ring-line"
              >
                <span className="min-w-0 truncate">{text}</span>
                {count !== undefined && (
                  <span className={`num ${isLate ? 'font-semibold text-warn' : 'text-ink-3'}`}>
                    {count}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      {children}
    </section>
  );
}

const DARK = '(prefers-color-scheme: dark)';

function ThemeButton(): ReactElement {
  const t = useDeskT();
  const theme = useTheme();
  const isSystemDark = useSyncExternalStore(
    (listener) => {
      const media = matchMedia(DARK);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(DARK).matches,
  );
  const isDark = (theme ?? (isSystemDark ? 'dark' : 'light')) === 'dark';
  return (
    <IconButton
      label={t(isDark ? 'nav.theme-light' : 'nav.theme-dark')}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunIcon size={18} /> : <MoonIcon size={18} />}
    </IconButton>
  );
}

function MemberCard(props: {
  readonly onKeys: () => void;
  readonly onGo: () => void;
}): ReactElement {
  const t = useDeskT();
  const { name, roles, expiresAt } = useMember();
  const signOut = async (): Promise<void> => {
    const answer = await call('staff.sign-out');
    if (answer.ok || answer.failure.name === 'session-over') endSession(false);
    else toast({ title: failureText(answer.failure, t), isUndone: true });
  };
  const ends = formatTime(expiresAt, { hour: '2-digit', minute: '2-digit' });
  return (
    <footer className="border-t border-line px-2.5 pt-2.5 text-sm">
      <Link
        to={PAGES.account.path}
        onClick={props.onGo}
        className="target block rounded-sm font-semibold"
      >
        <bdi className="block truncate">{name}</bdi>
        <span className="sr-only">{t('nav.own-sign-in')}</span>
      </Link>
      <p className="text-xs text-ink-3">
        {roles.map((role) => t(`role.${role}`)).join(', ')}. {t('nav.session-ends', { time: ends })}
      </p>
      <div className="-ms-2.5 mt-1 flex">
        <ThemeButton />
        <IconButton label={t('key.keys')} onClick={props.onKeys}>
          <KeyboardIcon size={18} />
        </IconButton>
        <IconButton label={t('nav.sign-out')} onClick={() => void signOut()}>
          <SignOutIcon size={18} />
        </IconButton>
      </div>
      <p className="mt-1 pb-1 text-xs text-ink-3">{t('nav.promise')}</p>
    </footer>
  );
}

const GROUPS: readonly { readonly group: 'watch' | 'publish' | 'desk'; readonly title: DeskKey }[] =
  [
    { group: 'watch', title: 'nav.group-watch' },
    { group: 'publish', title: 'nav.group-publish' },
    { group: 'desk', title: 'nav.group-desk' },
  ];

/** Where a member can go, what waits there, and who the member is. */
export function Sidebar(props: {
  readonly onPalette: () => void;
  readonly onKeys: () => void;
  /** A way was chosen. */
  readonly onGo: () => void;
}): ReactElement {
  const { onPalette, onKeys, onGo } = props;
  const t = useDeskT();
  const member = useMember();
  const { data: counts } = useCaseCounts();
  const { data: conversations } = useSupportCounts(hasRole(member, PAGES.support.roles));
  const { path } = PAGES.cases;
  const list = useRef<HTMLDivElement>(null);
  const isCounted = counts !== undefined;
  // The kinds that wait come above what was brought into view, and push it down.
  useEffect(() => {
    if (isCounted) bringIntoView(list.current?.querySelector('[aria-current]'));
  }, [isCounted]);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const search = useSearch();
  const here = shownBy(search);
  const kinds = counts?.kinds ?? [];
  const idle = kinds.filter(({ kind, waiting }) => waiting === 0 && here !== `kind=${kind}`);
  const total = counts?.kinds.reduce((sum, { waiting }) => sum + waiting, 0);
  const late = counts?.kinds.reduce((sum, { overdue }) => sum + overdue, 0);
  const waiting: Row[] = [
    { to: path, text: t('nav.cases'), count: total },
    ...kinds
      .filter((one) => isUnfolded || !idle.includes(one))
      .map(({ kind, waiting: count, overdue }) => ({
        to: `${path}?kind=${kind}`,
        text: t(`case.kinds-${kind}`),
        count,
        isLate: overdue > 0,
      })),
  ];
  const watch: Row[] = [
    { to: `${path}?state=mine`, text: t('nav.mine'), count: counts?.mine },
    {
      to: `${path}?state=overdue`,
      text: t('nav.overdue'),
      count: late,
      isLate: (late ?? 0) > 0,
    },
    {
      to: `${path}?state=firstYes`,
      text: t('nav.second-reviews'),
      count: counts?.kinds.reduce((sum, { firstYes }) => sum + firstYes, 0),
    },
  ];
  const pagesOf = (group: string): Row[] =>
    PAGE_ROWS.filter((row) => row.group === group && hasRole(member, row.roles)).map((row) => ({
      to: row.path,
      text: t(row.title),
      count: row.name === 'support' ? conversations?.open : undefined,
    }));
  const head: ReactNode = (
    <div className="px-2.5 pb-1 max-desktop:hidden">
      <Logo height={24} />
      <p className="mt-1.5 text-xs text-ink-3">{t('nav.desk')}</p>
    </div>
  );
  return (
    <nav aria-label={t('nav.label')} className="flex h-full flex-col p-3 pt-4">
      {head}
      <Button variant="secondary" size="sm" className="mt-2 justify-start" onClick={onPalette}>
        <MagnifyingGlassIcon size={16} />
        <span className="truncate">{t('palette.open')}</span>
      </Button>
      {/* The member’s card stays in view, whatever the height. */}
      <div ref={list} className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-2">
        <Rows title={t('nav.group-waiting')} rows={waiting} onGo={onGo}>
          {idle.length > 0 && (
            <button
              type="button"
              aria-expanded={isUnfolded}
              onClick={() => setIsUnfolded(!isUnfolded)}
              className="flex min-h-[30px] w-full items-center justify-between gap-2 rounded-sm px-2.5 text-start text-sm text-ink-3 hover:bg-hover max-desktop:min-h-11"
            >
              {t('nav.kinds-idle', { count: idle.length })}
              <CaretDownIcon size={14} className={isUnfolded ? 'rotate-180' : ''} />
            </button>
          )}
        </Rows>
        {GROUPS.map(({ group, title }) => (
          <Rows
            key={group}
            title={t(title)}
            rows={[...(group === 'watch' ? watch : []), ...pagesOf(group)]}
            onGo={onGo}
          />
        ))}
      </div>
      <MemberCard onKeys={onKeys} onGo={onGo} />
    </nav>
  );
}
