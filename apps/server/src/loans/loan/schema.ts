/** Amounts of several assets as a row keeps them. */
export type KeptAmounts = readonly { readonly asset: string; readonly units: string }[];

/** The terms a loan is signed on, as rows keep them. */
type TermsRow = {
  user_id: string;
  id: string;
  agreement_id: string;
  principal: string;
  days: number;
  free_days: number;
  rate_daily: string;
  ltv_max: string;
  agreement: string;
  agreement_hash: string;
};

/** An offer that is held. */
export type OfferRow = TermsRow & {
  collateral: KeptAmounts;
  offered_at: number;
  expires_at: number;
};

/** A loan with what is pledged to it. */
export type LoanRow = TermsRow & {
  number: string;
  offer_id: string;
  offered: KeptAmounts;
  signature_id: string;
  signature_hash: string;
  requested_at: number;
  review_until: number;
  state: string;
  reason: string | null;
  at: number;
  case_id: string | null;
  approved_case: string | null;
  draw_until: number | null;
  drawn_at: number | null;
  drawn_on: string | null;
  due_on: string | null;
  principal_owed: string;
  interest_owed: string;
  interest_charged: string;
  principal_paid: string;
  interest_paid: string;
  principal_lost: string;
  interest_lost: string;
  charged_through: string | null;
  notices: number;
  late_told: number;
  pledged: KeptAmounts;
};

/** A state a loan came to. */
export type StepRow = { state: string; at: number; by: string; reason: string | null };

/** Interest of a day. */
export type ChargeRow = { day: string; principal: string; interest: string };

/** A repayment. */
export type PaymentRow = { at: number; source: string; interest: string; principal: string };

/** Collateral that was sold. */
export type SaleRow = {
  user_id: string;
  id: string;
  loan_id: string;
  cause: string;
  at: number;
  line: string | null;
  wanted: string | null;
  ltv_max: string;
  spread_rate: string;
  spread_version: number;
  feed: string;
  principal_before: string;
  interest_before: string;
  held: readonly {
    readonly asset: string;
    readonly units: string;
    readonly price: string | null;
    readonly tick: string | null;
  }[];
  given: KeptAmounts;
  paid_interest: string;
  paid_principal: string;
  lost_interest: string;
  lost_principal: string;
};
