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
