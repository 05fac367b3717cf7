import type { StaffRole } from '@candor/protocol/desk';

/** A member, without what proves the member. */
export type MemberRow = {
  id: string;
  name: string;
  email: string;
  roles: StaffRole[];
  created_at: number;
  last_sign_in_at: number | null;
  removed_at: number | null;
  has_passkey: boolean;
};

/** What a sign-in needs of a member. */
export type CredentialsRow = { id: string; password_hash: string; wrong_in_a_row: number };

/** A link that may still be used. */
export type StaffLinkRow = {
  id: string;
  kind: 'administrator' | 'invitation' | 'renewal';
  member_id: string | null;
  email: string | null;
  name: string | null;
  roles: StaffRole[];
  expires_at: number;
};

/** An invitation that waits, as the list shows it. */
export type InvitationRow = {
  id: string;
  email: string;
  roles: StaffRole[];
  made_by: string;
  expires_at: number;
};

/** By what a session was opened: a factor, or the link that made its member or set the member anew. */
export type OpenedBy = 'totp' | 'passkey' | 'link';

/** A session that lives, with its member. */
export type SessionRow = {
  id: string;
  by: OpenedBy;
  created_at: number;
  member_id: string;
  name: string;
  email: string;
  roles: StaffRole[];
  expires_at: number;
  has_passkey: boolean;
};

/** What a question is for. */
export type Purpose = 'sign-in' | 'enrolment' | 'factor' | 'decision';

/** A question that waits for its answer. */
export type ChallengeRow = {
  member_id: string | null;
  link_id: string | null;
  nonce: string;
  sealed: string | null;
  email: string | null;
  name: string | null;
  password_hash: string | null;
  tries: number;
};

/** One passkey. */
export type PasskeyRow = {
  id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  name: string;
  created_at: number;
  last_used_at: number | null;
};
