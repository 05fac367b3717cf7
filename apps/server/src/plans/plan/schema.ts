import type { Row } from '../../platform/postgres/db.ts';

/** One version of a plan as the database gives it: numerics as text. */
export type VersionRow = Row & {
  plan_id: string;
  name: string;
  owner: string | null;
  plan_status: string;
  version: number;
  strategy: string;
  parameters: Record<string, number>;
  interval: string;
  codes: string[];
  amount_min: string;
  amount_max: string;
  days: number[];
  cycle_days: number;
  capacity: string;
  source: string;
  text: string;
  hash: string;
};

/** One fund with the version it trades. */
export type FundRow = VersionRow & {
  id: string;
  mode: string;
  feed: string;
  units: string;
  settled: string;
  result: string;
  positions: { quantity: string; cost: string }[];
  memo: Record<string, number>;
  target: unknown;
  due_from: string | null;
  decided_through: string | null;
  day: string;
  phase: string;
  marked: ({ bid: string; ask: string; at: string; time: number } | null)[] | null;
  fills: string;
};

/** One plan order; times as Unix ms. */
export type OrderRow = Row & {
  user_id: string;
  id: string;
  ordinal: string;
  order_no: string;
  plan_id: string;
  version: number;
  fund_id: string;
  mode: string;
  is_own: boolean;
  amount: string;
  days: number;
  cycle_days: number;
  share_rate: string;
  exit_rate: string;
  max_loss: string;
  bought_at: number;
  joins_on: string;
  state: string;
  units: string;
  value: string;
  high: string;
  result: string;
  share_taken: string;
  subsidy: string;
  exit_share: string;
  settled_days: number;
  was_told_week: boolean;
  closed_at: number | null;
  received: string | null;
  has_receipt: boolean;
};

/** A trade of a fund. */
export type FillRow = Row & {
  id: string;
  fund_id: string;
  day: string;
  kind: string;
  code: string;
  quantity: string;
  price: string;
  fee: string;
  result: string;
  tick: string;
  time: number;
  /** Null for rows of before receipts. */
  held: string | null;
  cost: string | null;
  cohort: string | null;
  rule: string;
  figures: Record<string, number>;
};

/** A UTC day of a fund. */
export type DayRow = Row & {
  fund_id: string;
  day: string;
  fills: string;
  mark: string;
  result: string;
  before: string;
  value: string;
  units: string;
  hold: string | null;
  owners: number | null;
};

/** What a day brought an order. */
export type OrderDayRow = Row & {
  user_id: string;
  order_id: string;
  day: string;
  kind: string;
  fund_id: string;
  place: number;
  units: string;
  result: string;
  share: string;
  value: string | null;
  at: number | null;
  rank: number | null;
  cohort: string | null;
};
