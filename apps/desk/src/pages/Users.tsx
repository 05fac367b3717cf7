import { Empty, useLayout } from '@candor/ui';
import type { ReactElement } from 'react';
import { useLocation, useSearch } from 'wouter';
import { SearchView } from '../features/users/SearchView.tsx';
import { UserView } from '../features/users/UserView.tsx';
import { PAGES } from '../lib/paths.ts';
import { useDeskT } from '../lib/texts.ts';

const USER = new RegExp(`^${PAGES.users.path}/([\\w-]+)$`);

function addressOf(id: string | null, q: string): string {
  const path = id === null ? PAGES.users.path : `${PAGES.users.path}/${id}`;
  return q === '' ? path : `${path}?${new URLSearchParams({ q }).toString()}`;
}

/** The search with the user beside it; on phones the search, then the user. */
export function Users(): ReactElement {
  const t = useDeskT();
  const layout = useLayout();
  const [path, navigate] = useLocation();
  const q = new URLSearchParams(useSearch()).get('q') ?? '';
  const id = USER.exec(path)?.[1] ?? null;
  const search = (
    <SearchView
      q={q}
      chosen={id}
      onSearch={(asked) => navigate(addressOf(id, asked), { replace: true })}
    />
  );
  if (layout === 'mobile') {
    if (id === null) return search;
    return <UserView key={id} id={id} onBack={() => navigate(addressOf(null, q))} />;
  }
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(320px,420px)_minmax(0,1fr)] gap-px bg-line">
      {search}
      {id === null ? (
        <section aria-label={t('users.tab-profile')} className="bg-surface">
          <Empty title={t('users.none-chosen')} className="p-7">
            {t('users.none-chosen-text')}
          </Empty>
        </section>
      ) : (
        <UserView key={id} id={id} onBack={null} />
      )}
    </div>
  );
}
