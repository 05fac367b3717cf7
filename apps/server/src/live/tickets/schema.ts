/** One ticket that was asked for and not used yet. */
export type TicketRow = {
  hash: string;
  user_id: string;
  session_id: string;
  mode: string;
  token_hash: string;
  expires_at: number;
};
