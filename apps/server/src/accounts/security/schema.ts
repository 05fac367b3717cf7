/** A freeze of an account. */
export type FreezeRow = {
  since: number;
  until: number | null;
  by_link: boolean;
  proven_at: number | null;
};

/** A link that freezes. */
export type FreezeLinkRow = {
  user_id: string;
  expires_at: number;
  used_at: number | null;
  stops_restoring: boolean;
};

/** A log-in, or the refused tries of an hour from one place. */
export type LoginRow = {
  id: string;
  at: number;
  outcome: 'in' | 'refused';
  way: 'password' | 'wallet' | 'social';
  device: string;
  address: string;
  tries: number;
  is_new: boolean;
};

/** A change of the account's safety. */
export type ChangeRow = {
  id: string;
  at: number;
  kind: string;
  device: string | null;
  address: string | null;
  facts: Record<string, string>;
};

/** A copy of an account's data. */
export type ExportRow = {
  user_id: string;
  id: string;
  state: 'preparing' | 'ready' | 'failed';
  expires_at: number;
  bytes: number | null;
};
