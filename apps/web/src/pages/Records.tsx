import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { TransactionsList } from '../features/records/TransactionsList.tsx';
import { useSession } from '../lib/session.ts';
import { Cached } from '../live/Cached.tsx';
import { AccountFrame } from './profile/AccountFrame.tsx';

function Body(): ReactElement {
  const t = useT();
  const { mode } = useSession();
  return (
    <div className="mx-auto max-w-[1264px] px-8 pt-10 pb-12 max-desktop:px-4 max-desktop:pt-6">
      <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
        {t('page.records-title')}
      </h1>
      <p className="mt-2 mb-6 max-w-[72ch] text-ink-2">{t('records.lead')}</p>
      <TransactionsList key={mode} />
    </div>
  );
}

/** Every payment of the account on screen. */
export function Records(): ReactElement {
  return (
    <Cached>
      <AccountFrame>
        <Body />
      </AccountFrame>
    </Cached>
  );
}
