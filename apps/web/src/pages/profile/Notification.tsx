import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { ChannelsCard } from '../../features/notifications/ChannelsCard.tsx';
import { NotificationsList } from '../../features/notifications/NotificationsList.tsx';
import { Cached } from '../../live/Cached.tsx';
import { AccountFrame } from './AccountFrame.tsx';

function Body(): ReactElement {
  const t = useT();
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-6 px-8 pt-10 pb-12 max-desktop:px-4 max-desktop:pt-6">
      <div>
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('page.notification-title')}
        </h1>
        <p className="mt-2 max-w-[72ch] text-ink-2">{t('notifications.lead')}</p>
      </div>
      <NotificationsList />
      <ChannelsCard />
    </div>
  );
}

/** What the user was told, and how. */
export function Notification(): ReactElement {
  return (
    <Cached>
      <AccountFrame>
        <Body />
      </AccountFrame>
    </Cached>
  );
}
