/** One order as the database gives it: numerics as text, times as Unix ms. */
export type ContractRow = {
  user_id: string;
  id: string;
  mode: string;
  order_no: string;
  code: string;
  feed: string;
  side: string;
  order_type: string;
  status: string;
  reason: string | null;
  lots: string;
  contract_size: string;
  leverage: number;
  fee_rate: string;
  margin: string | null;
  open_fee: string;
  close_fee: string;
  financing: string;
  stop_loss: string | null;
  take_profit: string | null;
  trailing_distance: string | null;
  asked_price: string | null;
  stop_price: string | null;
  since_tick: string | null;
  armed_tick: string | null;
  lots_left: string | null;
  margin_left: string | null;
  open_fee_left: string | null;
  financing_left: string | null;
  rejected_code: string | null;
  open_price: string | null;
  open_tick: string | null;
  open_link: string | null;
  open_link_tick: string | null;
  realized: string | null;
  profit: string | null;
  created_at: number;
  opened_at: number | null;
  closed_at: number | null;
  /** Amendments, its arming, charges of more than nothing. */
  changes: number;
  /** Of its closings so far; null while it has none. */
  receipts: string[] | null;
  /** Of the closing that ended it, where it was joined; null while it runs, or when it never did. */
  k_lots: string | null;
  k_margin: string | null;
  k_open_fee: string | null;
  k_financing: string | null;
  k_fee: string | null;
  k_realized: string | null;
  k_profit: string | null;
  k_asked: string | null;
  k_price: string | null;
  k_tick: string | null;
  k_link: string | null;
  k_link_tick: string | null;
};

/** One closing of a contract, for its history. */
export type ClosingRow = {
  receipt_no: string;
  is_last: boolean;
  reason: string;
  lots: string;
  profit: string;
  price: string | null;
  tick: string | null;
  at: number;
};

/** One thing that happened to an order between its opening and its end. */
export type EventRow = {
  kind: string;
  by: string;
  price: string | null;
  tick: string | null;
  amount: string | null;
  changes: { field: string; from: string | null; to: string | null }[] | null;
  at: number;
};
