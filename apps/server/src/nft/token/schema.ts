/** A row of `nft.token` with its creator, charity and picture. */
export type TokenRow = {
  id: string;
  title: string;
  text: string;
  creator_id: string;
  creator: string;
  beneficiary_id: string;
  name: string;
  country: string;
  register: string;
  register_number: string;
  register_url: string | null;
  agreement: string;
  agreed_on: string;
  is_sample: boolean;
  raised: string;
  art_id: string;
  images: readonly { width: number; height: number; name: string }[];
  seed: string | null;
  chain: string | null;
  address: string | null;
  number: string | null;
  price: string;
  step: string | null;
  charity_basis: number;
  creator_basis: number;
  house_basis: number;
  starts_at: number;
  ends_at: number | null;
  extend_minutes: number | null;
  extensions_max: number | null;
  extensions: number;
  state: string;
  current: string | null;
  leader: number | null;
  bids: number;
  bidders: number;
  version: number;
  cancel_reason: string | null;
  closed_at: number | null;
};

/** A row of `nft.part`. */
export type PartRow = {
  user_id: string;
  token_id: string;
  bidder: number;
  bid_id: string;
  amount: string;
  state: string;
  address: string | null;
  at: number;
  moved_at: number;
  ended_at: number | null;
};

/** A row of `nft.bid` as it is shown. */
export type BidRow = {
  id: string;
  token_id: string;
  bidder: number;
  amount: string;
  extended: boolean;
  at: number;
};

/** A row of `nft.sale` with its token’s title. */
export type SaleRow = {
  token_id: string;
  title: string;
  user_id: string;
  bid_id: string;
  number: string;
  receipt_no: string;
  beneficiary_id: string;
  creator_id: string;
  price: string;
  charity: string;
  creator: string;
  house: string;
  entry_id: string;
  at: number;
};

/** A row of `nft.payout` with whom it went to. */
export type PayoutRow = {
  id: string;
  number: string;
  payee_id: string;
  payee: string;
  amount: string;
  account: string;
  reference: string;
  receipt: string;
  receipt_sha256: string | null;
  entry_id: string;
  at: number;
};

/** A beneficiary with its kept figures. */
export type BeneficiaryRow = {
  id: string;
  name: string;
  country: string;
  register: string;
  register_number: string;
  register_url: string | null;
  agreement: string;
  agreed_on: string;
  is_sample: boolean;
  raised: string;
  paid_out: string;
  sales: number;
  payouts: number;
  held_since: number | null;
};
