import type { ComplaintCategory, ComplaintOutcome } from '@candor/protocol';

/** A conversation as it is stored. */
export type ConversationRow = {
  id: string;
  number: string;
  user_id: string | null;
  token_hash: string | null;
  body_hash: string;
  subject: string;
  language: string;
  state: 'open' | 'answered' | 'closed';
  messages: number;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
  /** Of a visitor, proven; null without one. */
  mail: string | null;
};

/** A message as it is stored. */
export type MessageRow = {
  conversation_id: string;
  place: number;
  id: string;
  by: 'asker' | 'staff';
  name: string | null;
  reference: string | null;
  text: string;
  files: string[];
  body_hash: string | null;
  at: number;
};

/** A text that left the house. */
export type SentRow = {
  hash: string;
  channel: 'support' | 'mail' | 'sms';
  user_id: string | null;
  reference: string | null;
  at: number;
};

/** A conversation as the desk's role can read it. */
export type InboxRow = Pick<
  ConversationRow,
  | 'id'
  | 'number'
  | 'user_id'
  | 'subject'
  | 'language'
  | 'state'
  | 'messages'
  | 'created_at'
  | 'updated_at'
  | 'mail'
> & {
  assigned_to: string | null;
  waiting_since: number | null;
  mail_proven_at: number | null;
};

/** A note of staff as it is stored. */
export type NoteRow = {
  conversation_id: string;
  id: string;
  member_id: string;
  text: string;
  at: number;
};

/** A version of a saved reply as it is stored. */
export type SavedRow = {
  id: string;
  language: string;
  version: number;
  title: string;
  text: string;
  is_retired: boolean;
  member_id: string;
  at: number;
};

/** What the register says of a complaint. */
export type ComplaintRow = {
  conversation_id: string;
  said_by: 'asker' | 'staff';
  category: ComplaintCategory;
  received_at: number;
  deadline: number;
  outcome: ComplaintOutcome | null;
  redress_case: string | null;
  answered_at: number | null;
};

/** A complaint with what names its conversation. */
export type ListedComplaintRow = ComplaintRow &
  Pick<ConversationRow, 'number' | 'subject' | 'user_id'>;
