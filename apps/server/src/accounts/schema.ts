/** Whether an account can be entered: switched off by an operator, or closed by its owner for good. */
export type AccountStatus = 'active' | 'disabled' | 'closed';

/** An account as a log-in and the session's user need it. */
export type AccountRow = {
  user_id: string;
  username: string;
  /** Null until the owner of an account opened by a wallet or another service sets one. */
  password_hash: string | null;
  status: AccountStatus;
  demo_disabled: boolean;
  demo_reset_no: number;
  demo_reset_at: number;
  /** Wire value of the language mails are written in. */
  language: string;
};

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

/** One time somebody answered the questions before the first real order. */
export type AttemptRow = {
  number: number;
  at: number;
  is_enough: boolean;
  risk_version: number;
  real_from: number | null;
};
