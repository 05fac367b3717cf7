import type { OfferPage } from '@candor/protocol';
import type { OfferTexts } from './rules.ts';

/** An offer as it was written. */
export type OfferRow = {
  id: string;
  texts: OfferTexts;
  page: OfferPage | null;
  until_at: number;
  hash: string;
};

/** An approved offer, and how far it has been sent. */
export type SendingRow = OfferRow & {
  case_id: string;
  case_number: string;
  approved_at: number;
  after_user: string | null;
  told: number;
  finished_at: number | null;
  withdrawn_at: number | null;
  withdrawn_by: string | null;
};
