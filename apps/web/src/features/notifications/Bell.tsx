import { BellIcon, formatNumber, iconButtonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';
import { Cached } from '../../live/Cached.tsx';
import { useUnread } from './api.ts';
import { useNotificationToasts } from './use-notification-toasts.tsx';

/** More than the badge has room for. */
const SHOWN_MAX = 99;

function Counted(): ReactElement {
  const t = useT();
  const count = useUnread();
  useNotificationToasts();
  const label =
    count === 0
      ? t('nav.notifications')
      : t('notifications.at-bell', { count: formatNumber(String(count)) });
  return (
    <Link href={PATHS.notification} aria-label={label} className={`relative ${iconButtonClass}`}>
      <BellIcon />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute end-0.5 top-0.5 min-w-4 rounded-full bg-ink px-1 text-center text-2xs leading-4 font-bold text-on-ink"
        >
          {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      )}
    </Link>
  );
}

/** The way to the notifications, with how many are unread. */
export function Bell(): ReactElement {
  return (
    <Cached>
      <Counted />
    </Cached>
  );
}
