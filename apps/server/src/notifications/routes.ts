import { ok } from '@candor/kernel';
import { notifications as calls } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { Notifications } from './index.ts';

/** The calls about what a user was told. */
export function notificationRoutes(notifications: Notifications): Route[] {
  return [
    route(calls.listNotifications, async ({ session, query }) => {
      const { category = null, unread, page, size } = query;
      const isUnread = unread === 'true';
      const { userId } = session();
      return ok(await notifications.list({ userId, category, isUnread, page, size }));
    }),
    route(calls.unread, async ({ session }) =>
      ok({ count: await notifications.unread(session().userId) }),
    ),
    route(calls.readNotifications, async ({ session, body }) => {
      const ids = 'ids' in body ? body.ids : null;
      return ok({ count: await notifications.read(session().userId, ids) });
    }),
    route(calls.notificationPreferences, async ({ session }) =>
      ok(await notifications.preferences(session().userId)),
    ),
    route(calls.unsubscribe, ({ query }) => notifications.unsubscribe(query.token)),
    route(calls.setNotificationPreferences, ({ session, body }) =>
      notifications.setPreferences({ ...body, userId: session().userId }),
    ),
  ];
}
