import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type UserId, isUuid } from '@candor/kernel';
import { type NotificationCategory, notifications as protocol } from '@candor/protocol';

const KEY_BYTES = 32;

/** The key of links in mails, from a secret of the installation that other keys come from too. */
export const unsubscribeKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'candor unsubscribe v1', KEY_BYTES));

/** What a link in a mail proves: that we wrote it to this user, about this category. */
function proofOf(key: Buffer, category: NotificationCategory, userId: string): Buffer {
  return createHmac('sha256', key).update(`unsubscribe ${category} ${userId}`).digest();
}

/**
 * Where mails of a category are ended without signing in. It has no end of its own: a mail that is
 * read years later must work, and all it can do is to switch the category off.
 */
export function unsubscribePath(
  key: Buffer,
  category: NotificationCategory,
  userId: UserId,
): string {
  const proof = proofOf(key, category, userId).toString('base64url');
  return `${protocol.unsubscribe.oneClick ?? ''}?token=${userId}.${proof}`;
}

/** Whose link it is; null for one we did not make, or made for another category. */
export function readUnsubscribe(
  key: Buffer,
  category: NotificationCategory,
  token: string,
): UserId | null {
  const [userId = '', proof = ''] = token.split('.');
  if (!isUuid(userId)) return null;
  const given = Buffer.from(proof, 'base64url');
  const made = proofOf(key, category, userId);
  return given.length === made.length && timingSafeEqual(given, made) ? (userId as UserId) : null;
}
