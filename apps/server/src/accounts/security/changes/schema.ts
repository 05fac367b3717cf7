/** A link that freezes. */
export type FreezeLinkRow = {
  user_id: string;
  expires_at: number;
  used_at: number | null;
  stops_restoring: boolean;
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
