/** A withdrawal as it is stored, with what of its batch decides over it. */
export type WithdrawalRow = {
  user_id: string;
  id: string;
  number: string;
  asset: string;
  network: string;
  address_id: string;
  address: string;
  label: string;
  amount: string;
  fee: string;
  network_fee: string;
  receive: string;
  value: string | null;
  requested_at: number;
  state: string;
  reason: string | null;
  holder: string | null;
  deadline: number | null;
  at: number;
  causes: string[];
  screening: string;
  case_id: string | null;
  approved_case: string | null;
  batch_id: string | null;
  tx_hash: string | null;
  problem: string | null;
  owed: string;
  review_since: number | null;
  is_exported: boolean;
};

/** A state a withdrawal came to. */
export type StepRow = {
  withdrawal_id: string;
  state: string;
  at: number;
  by: string;
  reason: string | null;
  holder: string | null;
  deadline: number | null;
};

/** A quote, the newest of its user. */
export type QuoteRow = {
  id: string;
  asset: string;
  network: string;
  address_id: string;
  amount: string;
  fee: string;
  network_fee: string;
  receive: string;
  expires_at: number;
};

/** A batch of withdrawals. */
export type BatchRow = {
  id: string;
  number: string;
  network: string;
  state: string;
  made_by: string;
  made_at: number;
  exported_at: number | null;
  document: string | null;
  rows_hash: Buffer | null;
  exported_by: string | null;
  sent_by: string | null;
  sent_at: number | null;
};
