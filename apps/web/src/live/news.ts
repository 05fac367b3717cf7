import type { Mode } from '@candor/kernel';
import type { Notification, NotificationItem } from '@candor/protocol/light';
import { useSyncExternalStore } from 'react';

/** Something its owner is told of at once. */
type NotificationReader = (notification: Notification) => void;

/** What the socket says of a margin level. */
type MarginNotice = Extract<NotificationItem, { kind: 'marginLevel' }>;

type State = {
  readonly notificationReaders: Set<NotificationReader>;
  readonly notices: Map<Mode, MarginNotice>;
  readonly listeners: Set<() => void>;
};

const state: State = {
  notificationReaders: new Set(),
  notices: new Map(),
  listeners: new Set(),
};

/** Hands what its owner is told of to the component that shows it. */
export function tellNotification(notification: Notification): void {
  state.notificationReaders.forEach((read) => read(notification));
}

/** Calls with each notification that comes; answers how to stop. */
export function onNotification(read: NotificationReader): () => void {
  state.notificationReaders.add(read);
  return () => state.notificationReaders.delete(read);
}

/** Keeps the last notice of a trading account. */
export function tellNotice(mode: Mode, notice: MarginNotice): void {
  state.notices.set(mode, notice);
  state.listeners.forEach((tell) => tell());
}

/** Forgets what the user who was here was told. */
export function forgetNotices(): void {
  state.notices.clear();
  state.listeners.forEach((tell) => tell());
}

/** Whether the page on screen tells of the margin itself. */
export const tellsOfMargin = (): boolean => state.listeners.size > 0;

/** The last notice the server sent for this account while the page was open; null without one. */
export function useNotice(mode: Mode): MarginNotice | null {
  return useSyncExternalStore(
    (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    () => state.notices.get(mode) ?? null,
  );
}
