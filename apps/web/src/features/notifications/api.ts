import type { CallInput, CallResult } from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { currentAsker, isStillHere } from '../../lib/session.ts';
import { type NotificationsQuery, queryKeys } from '../../live/keys.ts';

/** A page of what the user was told; the page before stays until it is there. */
export function useNotifications(
  query: NotificationsQuery,
): UseQueryResult<CallResult<'notifications.list'>> {
  return useOwnQuery({
    keyOf: () => queryKeys.notificationsPage(query),
    read: (params) => ask('notifications.list', { query, ...params }),
    keepsBefore: true,
  });
}

/** How many notifications are unread; 0 until that is known. */
export function useUnread(): number {
  const found = useOwnQuery({
    keyOf: () => queryKeys.notificationsUnread(),
    read: (params) => ask('notifications.unread', params),
  });
  return found.data?.count ?? 0;
}

/** Marks notifications as read. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NonNullable<CallInput<'notifications.read'>['body']>) =>
      ask('notifications.read', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notifications() }),
  });
}

/** How the user is told of each category. */
export function useChannels(): UseQueryResult<CallResult<'notifications.preferences'>> {
  return useOwnQuery({
    keyOf: () => queryKeys.notificationPreferences(),
    read: (params) => ask('notifications.preferences', params),
  });
}

/** Says how the user is told of a category; what the server then keeps is shown. */
export function useSetChannels() {
  const client = useQueryClient();
  return useMutation({
    onMutate: currentAsker,
    mutationFn: (body: NonNullable<CallInput<'notifications.set-preferences'>['body']>) =>
      ask('notifications.set-preferences', { body }),
    onSuccess(kept, _body, as) {
      if (isStillHere(as)) client.setQueryData(queryKeys.notificationPreferences(), kept);
    },
  });
}
