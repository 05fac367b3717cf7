import type { Mode } from '@candor/kernel';
import type { Notification } from '@candor/protocol/light';
import { Button, DemoChip, RealChip, StatusChip, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';
import { ReceiptLink } from '../../lib/ReceiptLink.tsx';
import { useSession } from '../../lib/session.ts';
import { wallAt } from '../../lib/clock.ts';
import { useNow } from '../../lib/use-now.ts';
import { offerEnd, placeOf, wordsOf } from './words.ts';

/** Where a line leads: to the one token or plan it is about, a plan where it is of the account on screen. */
function addressOf(notification: Notification, mode: Mode): string {
  const { orderId, tokenId } = notification.facts;
  if (tokenId !== undefined) return href('nfts', { id: tokenId });
  return orderId !== undefined && notification.mode === mode
    ? href('plans', { id: orderId })
    : href(placeOf(notification));
}

/** One line of the list; its sentence leads to what it is about. */
export function OneNotification(props: {
  readonly notification: Notification;
  readonly onRead: (id: string) => void;
}): ReactElement {
  const { notification, onRead } = props;
  const t = useT();
  const session = useSession();
  const { id, at, mode, isRead, category, facts } = notification;
  const { title, more } = wordsOf(notification, t);
  const end = offerEnd(notification, wallAt(useNow()));
  const read = (): void => {
    if (!isRead) onRead(id);
  };
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line px-5 py-4 first:border-t-0 max-desktop:px-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          {end?.isOver === true ? (
            // Over, it leads nowhere any more.
            <span className={`text-ink-3 ${isRead ? '' : 'font-semibold'}`}>{title}</span>
          ) : (
            <Link
              href={addressOf(notification, session.mode)}
              onClick={read}
              className={`target underline-offset-[3px] hover:underline ${isRead ? '' : 'font-semibold'}`}
            >
              {title}
            </Link>
          )}
          {!isRead && <StatusChip icon="clock">{t('notifications.is-unread')}</StatusChip>}
        </p>
        {more !== null && (
          <p className="mt-1 max-w-[72ch] text-sm wrap-anywhere whitespace-pre-line text-ink-2">
            {more}
          </p>
        )}
        {end !== null && (
          <p className="mt-1 text-sm text-ink-2">
            {t(end.isOver ? 'notifications.offer-ended' : 'notifications.offer-until', {
              when: `\u2068${formatTime(end.at)}\u2069`,
            })}
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-3">
          <bdi>{formatTime(at)}</bdi>
          <span>{t(`notifications.category-${category}`)}</span>
          {facts.receiptNo !== undefined && <ReceiptLink number={facts.receiptNo} />}
          {mode === 'demo' && <DemoChip>{t('mode.demo')}</DemoChip>}
          {mode === 'real' && <RealChip>{t('mode.real')}</RealChip>}
        </p>
      </div>
      {!isRead && (
        <Button variant="ghost" size="sm" className="max-desktop:-ms-3" onClick={read}>
          {t('notifications.mark-one')}
        </Button>
      )}
    </li>
  );
}
