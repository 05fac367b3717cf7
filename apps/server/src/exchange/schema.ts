/** One held price as the database gives it: numerics as text, times as Unix ms. */
export type QuoteRow = {
  user_id: string;
  id: string;
  from_asset: string;
  to_asset: string;
  amount: string;
  feed: string;
  sell_price: string | null;
  sell_tick: string | null;
  buy_price: string | null;
  buy_tick: string | null;
  spread_rate: string;
  spread_version: number;
  quoted_at: number;
  expires_at: number;
};

/** One conversion. */
export type ConversionRow = QuoteRow & { order_no: string; at: number };
