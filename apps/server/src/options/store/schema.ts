/** One option as the database gives it: numerics as text, times as Unix ms. */
export type OptionRow = {
  user_id: string;
  id: string;
  mode: string;
  country: string | null;
  order_no: string;
  code: string;
  feed: string;
  direction: string;
  outcome: string | null;
  period: number;
  stake: string;
  rate: string;
  rate_version: number;
  payout: string;
  open_price: string;
  open_tick: string;
  bought_at: number;
  settle_at: number;
  settle_price: string | null;
  settle_tick: string | null;
  settle_received_at: number | null;
  paid: string | null;
  closed_at: number | null;
};

/** One promised rate. */
export type QuoteRow = {
  user_id: string;
  id: string;
  mode: string;
  code: string;
  direction: string;
  period: number;
  stake: string;
  rate: string;
  rate_version: number;
  expires_at: number;
};
