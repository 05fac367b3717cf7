import type { AccountStatus } from '../account/index.ts';

/** A refresh token with its session and account, locked. */
export type RefreshRow = {
  user_id: string;
  session_id: string;
  expires_at: number;
  used_at: number | null;
  client: 'web' | 'api';
  ended_at: number | null;
  created_at: number;
  username: string;
  status: AccountStatus;
  demo_disabled: boolean;
};

/** The live session an access token opens. */
export type AccessRow = {
  session_id: string;
  user_id: string;
  username: string;
  expires_at: number;
};

/** One device of the list. */
export type SessionRow = {
  id: string;
  device: string;
  address: string;
  created_at: number;
  last_at: number;
};
