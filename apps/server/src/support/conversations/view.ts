import type { UnixMs, UserId } from '@candor/kernel';
import type { SupportConversation, SupportItem, SupportMessage } from '@candor/protocol';
import { maskedContact } from '../../accounts/index.ts';
import { isToken } from '../text/keyed.ts';
import type { ComplaintRow } from '../store/complaint-store.ts';
import type { ConversationRow, MessageRow } from '../store/store.ts';

/** Who asks: an account, or the holder of a token; and from where. */
export type Caller = {
  readonly userId: UserId | null;
  readonly visitorToken: string | null;
  readonly address: string;
};

/**
 * Whether a conversation opens to a caller: the account's own, or a visitor's to its token while
 * that holds. Nobody can tell from the answer whether there is one.
 */
export function opensTo(
  row: ConversationRow | null,
  { userId, visitorToken }: Pick<Caller, 'userId' | 'visitorToken'>,
  at: UnixMs,
): row is ConversationRow {
  const isTokens = isToken(visitorToken ?? '', row?.token_hash ?? null);
  if (row === null) return false;
  if (row.user_id !== null) return row.user_id === userId;
  return isTokens && row.expires_at !== null && row.expires_at > at;
}

/** A message as the wire says it. */
export function messageOf(row: Omit<MessageRow, 'body_hash'>): SupportMessage {
  const { id, place, by, name, reference, text, at, files } = row;
  return { id, place, by, name, reference, text, at, files };
}

/** A line of the list as the wire says it. */
export function itemOf(row: ConversationRow): SupportItem {
  const { id, number, subject, state, created_at: createdAt, updated_at: updatedAt } = row;
  const language = row.language as SupportItem['language'];
  return { id, number, subject, language, state, createdAt, updatedAt };
}

/** A conversation as the wire says it. */
export function conversationOf(
  row: ConversationRow,
  messages: readonly MessageRow[],
  complaint: ComplaintRow | null,
): SupportConversation {
  return {
    ...itemOf(row),
    of: row.user_id === null ? 'visitor' : 'account',
    expiresAt: row.expires_at,
    mail: row.mail === null ? null : maskedContact('email', row.mail),
    complaint:
      complaint === null
        ? null
        : {
            receivedAt: complaint.received_at,
            deadline: complaint.deadline,
            outcome: complaint.outcome,
            answeredAt: complaint.answered_at,
          },
    messages: messages.map(messageOf),
  };
}
