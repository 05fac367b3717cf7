import { NOTIFICATION_CATEGORIES, type Notification } from '@candor/protocol/light';
import { Button, Card, Empty, ErrorNote, SelectField, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Paged, Waiting } from '../../lib/Paged.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import type { NotificationsQuery } from '../../live/keys.ts';
import { OneNotification } from './OneNotification.tsx';
import { useMarkRead, useNotifications, useUnread } from './api.ts';

const PAGE_SIZE = 20;

type Category = Notification['category'];

/** What the user was told, newest first: by category, all or only what is unread. */
export function NotificationsList(): ReactElement {
  const t = useT();
  const [category, setCategory] = useState<Category | ''>('');
  const [which, setWhich] = useState<'all' | 'unread'>('all');
  const [page, setPage] = useState(1);
  const unread = useUnread();
  const mark = useMarkRead();
  const failure = failureOf(mark.error);
  const query: NotificationsQuery = {
    ...(category === '' ? {} : { category }),
    ...(which === 'all' ? {} : { unread: 'true' as const }),
    page,
    size: PAGE_SIZE,
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex flex-wrap items-end gap-3 max-desktop:contents">
          <SelectField
            label={t('notifications.category')}
            className="w-64 max-desktop:w-full max-desktop:min-w-0"
            value={category}
            onChange={(value) => {
              setCategory(value);
              setPage(1);
            }}
            choices={[
              { value: '', label: t('notifications.all') },
              ...NOTIFICATION_CATEGORIES.map((value) => ({
                value,
                label: t(`notifications.category-${value}`),
              })),
            ]}
          />
          <Button
            variant={which === 'unread' ? 'primary' : 'secondary'}
            aria-pressed={which === 'unread'}
            className="max-desktop:flex-1"
            onClick={() => {
              setWhich(which === 'all' ? 'unread' : 'all');
              setPage(1);
            }}
          >
            {t('notifications.only-unread')}
          </Button>
        </div>
        {unread > 0 && (
          <Button
            variant="secondary"
            className="max-desktop:flex-1"
            disabled={mark.isPending}
            onClick={() => mark.mutate({ all: true })}
          >
            {t('notifications.mark-all')}
          </Button>
        )}
      </div>
      {failure !== null && <ErrorNote>{failureText(failure, t)}</ErrorNote>}
      <Card>
        <Page
          query={query}
          isFiltered={category !== '' || which === 'unread'}
          onPage={setPage}
          onRead={(id) => mark.mutate({ ids: [id] })}
        />
      </Card>
    </div>
  );
}

function Page(props: {
  readonly query: NotificationsQuery;
  readonly isFiltered: boolean;
  readonly onPage: (page: number) => void;
  readonly onRead: (id: string) => void;
}): ReactElement {
  const t = useT();
  const found = useNotifications(props.query);
  return (
    <Paged
      found={found}
      label={t('page.notification-title')}
      page={Number.parseInt(String(props.query.page ?? 1), 10)}
      size={PAGE_SIZE}
      onPage={props.onPage}
      waiting={<Waiting rows={4} className="grid gap-5 p-5" />}
      failed={{ title: t('notifications.failed'), className: 'm-4' }}
      empty={
        props.isFiltered ? (
          <Empty title={t('notifications.none-found')} />
        ) : (
          <Empty title={t('notifications.empty')}>{t('notifications.empty-text')}</Empty>
        )
      }
      pagerClass="border-t border-line p-3"
    >
      {({ records }) => (
        <ul>
          {records.map((one) => (
            <OneNotification key={one.id} notification={one} onRead={props.onRead} />
          ))}
        </ul>
      )}
    </Paged>
  );
}
