import type { UserItem } from '@candor/protocol/desk-light';
import { Empty, StatusChip, formatTime } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { TypedSearch } from '../../lib/Narrowing.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { PAGES } from '../../lib/paths.ts';
import { useDeskT } from '../../lib/texts.ts';
import { SEARCH_MIN, useUsers } from './users-api.ts';

/** The state of an account, and whether its demo is off. */
export function UserState({
  of: user,
}: {
  readonly of: Pick<UserItem, 'state' | 'demoDisabled'>;
}): ReactElement {
  const t = useDeskT();
  const isOpen = user.state === 'active';
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusChip tone={isOpen ? 'ok' : 'warn'} icon={isOpen ? 'check' : 'warning'}>
        {t(`users.state-${user.state}`)}
      </StatusChip>
      {user.demoDisabled && <StatusChip icon="x">{t('users.demo-off')}</StatusChip>}
    </span>
  );
}

function Found(props: { readonly q: string; readonly chosen: string | null }): ReactElement {
  const { q, chosen } = props;
  const t = useDeskT();
  const found = useUsers(q);
  return (
    <Waits of={found}>
      {({ records, isMore, by }) =>
        records.length === 0 ? (
          <Empty title={t('users.none-found')} className="max-desktop:px-4">
            {t('users.none-found-text')}
          </Empty>
        ) : (
          <>
            {by !== null && (
              <p className="px-5 py-2 text-xs text-ink-3 max-desktop:px-4">{t(`users.by-${by}`)}</p>
            )}
            <ul>
              {records.map((user) => (
                <li key={user.id} className="border-t border-line">
                  <Link
                    to={`${PAGES.users.path}/${user.id}?${new URLSearchParams({ q }).toString()}`}
                    aria-current={user.id === chosen ? 'page' : undefined}
                    className={`grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-3 px-5 text-sm -outline-offset-2 max-desktop:px-4 ${user.id === chosen ? 'bg-accent-tint' : 'hover:bg-hover'}`}
                  >
                    <span className="min-w-0">
                      <bdi className="block truncate font-semibold">{user.username}</bdi>
                      <span className="block text-xs text-ink-3">
                        {formatTime(user.createdAt, 'short')}
                      </span>
                    </span>
                    <UserState of={user} />
                  </Link>
                </li>
              ))}
            </ul>
            {isMore && <p className="px-5 py-3 text-sm text-ink-2">{t('users.more')}</p>}
          </>
        )
      }
    </Waits>
  );
}

/** Searches users by anything that is theirs. */
export function SearchView(props: {
  readonly q: string;
  readonly chosen: string | null;
  readonly onSearch: (q: string) => void;
}): ReactElement {
  const { q, chosen, onSearch } = props;
  const t = useDeskT();
  return (
    <section
      aria-label={t('nav.users')}
      className="flex h-full min-h-0 flex-col overflow-y-auto bg-surface"
    >
      <header className="grid gap-3 px-5 pt-4 pb-3 max-desktop:px-4">
        <h1 className="text-[20px] leading-7">{t('nav.users')}</h1>
        <TypedSearch label={t('users.search')} asked={q} onAsk={onSearch} />
      </header>
      {q.length < SEARCH_MIN ? (
        <p className="px-5 text-sm text-ink-3 max-desktop:px-4">{t('users.searching')}</p>
      ) : (
        <Found q={q} chosen={chosen} />
      )}
    </section>
  );
}
