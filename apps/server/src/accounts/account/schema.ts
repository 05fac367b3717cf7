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
