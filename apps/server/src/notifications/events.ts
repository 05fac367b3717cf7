import type { UserId } from '@candor/kernel';
import type { Notification } from '@candor/protocol';

/** A user is to be told of something at once, on whatever page is open. */
export type UserNotified = { readonly userId: UserId; readonly notice: Notification };

/** Topic of `UserNotified`. */
export const USER_NOTIFIED = 'notifications.UserNotified';
