/** One ticket that was asked for and not used yet. */
export type TicketRow = {
  user_id: string;
  session_id: string;
  mode: string;
  token_hash: string;
  expires_at: number;
};
